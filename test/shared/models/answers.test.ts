import { describe, expect, it } from 'vitest'
import { answersChangeAt, answersOf, prepare, route, winner } from '../../../shared/models/answers.ts'
import type { Question } from '../../../shared/models/question.ts'
import { Answers, type Model } from '../../../shared/models/schema.ts'
import { aModelOf, aQuestion, aSnapshot, NOW, UPDATED_AT } from '../../support/models.ts'

const refusal = (models: readonly Model[], question: Partial<Question>, now = NOW): string => {
  const answered = route(prepare(aSnapshot(models)), aQuestion(question), now)
  return answered.ok ? `answered ${answered.answer.model}` : answered.message
}
const fallbackOf = (models: readonly Model[], question: Partial<Question> = {}) => {
  const answered = route(prepare(aSnapshot(models)), aQuestion(question), NOW)
  if (!answered.ok) throw new Error(answered.message)
  const { model, fallback, fallbackOpenRouterId, fallbackLogoUrl } = answered.answer
  return { model, fallback, fallbackOpenRouterId, fallbackLogoUrl }
}

const best = aModelOf('Lineside', 'best', { codingScore: 90 })
const second = aModelOf('Lineside', 'second', { codingScore: 80 })
const other = aModelOf('Turnout', 'other', { codingScore: 70, region: 'china' })
const LOGO = (domain: string) => `https://www.google.com/s2/favicons?domain=${domain}&sz=128`

it('a route result carries every field of the specification', () => {
  expect(route(prepare(aSnapshot([best, second, other])), aQuestion({ providers: ['best', 'turnout'] }), NOW)).toEqual({
    ok: true,
    answer: {
      model: 'best',
      openRouterId: 'lineside/best',
      name: 'best',
      provider: 'Lineside',
      providerDomain: 'lineside.example',
      logoUrl: LOGO('lineside.example'),
      reason:
        'best scores 80.0 on code at effort high for an expected $2.00 per 1M tokens and 16 s an answer. Runner-up other would give 64.0 for $2.00 and 16 s, which the policy puts 16.0 points behind.',
      price: 2,
      intelligence: 40,
      speed: 100,
      value: 20,
      updatedAt: UPDATED_AT,
      fallback: 'other',
      fallbackOpenRouterId: 'turnout/other',
      fallbackLogoUrl: LOGO('turnout.example'),
      policy: 'code fast low high: score - 3*log2($/1M expected) - 2*log2(seconds)',
      task: 'code',
      providerFilter: ['best', 'turnout'],
      regionFilter: [],
    },
  })
})

describe('the fallback', () => {
  it('comes from another provider, even where a better model of the same one exists', () => {
    expect(fallbackOf([best, second, other])).toEqual({
      model: 'best',
      fallback: 'other',
      fallbackOpenRouterId: 'turnout/other',
      fallbackLogoUrl: LOGO('turnout.example'),
    })
  })

  it('is another model of the same provider where the filters leave no other provider', () => {
    expect(fallbackOf([best, second, other], { regions: ['us'] }).fallback).toBe('second')
  })

  it('may lack an OpenRouter id', () => {
    const native = { ...other, openRouterId: null }
    expect(fallbackOf([best, native])).toMatchObject({ fallback: 'other', fallbackOpenRouterId: null })
  })

  it.each<[string, readonly Model[]]>([
    ['where nothing else is left', [best]],
    ['where the rest has disputed scores', [best, { ...other, tags: ['score-disputed'] }]],
    ['where the rest is retired', [best, { ...other, retiresAt: '2026-11-20' }]],
  ])('is null in all three fields %s', (_, models) => {
    expect(fallbackOf(models)).toEqual({
      model: 'best',
      fallback: null,
      fallbackOpenRouterId: null,
      fallbackLogoUrl: null,
    })
  })
})

describe('a refusal names what emptied the set and what would fit:', () => {
  const european = aModelOf('Signalbox', 'quiet', { region: 'eu', tags: ['reasoning-unmeasured'] })
  const models = [best, second, other, european]
  it.each<[string, Partial<Question>, string]>([
    [
      'an unknown provider',
      { providers: ['nobody'] },
      'No model matches providers=nobody. Providers that fit, among others: Signalbox, Turnout and Lineside; the beginning of a model id works too.',
    ],
    [
      'an unknown provider within a region',
      { providers: ['nobody'], regions: ['china'] },
      'No model matches providers=nobody. Providers that fit, among others: Turnout; the beginning of a model id works too.',
    ],
    [
      'filters that exclude each other',
      { providers: ['lineside'], regions: ['eu', 'china'] },
      'No model matches providers=lineside and regions=eu,china together. Regions that fit these providers: us; providers that fit these regions: Signalbox and Turnout.',
    ],
    [
      'a task that the filter cannot serve',
      { task: 'reasoning', regions: ['eu'] },
      'No model that regions=eu leaves has what task=reasoning needs: measured reasoning and a score on which the sources agree. Tasks that fit: code, summary, extraction and general.',
    ],
    [
      'a suggestion keeps to the demands of the task',
      { task: 'planning', providers: ['nobody'] },
      'No model matches providers=nobody. Providers that fit, among others: Turnout and Lineside; the beginning of a model id works too.',
    ],
    [
      'prototype names are names',
      { providers: ['__proto__', 'constructor'] },
      'No model matches providers=__proto__,constructor. Providers that fit, among others: Signalbox, Turnout and Lineside; the beginning of a model id works too.',
    ],
  ])('%s', (_, question, expected) => {
    expect(refusal(models, question)).toBe(expected)
  })

  it('a region without a model', () => {
    expect(refusal([best, other], { regions: ['eu'] })).toBe(
      'No model comes from regions=eu. Regions that fit: us and china.',
    )
  })

  it('an unknown provider and a region without a model', () => {
    expect(refusal([best, other], { providers: ['nobody'], regions: ['eu'] })).toBe(
      'No model matches providers=nobody. Providers that fit, among others: Turnout and Lineside; the beginning of a model id works too. No model comes from regions=eu. Regions that fit: us and china.',
    )
  })

  it('an index of disputed scores only', () => {
    expect(refusal([{ ...best, tags: ['score-disputed'] }], {})).toBe(
      'No model of the index has what task=code needs: a score on which the sources agree. /fastest, which asks for no score, would answer.',
    )
  })

  it('an index of retired models only', () => {
    expect(
      refusal(
        [best, second].map((model) => ({ ...model, retiresAt: '2026-11-01' })),
        { regions: ['us'] },
      ),
    ).toBe('No model of the index is on offer any more.')
  })

  it('32 entries of 64 characters stay a short text', () => {
    const providers = Array.from({ length: 32 }, (_, at) => String(at).padEnd(64, 'x'))
    const message = refusal(models, { providers, regions: ['us', 'eu'] })
    expect(message).toContain('(and 29 more)')
    expect(message.length).toBeLessThan(400)
  })

  it('makers with endless names stay a short text', () => {
    const endless = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...best, id, provider: id.repeat(2000) }))
    expect(refusal(endless, { providers: ['nobody'] }).length).toBeLessThan(600)
  })
})

describe('the answers of a snapshot', () => {
  it('are the four winners and the default route', () => {
    const models = [best, second, other]
    const answers = answersOf(models, UPDATED_AT, NOW)
    const index = prepare(aSnapshot(models))
    const none = aQuestion()
    expect(Answers.parse(answers)).toEqual(answers)
    expect({ ok: true, answer: answers.bestValue }).toEqual(winner(index, 'best-value', none, NOW))
    expect({ ok: true, answer: answers.cheapest }).toEqual(winner(index, 'cheapest', none, NOW))
    expect({ ok: true, answer: answers.fastest }).toEqual(winner(index, 'fastest', none, NOW))
    expect({ ok: true, answer: answers.smartest }).toEqual(winner(index, 'smartest', none, NOW))
    expect({ ok: true, answer: answers.route }).toEqual(route(index, none, NOW))
  })

  it('do not exist where nothing is eligible', () => {
    expect(() => answersOf([{ ...best, retiresAt: '2026-11-01' }], UPDATED_AT, NOW)).toThrow(/on offer any more/)
  })
})

describe('the next change of any answer', () => {
  const changeAt = (models: readonly Model[], now: string) =>
    answersChangeAt(prepare(aSnapshot(models)), new Date(now))?.toISOString() ?? null
  const retiring = { ...second, retiresAt: '2026-11-23' }
  const retiringLater = { ...other, retiresAt: '2026-12-01' }
  it.each([
    ['is the moment the data turn a day old', '2026-11-20T12:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['is then the next retirement', '2026-11-21T06:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['is then the one after it', '2026-11-23T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['is then never', '2026-12-01T00:00:00.000Z', null],
  ])('%s', (_, now, expected) => {
    expect(changeAt([best, retiringLater, retiring], now)).toBe(expected)
  })

  it('really changes an answer at that very millisecond, and not before', () => {
    const index = prepare(aSnapshot([best, retiring]))
    const at = (now: string) => JSON.stringify(route(index, aQuestion(), new Date(now)))
    expect(at('2026-11-21T05:59:59.999Z')).toBe(at('2026-11-20T12:00:00.000Z'))
    expect(at('2026-11-21T06:00:00.000Z')).not.toBe(at('2026-11-21T05:59:59.999Z'))
    expect(at('2026-11-22T23:59:59.999Z')).toBe(at('2026-11-21T06:00:00.000Z'))
    expect(at('2026-11-23T00:00:00.000Z')).not.toBe(at('2026-11-22T23:59:59.999Z'))
  })
})
