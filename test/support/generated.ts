import * as fc from 'fast-check'
import type { Filters, Question, Region } from '../../shared/models/question.ts'
import { BUDGETS, LATENCIES, QUALITIES, REGIONS, TASKS } from '../../shared/models/question.ts'
import type { Model } from '../../shared/models/schema.ts'
import { aModelOf } from './models.ts'

/** Whole steps of a small range, so that figures repeat and ties happen. */
const steps = (from: number, to: number, digits: number) =>
  fc.integer({ min: from, max: to }).map((step) => Number((step / 10 ** digits).toPrecision(6)))

/** Any figure of six significant digits between 0.001 and 1,000. */
const fine = fc
  .tuple(fc.integer({ min: 100_000, max: 999_999 }), fc.integer({ min: 3, max: 8 }))
  .map(([digits, places]) => Number((digits / 10 ** places).toPrecision(6)))

/** A figure in the sixth digit beside 1: products of such figures lie closer together than the figures do. */
const hair = fc.integer({ min: 0, max: 9 }).map((step) => Number((1 + step / 100_000).toPrecision(6)))

const score = fc.oneof(steps(0, 20, 0), steps(0, 1000, 1), steps(0, 1_000_000, 4), hair)
const price = fc.oneof(steps(0, 8, 1), fine, hair)
const figure = fc.oneof(steps(1, 8, 1), fine, hair)

/** Maker and region belong together; one maker sits elsewhere, one nobody knows where. */
const MAKERS: readonly (readonly [string, Region | 'other' | null])[] = [
  ['Lineside', 'us'],
  ['Ballast', 'us'],
  ['Signalbox', 'eu'],
  ['Turnout', 'china'],
  ['Derailer', 'other'],
  ['Constructor', null],
]

const figures: fc.Arbitrary<Partial<Model>> = fc.record({
  intelligenceScore: score,
  codingScore: score,
  reasoningScore: score,
  agenticScore: fc.option(score, { freq: 4, nil: null }),
  inputPricePer1M: price,
  outputPricePer1M: price,
  blendedPricePer1M: figure,
  verbosity: figure,
  speedTokensPerSecond: fc.oneof(steps(1, 8, -2), fine),
  latencyMs: fc.oneof(steps(1, 8, -2), fine),
  retiresAt: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2099-12-31'),
  ),
  tags: fc.subarray(['score-disputed', 'reasoning-unmeasured', 'price-disputed'], { maxLength: 1 }),
})

const model = fc.record({ maker: fc.constantFrom(...MAKERS), figures, isListed: fc.boolean() })

/** Indexes of up to fourteen models of up to six makers. */
export const models: fc.Arbitrary<readonly Model[]> = fc.array(model, { minLength: 1, maxLength: 14 }).map((made) =>
  made.map(({ maker: [provider, region], figures, isListed }, at) =>
    aModelOf(provider, `${provider.slice(0, 2)}-${at}`, {
      ...figures,
      region,
      ...(isListed ? {} : { openRouterId: null }),
    }),
  ),
)

const ENTRIES = [
  ...MAKERS.map(([provider]) => provider.toLowerCase()),
  ...MAKERS.map(([provider]) => `${provider.toLowerCase()} labs`),
  ...['li', 'ba-1', 'signalbox/', 'tu-3', 'l', 'co-', 'nobody'],
  ...['__proto__', 'constructor', 'tostring', 'hasownproperty'],
]

const filters: fc.Arbitrary<Filters> = fc.record({
  providers: fc.subarray(ENTRIES, { maxLength: 5 }),
  regions: fc.subarray([...REGIONS]),
})

export const someFilters: fc.Arbitrary<Filters> = fc.oneof(
  fc.constant<Filters>({ providers: [], regions: [] }),
  filters.map(({ providers }) => ({ providers, regions: [] })),
  filters.map(({ regions }) => ({ providers: [], regions })),
  filters,
)

export const question: fc.Arbitrary<Question> = fc
  .tuple(
    fc.record({
      task: fc.constantFrom(...TASKS),
      latency: fc.constantFrom(...LATENCIES),
      budget: fc.constantFrom(...BUDGETS),
      quality: fc.constantFrom(...QUALITIES),
    }),
    someFilters,
  )
  .map(([wish, narrowed]) => ({ ...wish, ...narrowed }))

/** The 72 ways to ask without filters. */
export const EVERY_WISH: readonly Omit<Question, keyof Filters>[] = TASKS.flatMap((task) =>
  LATENCIES.flatMap((latency) =>
    BUDGETS.flatMap((budget) => QUALITIES.map((quality) => ({ task, latency, budget, quality }))),
  ),
)
