import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answered, prepare, route, winner } from '../../../shared/models/answers.ts'
import { expectedPrice, expectedSeconds, offerOf, ratesOf, score, utility } from '../../../shared/models/policy.ts'
import { BUDGETS, type Filters, LATENCIES, QUALITIES, type Question } from '../../../shared/models/question.ts'
import { type Model, Recommendation, RouteResult } from '../../../shared/models/schema.ts'
import { WINNERS } from '../../../shared/models/winners.ts'
import { EVERY_WISH, models, question, someFilters } from '../../support/generated.ts'
import { aSnapshot, NOW } from '../../support/models.ts'
import { referenceLeft, referenceRoute, referenceWinner } from '../../support/reference.ts'

const RUNS = { numRuns: 1000 }

const holds = <T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  property: (...values: T) => void,
) => fc.assert(fc.property(...arbitraries, property), RUNS)

const answer = <T>(answered: Answered<T>): T | null => (answered.ok ? answered.answer : null)
const ask = (index: readonly Model[], asked: Question) => answer(route(prepare(aSnapshot(index)), asked, NOW))

const find = (index: readonly Model[], id: string): Model => {
  const found = index.find((model) => model.id === id)
  if (found === undefined) throw new Error(`${id} is not in the index`)
  return found
}
const primary = (index: readonly Model[], asked: Question): Model | null => {
  const answered = ask(index, asked)
  return answered === null ? null : find(index, answered.model)
}
const best = (index: readonly Model[], asked: Question): number => {
  const model = primary(index, asked)
  return model === null ? Number.NEGATIVE_INFINITY : utility(offerOf(model, asked.task), ratesOf(asked))
}

describe('for any index and any filters', () => {
  it('a lower budget never raises the expected price', () => {
    holds([models, question], (index, asked) => {
      const [low, balanced] = (['low', 'balanced'] as const).map((budget) => primary(index, { ...asked, budget }))
      if (low && balanced) expect(expectedPrice(low)).toBeLessThanOrEqual(expectedPrice(balanced))
      expect(low === null).toBe(balanced === null)
    })
  })

  it('a faster latency never raises the expected seconds', () => {
    holds([models, question], (index, asked) => {
      const waits = LATENCIES.map((latency) => primary(index, { ...asked, latency })).map((model) =>
        model === null ? 0 : expectedSeconds(model, asked.task),
      )
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    })
  })

  it('a higher quality never lowers the score', () => {
    holds([models, question], (index, asked) => {
      const [balanced, high] = QUALITIES.map((quality) => primary(index, { ...asked, quality }))
      if (balanced && high) expect(score(high, asked.task)).toBeGreaterThanOrEqual(score(balanced, asked.task))
    })
  })

  it('no eligible model is strictly better in score, price and time at once', () => {
    holds([models, question], (index, asked) => {
      const chosen = primary(index, asked)
      if (chosen === null) return
      const able = referenceLeft(index, asked, NOW).filter(
        (model) => ask([model], { ...asked, providers: [] }) !== null,
      )
      expect(able).toContain(chosen)
      const better = able.filter(
        (model) =>
          score(model, asked.task) > score(chosen, asked.task) &&
          expectedPrice(model) < expectedPrice(chosen) &&
          expectedSeconds(model, asked.task) < expectedSeconds(chosen, asked.task),
      )
      expect(better).toEqual([])
    })
  })

  it('removing a model that did not win never changes the answer', () => {
    holds([models, question, fc.nat()], (index, asked, pick) => {
      const chosen = primary(index, asked)
      const others = index.filter((model) => model !== chosen)
      const removed = others[pick % Math.max(1, others.length)]
      const rest = index.filter((model) => model !== removed)
      expect(primary(rest, asked)).toBe(chosen)
    })
  })

  it('narrowing a filter never raises the utility', () => {
    holds([models, question, someFilters], (index, asked, narrower) => {
      const narrow = <T>(wide: readonly T[], by: readonly T[]): readonly T[] => {
        const kept = wide.filter((entry) => by.includes(entry))
        return wide.length === 0 ? by : kept.length === 0 ? wide : kept
      }
      const narrowed = {
        ...asked,
        providers: narrow(asked.providers, narrower.providers),
        regions: narrow(asked.regions, narrower.regions),
      }
      expect(best(index, narrowed)).toBeLessThanOrEqual(best(index, asked))
    })
  })

  it('never answers from outside the allowlist, and falls back on another provider whenever there is one', () => {
    holds([models, question], (index, asked) => {
      const answered = ask(index, asked)
      if (answered === null) return
      const allowed = referenceLeft(index, asked, NOW)
      const chosen = find(index, answered.model)
      expect(allowed).toContain(chosen)
      const fallback = answered.fallback === null ? null : find(index, answered.fallback)
      if (fallback !== null) expect(allowed).toContain(fallback)
      const elsewhere = allowed.filter(({ provider }) => provider !== chosen.provider)
      const isCovered = referenceRoute(elsewhere, asked, NOW) !== null
      expect(fallback !== null && fallback.provider !== chosen.provider).toBe(isCovered)
      expect([answered.fallbackOpenRouterId, answered.fallbackLogoUrl]).toEqual([
        fallback?.openRouterId ?? null,
        fallback?.logoUrl ?? null,
      ])
    })
  })

  it('every answer keeps to its published shape, and every refusal is short', () => {
    holds([models, question, fc.constantFrom(...WINNERS)], (index, asked, of) => {
      const prepared = prepare(aSnapshot(index))
      const routed = route(prepared, asked, NOW)
      const won = winner(prepared, of, asked, NOW)
      if (routed.ok) expect(RouteResult.parse(routed.answer)).toEqual(routed.answer)
      if (won.ok) expect(Recommendation.parse(won.answer)).toEqual(won.answer)
      for (const { message } of [routed, won].filter((answered) => !answered.ok)) {
        expect(message).toMatch(/^No model /)
        expect(message.length).toBeLessThan(600)
      }
    })
  })
})

describe('the naive reference agrees', () => {
  const routed = (index: readonly Model[], filters: Filters) => {
    const prepared = prepare(aSnapshot(index))
    for (const wish of EVERY_WISH) {
      const asked = { ...wish, ...filters }
      const answered = answer(route(prepared, asked, NOW))
      const got = answered === null ? null : { model: answered.model, fallback: answered.fallback }
      expect(got, JSON.stringify(asked)).toEqual(referenceRoute(index, asked, NOW))
    }
  }

  it('on all 72 combinations without filters', () => {
    expect(EVERY_WISH).toHaveLength(BUDGETS.length * LATENCIES.length * QUALITIES.length * 6)
    fc.assert(
      fc.property(models, (index) => routed(index, { providers: [], regions: [] })),
      RUNS,
    )
  })

  it('on all 72 combinations with filters', () => {
    fc.assert(fc.property(models, someFilters, routed), { numRuns: 1000 })
  })

  it('on any single question', () => {
    holds([models, question], (index, asked) => {
      const answered = ask(index, asked)
      const got = answered === null ? null : { model: answered.model, fallback: answered.fallback }
      expect(got).toEqual(referenceRoute(index, asked, NOW))
    })
  })

  it.each(WINNERS)('on the %s model and its value', (of) => {
    holds([models, someFilters], (index, filters) => {
      const answered = answer(winner(prepare(aSnapshot(index)), of, filters, NOW))
      const got = answered === null ? null : { model: answered.model, value: answered.value }
      expect(got).toEqual(referenceWinner(index, of, filters, NOW))
    })
  })
})
