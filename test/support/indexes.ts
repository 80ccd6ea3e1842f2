import type { GuardContext } from '../../shared/models/guard-terms.ts'
import { keyOf } from '../../shared/models/provenance.ts'
import type { Model, Snapshot } from '../../shared/models/schema.ts'
import { aModelOf, NOW } from './models.ts'
import { aWorld } from './routing.ts'

const HOUR_LATER = '2026-11-20T07:00:00.000Z'

const providers = ['Anvil', 'Bellows', 'Chisel', 'Drill'] as const

/** Twelve models of four makers; the dearer, the better, and no two alike. */
export const TWELVE: readonly Model[] = Array.from({ length: 12 }, (_, at) => {
  const provider = providers[at % providers.length] ?? 'Anvil'
  return aModelOf(provider, `${provider.toLowerCase()}-${at}`, {
    name: `${provider} ${at}`,
    intelligenceScore: 20 + at * 3,
    codingScore: 22 + at * 4,
    reasoningScore: 18 + at * 5,
    agenticScore: 15 + at * 3,
    inputPricePer1M: 0.1 * (at + 1),
    outputPricePer1M: 0.5 * (at + 1),
    speedTokensPerSecond: 300 - at * 20,
    latencyMs: 500 + at * 100,
    provenance: [
      { sourceId: 'feed', asOf: '2026-11-20T06:00:00Z', figures: ['price', 'context', 'intelligence', 'coding'] },
    ],
  })
})

export const lastIndex = (models: readonly Model[] = TWELVE): Snapshot => aWorld(models)

/** What a run an hour later built. */
export const nextIndex = (models: readonly Model[]): Snapshot => ({
  ...aWorld(TWELVE),
  models: [...models],
  updatedAt: HOUR_LATER,
})

export const aContext = (overrides: Partial<GuardContext> = {}): GuardContext => ({
  listed: TWELVE.map(keyOf),
  agreed: [],
  accepted: [],
  now: NOW,
  ...overrides,
})

/** The models with the one at a place changed. */
export const changing = (at: number, change: Partial<Model>, models: readonly Model[] = TWELVE): readonly Model[] =>
  models.map((model, place) => (place === at ? { ...model, ...change } : model))

const PRICES = ['inputPricePer1M', 'outputPricePer1M', 'blendedPricePer1M'] as const

export const atPrice = (model: Model, factor: number): Model => ({
  ...model,
  ...Object.fromEntries(PRICES.map((price) => [price, model[price] * factor])),
})
