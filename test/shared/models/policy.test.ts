import { describe, expect, it } from 'vitest'
import {
  breakTie,
  expectedPrice,
  expectedSeconds,
  offerOf,
  policyText,
  ratesOf,
  score,
  utility,
} from '../../../shared/models/policy.ts'
import { choose } from '../../../shared/models/route.ts'
import type { Model } from '../../../shared/models/schema.ts'
import { aModel, aQuestion } from '../../support/models.ts'

/** Intelligence 40, coding 50, reasoning 45, agentic 35; $1 in, $5 out. */
const model = aModel()

describe('the score of a task', () => {
  it.each([
    ['code', 48], // 0.8 * 50 + 0.2 * 40
    ['reasoning', 44], // 0.8 * 45 + 0.2 * 40
    ['planning', 40.5], // 0.4 * 45 + 0.3 * 35 + 0.3 * 40
    ['summary', 40],
    ['extraction', 40],
    ['general', 40],
  ] as const)('for %s is %d', (task, expected) => {
    expect(score(model, task)).toBe(expected)
  })

  it('carries no binary noise', () => {
    expect(0.8 * 67.7 + 0.2 * 51.8).not.toBe(64.52)
    expect(score(aModel({ codingScore: 67.7, intelligenceScore: 51.8 }), 'code')).toBe(64.52)
  })
})

describe('the expected price', () => {
  it.each([
    ['is the blended price at ordinary verbosity', 1, 5, 1, 2],
    ['rises with what the model says', 1, 5, 1.8, 3],
    ['falls for a terse model', 1, 5, 0.2, 1],
    ['counts input three times', 2, 0, 1, 1.5],
    ['is at least one cent', 0.001, 0.004, 1, 0.01],
  ])('%s', (_, inputPricePer1M, outputPricePer1M, verbosity, expected) => {
    expect(expectedPrice(aModel({ inputPricePer1M, outputPricePer1M, verbosity, blendedPricePer1M: 1 }))).toBe(expected)
  })
})

describe('the expected seconds', () => {
  it.each([
    ['code', 1000, 500, 4], // 1 + 1500 / 500
    ['planning', 500, 100, 15.5], // 0.5 + 1500 / 100
    ['reasoning', 2000, 1000, 4], // 2 + 2000 / 1000
    ['summary', 3000, 400, 4], // 3 + 400 / 400
    ['extraction', 3000, 300, 4], // 3 + 300 / 300
    ['general', 1000, 200, 4], // 1 + 600 / 200
    ['extraction', 100, 1500, 0.3], // 0.1 + 0.2, without binary noise
    ['extraction', 1, 100_000, 0.1], // 0.004, held at the least
  ] as const)('of %s at %d ms and %d tokens per second are %d', (task, latencyMs, speedTokensPerSecond, expected) => {
    expect(expectedSeconds(aModel({ latencyMs, speedTokensPerSecond }), task)).toBe(expected)
  })
})

describe('the utility', () => {
  /** Expected $2 (one doubling) and 4 s (two doublings) for code; score 48. */
  const offer = offerOf(aModel({ latencyMs: 1000, speedTokensPerSecond: 500 }), 'code')
  it.each([
    ['fast', 'low', 'high', 41], // 48 - 3 * 1 - 2 * 2
    ['normal', 'low', 'high', 44], // 48 - 3 * 1 - 0.5 * 2
    ['overnight', 'low', 'high', 45], // 48 - 3 * 1
    ['fast', 'balanced', 'high', 43], // 48 - 1 * 1 - 2 * 2
    ['overnight', 'balanced', 'high', 47], // 48 - 1 * 1
    ['fast', 'low', 'balanced', 34], // 48 - 6 * 1 - 4 * 2
    ['normal', 'balanced', 'balanced', 44], // 48 - 2 * 1 - 1 * 2
  ] as const)('of code %s %s %s is %d', (latency, budget, quality, expected) => {
    expect(utility(offer, ratesOf(aQuestion({ latency, budget, quality })))).toBe(expected)
  })

  it('weighs price and wait half as much again for summaries and extraction', () => {
    const summary = offerOf(aModel({ latencyMs: 3000, speedTokensPerSecond: 400 }), 'summary')
    expect(utility(summary, ratesOf(aQuestion({ task: 'summary' })))).toBe(40 - 4.5 * 1 - 3 * 2)
    const extraction = offerOf(aModel({ latencyMs: 3000, speedTokensPerSecond: 300 }), 'extraction')
    expect(utility(extraction, ratesOf(aQuestion({ task: 'extraction', quality: 'balanced' })))).toBe(40 - 9 - 6 * 2)
  })

  it.each([0.03, 0.1, 0.3, 0.7, 1.1, 3.3, 7, 13])(
    'halving $%d is worth three points under budget low, to the last digit',
    (usd) => {
      const at = (price: number, intelligenceScore: number) =>
        offerOf(aModel({ inputPricePer1M: price, outputPricePer1M: price, intelligenceScore }), 'general')
      const rates = ratesOf(aQuestion({ task: 'general' }))
      expect(utility(at(usd, 43), rates)).toBe(utility(at(usd / 2, 40), rates))
    },
  )

  it('is made of whole billionths, so that nothing is lost in adding them up', () => {
    const { scoreNanos, priceLogNanos, secondsLogNanos } = offerOf(aModel({ verbosity: 1.23457 }), 'code')
    expect(scoreNanos).toBe(48_000_000_000)
    expect([priceLogNanos, secondsLogNanos].every(Number.isSafeInteger)).toBe(true)
  })

  it('rewards a price below a dollar and an answer within a second', () => {
    const quick = offerOf(
      aModel({ inputPricePer1M: 0.5, outputPricePer1M: 0.5, latencyMs: 200, speedTokensPerSecond: 5000 }),
      'code',
    )
    expect(utility(quick, ratesOf(aQuestion()))).toBe(48 + 3 * 1 + 2 * 1)
  })
})

describe('at equal utility', () => {
  const offer = { ...offerOf(model, 'code'), score: 50, price: 2, seconds: 4 }
  it.each([
    ['the higher score wins', { ...offer, score: 51, price: 9, seconds: 9 }],
    ['then the lower price', { ...offer, price: 1, seconds: 9 }],
    ['then the shorter wait', { ...offer, seconds: 3, model: aModel({ id: 'zz' }) }],
    ['then the id', { ...offer, model: aModel({ id: 'aa' }) }],
  ])('%s', (_, better) => {
    expect(breakTie(better, offer)).toBeLessThan(0)
    expect(breakTie(offer, better)).toBeGreaterThan(0)
  })
})

describe('two models a hair apart', () => {
  const hair = { inputPricePer1M: 0, codingScore: 50, intelligenceScore: 50, blendedPricePer1M: 1 }
  /** Cheaper by less than 1e-10 of its price, slower by as little. */
  const cheaper = aModel({
    ...hair,
    id: 'cheaper',
    verbosity: 1.00033,
    outputPricePer1M: 4.00139,
    latencyMs: 1029.81,
    speedTokensPerSecond: 103.789,
  })
  const faster = aModel({
    ...hair,
    id: 'faster',
    verbosity: 1.00034,
    outputPricePer1M: 4.00135,
    latencyMs: 1045.25,
    speedTokensPerSecond: 103.9,
  })
  const offers = [offerOf(cheaper, 'code'), offerOf(faster, 'code')]
  const roundedSum = (model: Model, rate: number) => {
    const price = (model.verbosity * model.outputPricePer1M) / 4
    const seconds = model.latencyMs / 1000 + 1500 / model.speedTokensPerSecond
    return Math.round((50 - rate * Math.log2(price) - 2 * Math.log2(seconds)) * 1e9)
  }

  it('would make a lower budget pay more if the sum were rounded', () => {
    expect(roundedSum(cheaper, 1) - roundedSum(faster, 1)).toBe(0)
    expect(roundedSum(cheaper, 3) - roundedSum(faster, 3)).toBe(-1)
  })

  it.each(['low', 'balanced'] as const)('are the same tie under budget %s as under the other', (budget) => {
    const [first, second] = offers.map((offer) => utility(offer, ratesOf(aQuestion({ budget }))))
    expect(first).toBe(second)
    expect(choose(offers, ratesOf(aQuestion({ budget })))?.primary.model.id).toBe('faster')
  })
})

describe('the policy text', () => {
  it.each([
    [{}, 'code fast low high: score - 3*log2($/1M expected) - 2*log2(seconds)'],
    [
      { task: 'extraction', latency: 'normal', quality: 'balanced' },
      'extraction normal low balanced: score - 9*log2($/1M expected) - 1.5*log2(seconds)',
    ],
    [{ latency: 'overnight', budget: 'balanced' }, 'code overnight balanced high: score - 1*log2($/1M expected)'],
  ] as const)('of %o names what was really weighed', (wish, expected) => {
    expect(policyText(aQuestion(wish))).toBe(expected)
  })
})
