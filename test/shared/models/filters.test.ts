import { describe, expect, it } from 'vitest'
import { candidatesOf } from '../../../shared/models/eligibility.ts'
import { matchingAmong } from '../../../shared/models/filters.ts'
import type { Filters } from '../../../shared/models/question.ts'
import { aModelOf, NOW } from '../../support/models.ts'

const MODELS = [
  aModelOf('OpenAI', 'gpt-6', { region: 'us', providerAliases: ['azure openai'] }),
  aModelOf('OpenAI', 'gpt-6-mini', { region: 'us', providerAliases: ['azure openai'] }),
  aModelOf('Mistral', 'Mistral-Large', { region: 'eu', openRouterId: 'mistralai/mistral-large' }),
  aModelOf('Cohere', 'command', { region: 'other', openRouterId: null }),
  aModelOf('Nomad', 'wanderer', { region: null }),
]

const idsLeft = (filters: Partial<Filters>, models = MODELS, now = NOW): readonly string[] =>
  matchingAmong(candidatesOf(models))({ providers: [], regions: [], ...filters }, now.getTime())
    .map(({ model }) => model.id)
    .toSorted()

describe('an entry of `providers` matches', () => {
  it.each([
    ['the name of a maker', 'openai', ['gpt-6', 'gpt-6-mini']],
    ['an alias of a maker', 'azure openai', ['gpt-6', 'gpt-6-mini']],
    ['the beginning of an id', 'gpt-6-m', ['gpt-6-mini']],
    ['a whole id and longer ids that begin with it', 'gpt-6', ['gpt-6', 'gpt-6-mini']],
    ['the beginning of an OpenRouter id', 'mistralai/', ['Mistral-Large']],
    ['without regard to the case of an id', 'mistral-l', ['Mistral-Large']],
    ['a prefix of two characters', 'wa', ['wanderer']],
    ['no prefix of one character', 'w', []],
    ['no part of a maker that is not the beginning of an id', 'penai', []],
    ['no beginning of an alias', 'azure', []],
    ['a model without an OpenRouter id', 'command', ['command']],
    ['nothing that is longer than an id', 'wanderer-2', []],
    ['nothing by `__proto__`', '__proto__', []],
    ['nothing by `constructor`', 'constructor', []],
    ['nothing by `hasownproperty`', 'hasownproperty', []],
  ])('%s', (_, entry, expected) => {
    expect(idsLeft({ providers: [entry] })).toEqual(expected)
  })

  it('a maker that is really called so', () => {
    expect(idsLeft({ providers: ['constructor'] }, [aModelOf('Constructor', 'crane-1')])).toEqual(['crane-1'])
  })

  it('a maker whose name has one character', () => {
    expect(idsLeft({ providers: ['x'] }, [aModelOf('X', 'one'), aModelOf('Y', 'xtra')])).toEqual(['one'])
  })
})

describe('the filters leave', () => {
  it.each<[string, Partial<Filters>, readonly string[]]>([
    ['everything when they are empty', {}, MODELS.map(({ id }) => id).toSorted()],
    [
      'what any provider entry matches, once',
      { providers: ['openai', 'gpt', 'nomad'] },
      ['gpt-6', 'gpt-6-mini', 'wanderer'],
    ],
    ['what is in one of the regions', { regions: ['eu', 'us'] }, ['Mistral-Large', 'gpt-6', 'gpt-6-mini']],
    [
      'no maker elsewhere or of unknown whereabouts',
      { regions: ['us', 'eu', 'china'] },
      ['Mistral-Large', 'gpt-6', 'gpt-6-mini'],
    ],
    ['what fits both', { providers: ['openai', 'mistral'], regions: ['eu'] }, ['Mistral-Large']],
    ['nothing where nothing fits both', { providers: ['cohere'], regions: ['us', 'eu', 'china'] }, []],
  ])('%s', (_, filters, expected) => {
    expect(idsLeft(filters)).toEqual(expected)
  })

  it('a model until the last millisecond before its retirement date, and not from then on', () => {
    const retiring = [aModelOf('OpenAI', 'old', { retiresAt: '2026-11-21' })]
    const filters = { providers: ['openai'] }
    expect(idsLeft(filters, retiring, new Date('2026-11-20T23:59:59.999Z'))).toEqual(['old'])
    expect(idsLeft(filters, retiring, new Date('2026-11-21T00:00:00.000Z'))).toEqual([])
    expect(idsLeft({}, retiring, new Date('2026-11-21T00:00:00.000Z'))).toEqual([])
  })
})
