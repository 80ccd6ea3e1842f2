import { describe, expect, it } from 'vitest'
import { type Answered, prepare, winner } from '../../../shared/models/answers.ts'
import type { Filters } from '../../../shared/models/question.ts'
import type { Model } from '../../../shared/models/schema.ts'
import { floorOf, valueScore } from '../../../shared/models/value.ts'
import type { WinnerOf } from '../../../shared/models/winners.ts'
import { aModelOf, aSnapshot, NOW } from '../../support/models.ts'

const model = (id: string, intelligenceScore: number, blendedPricePer1M: number, more: Partial<Model> = {}) =>
  aModelOf('Lineside', id, { intelligenceScore, blendedPricePer1M, speedTokensPerSecond: 100, ...more })

const outcome = (answered: Answered<{ model: string; value: number }>) =>
  answered.ok ? [answered.answer.model, answered.answer.value] : answered.message
const wins = (of: WinnerOf, models: readonly Model[], filters: Partial<Filters> = {}) =>
  outcome(winner(prepare(aSnapshot(models)), of, { providers: [], regions: [], ...filters }, NOW))

describe('the usefulness floor', () => {
  it.each([
    ['of nothing', [], 0],
    ['of one', [30], 30],
    ['of three', [30, 10, 20], 10],
    ['of four', [40, 10, 30, 20], 20],
    ['of seven', [1, 2, 3, 4, 5, 6, 7], 2],
    ['of eight, ten not sorted as a word', [10, 9, 8, 7, 6, 5, 4, 3], 5],
  ])('%s models is the lower quartile', (_, intelligences, expected) => {
    expect(floorOf(intelligences)).toBe(expected)
  })
})

describe('the value of a model', () => {
  it.each([
    ['is intelligence above the floor per blended dollar', 52, 2, 22, 15],
    ['is zero at the floor', 22, 2, 22, 0],
    ['is zero below the floor', 10, 2, 22, 0],
    ['counts a price of at least one cent', 23, 0.001, 22, 100],
    ['has nine decimals', 23, 3, 22, 0.333333333],
  ])('%s', (_, intelligenceScore, blendedPricePer1M, floor, expected) => {
    expect(valueScore({ intelligenceScore, blendedPricePer1M }, floor)).toBe(expected)
  })
})

describe('of four models', () => {
  /** The floor is 20, so that `toy` is not useful. Value: 0, 0, 20 / 1 = 20, 40 / 10 = 4. */
  const models = [
    model('toy', 5, 0.1, { speedTokensPerSecond: 300 }),
    model('thrifty', 20, 0.5, { region: 'eu' }),
    model('sound', 40, 1, { region: 'eu' }),
    model('clever', 60, 10),
  ]
  it.each([
    ['cheapest', 'is the lowest blended price among the useful', ['thrifty', 0]],
    ['fastest', 'is the highest speed, useful or not', ['toy', 0]],
    ['smartest', 'is the highest intelligence', ['clever', 4]],
    ['best-value', 'is the most intelligence above the floor per dollar', ['sound', 20]],
  ] as const)('the %s %s', (of, _, expected) => {
    expect(wins(of, models)).toEqual(expected)
  })

  it('the filters move the floor, and the value with it', () => {
    expect(wins('best-value', models, { regions: ['us'] })).toEqual(['clever', 5.5]) // (60 - 5) / 10
    expect(wins('cheapest', models, { regions: ['us'] })).toEqual(['toy', 0])
  })

  it('a single model is judged by plain intelligence per dollar', () => {
    expect(wins('best-value', models, { providers: ['sound'] })).toEqual(['sound', 40])
  })

  it('the value of an unfiltered answer is the `valueScore` of the model, six digits and all', () => {
    const three = [model('thrifty', 20, 0.5), model('sound', 40, 1), model('clever', 60, 7)]
    expect(wins('smartest', three)).toEqual(['clever', 5.71429]) // (60 - 20) / 7
  })

  it('a disputed score wins nothing but the speed', () => {
    const disputed = [...models, model('rumour', 99, 0.2, { tags: ['score-disputed'], speedTokensPerSecond: 999 })]
    expect(wins('fastest', disputed)[0]).toBe('rumour')
    for (const of of ['cheapest', 'smartest', 'best-value'] as const) expect(wins(of, disputed)[0]).not.toBe('rumour')
  })

  it('a retired model neither wins nor moves the floor', () => {
    const retired = [...models, ...['a', 'b', 'c', 'd'].map((id) => model(id, 90, 0.01, { retiresAt: '2026-11-20' }))]
    expect(wins('smartest', retired)).toEqual(['clever', 4])
    expect(wins('cheapest', retired)).toEqual(['thrifty', 0])
  })
})

describe('ties go to', () => {
  it.each<[string, WinnerOf, readonly Model[]]>([
    ['the higher intelligence', 'cheapest', [model('a', 30, 1), model('b', 31, 1)]],
    ['the lower price', 'smartest', [model('a', 30, 2), model('b', 30, 1)]],
    ['the higher speed', 'smartest', [model('a', 30, 1), model('b', 30, 1, { speedTokensPerSecond: 101 })]],
    ['the id', 'fastest', [model('c', 30, 1), model('b', 30, 1)]],
  ])('%s', (_, of, models) => {
    expect(wins(of, models)[0]).toBe('b')
    expect(wins(of, models.toReversed())[0]).toBe('b')
  })
})

it('without a useful model of agreed score nothing is the cheapest, and the refusal says why', () => {
  const models = [
    model('low', 10, 1),
    ...[20, 30, 40].map((score) => model(`d${score}`, score, 1, { tags: ['score-disputed'] })),
  ]
  expect(wins('cheapest', models)).toBe(
    'No model of the index has what cheapest needs: a score on which the sources agree and at least the lower quartile of intelligence. /fastest, which asks for no score, would answer.',
  )
})
