import type { Model } from '../../models/schema.ts'
import { client } from '../api.ts'
import type { Asking } from '../asking.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { asJson, printable, table } from '../terminal.ts'
import type { SortBy } from './sort-by.ts'

export type ModelsFlags = {
  readonly json?: boolean
  readonly sort: SortBy
  readonly reverse?: boolean
  readonly limit?: number
  readonly providers?: string[]
  readonly regions?: string[]
  readonly maxPrice?: number
  readonly minIntelligence?: number
  readonly minContext?: number
  readonly openWeights?: boolean
}

/** Larger keys come first: the best of a kind stands on top, which for prices and waits is the smallest. */
const KEYS: Readonly<Record<SortBy, (model: Model) => number>> = {
  intelligence: ({ intelligenceScore }) => intelligenceScore,
  coding: ({ codingScore }) => codingScore,
  reasoning: ({ reasoningScore }) => reasoningScore,
  price: ({ blendedPricePer1M }) => -blendedPricePer1M,
  speed: ({ speedTokensPerSecond }) => speedTokensPerSecond,
  latency: ({ latencyMs }) => -latencyMs,
  value: ({ valueScore }) => valueScore,
  context: ({ contextLength }) => contextLength,
}

/** As the service matches its `providers`: a maker's name or alias, or the beginning of an id from two letters on. */
const isNamed = ({ provider, providerAliases, id, openRouterId }: Model, entry: string): boolean =>
  [provider, ...providerAliases].some((name) => name.toLowerCase() === entry) ||
  (entry.length > 1 && [id, openRouterId ?? id].some((name) => name.toLowerCase().startsWith(entry)))

const isAmong = (model: Model, { providers, regions }: ModelsFlags): boolean => {
  const entries = providers?.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '')
  if (entries !== undefined && !entries.some((entry) => isNamed(model, entry))) return false
  return regions === undefined || regions.includes(model.region ?? '')
}

const isLeft = (model: Model, flags: ModelsFlags): boolean =>
  isAmong(model, flags) &&
  model.blendedPricePer1M <= (flags.maxPrice ?? Infinity) &&
  model.intelligenceScore >= (flags.minIntelligence ?? 0) &&
  model.contextLength >= (flags.minContext ?? 0) &&
  (flags.openWeights !== true || model.openWeights)

/** The models that the filters leave, in the order asked for; equal ones by their id. */
export const selected = (models: readonly Model[], flags: ModelsFlags): readonly Model[] => {
  const key = KEYS[flags.sort]
  const inOrder = models
    .filter((model) => isLeft(model, flags))
    .toSorted((a, b) => key(b) - key(a) || (a.id < b.id ? -1 : 1))
  return (flags.reverse ? inOrder.toReversed() : inOrder).slice(0, flags.limit)
}

const COLUMNS = [
  { title: 'model', isNumber: false },
  { title: 'provider', isNumber: false },
  { title: 'region', isNumber: false },
  { title: 'intel.', isNumber: true },
  { title: 'coding', isNumber: true },
  { title: 'reason.', isNumber: true },
  { title: '$/1M', isNumber: true },
  { title: 'tok/s', isNumber: true },
  { title: 'value', isNumber: true },
  { title: 'context', isNumber: true },
] as const

const rowOf = (model: Model): readonly string[] =>
  [
    model.id,
    model.provider,
    model.region ?? '-',
    model.intelligenceScore.toFixed(1),
    model.codingScore.toFixed(1),
    model.reasoningScore.toFixed(1),
    model.blendedPricePer1M.toFixed(3),
    model.speedTokensPerSecond.toFixed(0),
    model.valueScore.toFixed(1),
    `${Math.round(model.contextLength / 1000)}k`,
  ].map(printable)

/** `pointsman models`: the index as a table. */
export const models = async ({ around, options }: Asking, flags: ModelsFlags): Promise<Outcome> => {
  const snapshot = await client(options).models()
  const chosen = selected(snapshot.models, flags)
  if (flags.json) return { exit: EXIT.ok, answer: asJson(chosen) }
  if (chosen.length === 0) return { exit: EXIT.refused, hint: 'No model of the index is left by these filters.' }
  const hint = `${chosen.length} of ${snapshot.models.length} models, as of ${printable(snapshot.updatedAt)}`
  return { exit: EXIT.ok, answer: table(COLUMNS, chosen.map(rowOf), around.isColoured), hint }
}
