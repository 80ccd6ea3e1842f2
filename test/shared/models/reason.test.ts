import { describe, expect, it } from 'vitest'
import { type Answered, prepare, route, winner } from '../../../shared/models/answers.ts'
import type { Question } from '../../../shared/models/question.ts'
import type { Model } from '../../../shared/models/schema.ts'
import { WINNERS, type WinnerOf } from '../../../shared/models/winners.ts'
import { dollars, list, seconds } from '../../../shared/models/wording.ts'
import { aModelOf, aQuestion, aSnapshot, NOW } from '../../support/models.ts'

const said = (answered: Answered<{ reason: string }>): string => (answered.ok ? answered.answer.reason : '')
const routeReason = (models: readonly Model[], question: Partial<Question> = {}, now = NOW) =>
  said(route(prepare(aSnapshot(models)), aQuestion(question), now))
const winnerReason = (models: readonly Model[], of: WinnerOf, now = NOW) =>
  said(winner(prepare(aSnapshot(models)), of, aQuestion(), now))

/** For code: score 64 at an expected $2 and 4 s. */
const luna = aModelOf('OpenAI', 'luna', {
  name: 'Luna',
  effort: 'max',
  codingScore: 70,
  speedTokensPerSecond: 500,
})
const flash = aModelOf('DeepSeek', 'flash', {
  name: 'Flash',
  codingScore: 60,
  inputPricePer1M: 0.1,
  outputPricePer1M: 0.6,
})

describe('the reason of a route', () => {
  it('names score, effort, price and wait, and what the runner-up would have given and cost', () => {
    // Flash: score 56, $0.225, 16 s: 56 - 3 * log2(0.225) - 2 * 4 = 54.5; Luna: 64 - 3 * 1 - 2 * 2 = 57.
    expect(routeReason([luna, flash])).toBe(
      'Luna scores 64.0 on code at effort max for an expected $2.00 per 1M tokens and 4.0 s an answer. Runner-up Flash would give 56.0 for $0.225 and 16 s, which the policy puts 2.5 points behind.',
    )
  })

  it('says that less than a point is practically a tie', () => {
    expect(routeReason([luna, { ...luna, id: 'luna-2', name: 'Luna 2', codingScore: 69 }])).toContain(
      'Runner-up Luna 2 would give 63.2 for $2.00 and 4.0 s, which the policy puts 0.8 points behind: practically a tie.',
    )
  })

  it('does not call a whole point a tie', () => {
    const behind = { ...luna, id: 'luna-2', codingScore: 68.75 }
    expect(routeReason([luna, behind])).toContain('which the policy puts 1.0 points behind.')
  })

  it('says level, not 0.0 points behind', () => {
    expect(routeReason([luna, { ...luna, id: 'moon', name: 'Moon' }])).toContain(
      'which the policy puts level with it: practically a tie.',
    )
  })

  it('says so when nothing else fits, and is silent about an unknown effort', () => {
    expect(routeReason([{ ...luna, effort: null }], { task: 'general', latency: 'overnight' })).toBe(
      'Luna scores 40.0 on general work for an expected $2.00 per 1M tokens and 2.2 s an answer. No other model fits.',
    )
  })

  it.each([
    ['xhigh', 'on code at effort xhigh for'],
    ['reasoning', 'on code with reasoning on for'],
    ['non-reasoning', 'on code with reasoning off for'],
  ])('says at which effort %s the score was measured', (effort, expected) => {
    expect(routeReason([{ ...luna, effort }])).toContain(expected)
  })

  it('names the day of figures that are a day old', () => {
    expect(routeReason([luna], {}, new Date('2026-11-21T06:00:00.000Z'))).toMatch(
      /^As of 2026-11-20, Luna scores 64\.0/,
    )
    expect(routeReason([luna], {}, new Date('2026-11-21T05:59:59.999Z'))).toMatch(/^Luna scores 64\.0/)
  })

  it('names both prices where they are disputed', () => {
    const listPrice = { inputPricePer1M: 0.8, outputPricePer1M: 4, sourceId: 'a-price-list' }
    const disputed = { ...luna, tags: ['price-disputed'], listPrice }
    const both = "although its maker's newer list has $0.80 in and $4.00 out where $1.00 in and $5.00 out was counted."
    expect(routeReason([disputed])).toContain(`4.0 s an answer, ${both}`)
    for (const of of WINNERS) expect(winnerReason([disputed], of)).toContain(both)
    expect(routeReason([{ ...luna, listPrice }])).not.toContain('although')
  })

  it('stays short whatever the names', () => {
    const endless = { ...luna, name: 'x'.repeat(2000), effort: 'y'.repeat(2000) }
    expect(routeReason([endless, { ...endless, id: 'another' }]).length).toBeLessThan(500)
  })
})

describe('the reason of a winner', () => {
  const models = [luna, { ...flash, intelligenceScore: 39.5, blendedPricePer1M: 0.225 }]
  it.each<[WinnerOf, string]>([
    [
      'cheapest',
      'Flash costs $0.225 per 1M tokens (three parts input, one part output), the least of 2 models with an intelligence of at least 39.5; its own is 39.5 at effort high. Runner-up Luna would give 40.0 for $2.00.',
    ],
    [
      'fastest',
      'Luna writes 500.0 tokens per second, the most of 2 models, with an intelligence of 40.0 at effort max for $2.00 per 1M tokens. Runner-up Flash would give 100.0 tokens per second and 39.5 for $0.225.',
    ],
    [
      'smartest',
      'Luna has an intelligence of 40.0 at effort max, the highest of 2 models, for $2.00 per 1M tokens at 500.0 tokens per second. Runner-up Flash would give 39.5 for $0.225, practically a tie.',
    ],
    [
      'best-value',
      'Luna gives 0.3 points of intelligence above 39.5 per dollar, the most of 2 models: 40.0 at effort max for $2.00 per 1M tokens. Runner-up Flash would give 0.0: 39.5 for $0.225.',
    ],
  ])('%s names the figure that decided and the runner-up', (of, expected) => {
    expect(winnerReason(models, of)).toBe(expected)
  })

  it.each<[WinnerOf, string]>([
    ['cheapest', 'the only model that qualifies with an intelligence of at least 40.0; its own is 40.0 at effort max.'],
    ['fastest', 'Luna writes 500.0 tokens per second, the only model that qualifies, with'],
    [
      'best-value',
      'Luna gives 20.0 points of intelligence per dollar, the only model that qualifies: 40.0 at effort max',
    ],
  ])('%s needs no runner-up', (of, expected) => {
    expect(winnerReason([luna], of)).toContain(expected)
    expect(winnerReason([luna], of)).not.toContain('Runner-up')
  })

  it('names the day of figures that are a day old', () => {
    const later = new Date('2026-12-01T00:00:00.000Z')
    for (const of of WINNERS) expect(winnerReason([luna], of, later)).toMatch(/^As of 2026-11-20, Luna /)
  })
})

describe('figures in words', () => {
  it.each([
    [12.345, '$12.35'],
    [4, '$4.00'],
    [0.9999, '$1.00'],
    [0.225, '$0.225'],
    [0.1, '$0.10'],
    [0.10349, '$0.103'],
    [0.0001234, '$0.000123'],
    [0.00001, 'under $0.0001'],
    [0, '$0'],
  ])('%d dollars are %s', (usd, expected) => {
    expect(dollars(usd)).toBe(expected)
  })

  it.each([
    [0.1, '0.1 s'],
    [9.94, '9.9 s'],
    [9.96, '10 s'],
    [15.5, '16 s'],
    [241.2, '241 s'],
  ])('%d seconds are %s', (wait, expected) => {
    expect(seconds(wait)).toBe(expected)
  })

  it.each([
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'a, b, c, d, e, f and 2 more'],
  ])('the list of %o is %s', (items, expected) => {
    expect(list(items)).toBe(expected)
  })
})
