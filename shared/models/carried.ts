import type { Carried, CarriedModel, ListedModel, Listing, Maker, MakerList } from './feeds/extract.ts'
import { originOf } from './provenance.ts'
import type { Figure, Model, Snapshot, Source } from './schema.ts'

/** After so many days without a word a source no longer speaks against one that does. */
const VOTE_DAYS = 30
const DAY_MS = 86_400_000

export const hasVote = (spokeAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(spokeAt) <= VOTE_DAYS * DAY_MS

const isOf = (start: string, id: string): boolean => id.startsWith(`${start}-`) && !id.startsWith(`${start}-index`)

const MEASURER = 'artificial-analysis'
/** Older than any vote. */
const UNDATED = '2000-01-01T00:00:00Z'

type Dates = ReadonlyMap<string, string>

const datesOf = (sources: readonly Source[]): Dates => new Map(sources.map(({ id, asOf }) => [id, asOf]))

/** The ids of one source that a model names, the newest day first: their ends are days. */
const named = ({ sourceIds }: Model, start: string): readonly string[] =>
  sourceIds.filter((id) => isOf(start, id)).toSorted((a, b) => (a < b ? 1 : -1))

/** The order in which a provider-native id is looked for. */
const NATIVE = ['models-dev', 'litellm', 'genai-prices']

const nativeOf = (model: Model): CarriedModel['native'] => {
  if (model.id === model.openRouterId) return null
  const found = NATIVE.map((start, at) => ({ sourceId: named(model, start)[0], order: at + 1 }))
  const first = found.find(({ sourceId }) => sourceId !== undefined)
  return first?.sourceId === undefined ? null : { id: model.id, sourceId: first.sourceId, order: first.order }
}

const priceOf = (model: Model) => ({
  input: model.inputPricePer1M,
  output: model.outputPricePer1M,
  cacheRead: model.cacheReadPricePer1M,
})

const latencyEffortOf = ({ tags, effort }: Model): string | null => {
  const tag = tags.find((one) => one.startsWith('latency-at-'))?.slice('latency-at-'.length)
  return tag === 'default' ? null : (tag ?? effort)
}

/** Where a figure came from; an index of before that was kept names only everyone who ever measured the model. */
const sourced = (model: Model, dates: Dates) => {
  const newest = (start: string) => {
    const sourceId = named(model, start)[0] ?? ''
    return { sourceId, asOf: dates.get(sourceId) ?? UNDATED }
  }
  return <T>(figure: Figure, value: T) => ({
    value,
    ...(originOf(model, figure) ?? newest(figure === 'price' ? 'openrouter' : MEASURER)),
  })
}

const carriedModel = (model: Model, dates: Dates, now: Date): CarriedModel[] => {
  const { openRouterId } = model
  if (openRouterId === null) return []
  const from = sourced(model, dates)
  const { value: price, ...origin } = from('price', priceOf(model))
  const speed = from('speed', model.speedTokensPerSecond)
  const isKnown = (tag: string): boolean => !model.tags.includes(tag)
  return [
    {
      openRouterId,
      native: nativeOf(model),
      charged: { price, ...origin },
      listPrice: model.listPrice,
      listPriceFrom: originOf(model, 'listPrice'),
      contextLength: model.contextLength,
      effort: model.effort,
      isScoreDisputed: model.tags.includes('score-disputed'),
      reasoning: isKnown('reasoning-unmeasured') ? from('reasoning', model.reasoningScore) : null,
      speed,
      latency: { ...from('latency', model.latencyMs), effort: latencyEffortOf(model) },
      verbosity: isKnown('verbosity-unmeasured') ? from('verbosity', model.verbosity) : null,
      isRecent: isOf(MEASURER, speed.sourceId) && hasVote(speed.asOf, now),
    },
  ]
}

/** What the last index says of every model, for the figures on which no feed speaks now. */
export const carriedFrom = ({ updatedAt, models, sources }: Snapshot, now: Date): Carried => {
  const dates = datesOf(sources)
  return {
    kind: 'carried',
    sourceId: 'carried',
    asOf: updatedAt,
    dropped: 0,
    models: models.flatMap((model) => carriedModel(model, dates, now)),
    sources,
  }
}

const makerFrom = (openRouterId: string, model: Model): Maker => {
  const [id = model.provider] = model.providerAliases
  const prefix = openRouterId.split('/')[0] ?? openRouterId
  return {
    id,
    name: model.provider,
    prefixes: [prefix],
    aliases: model.providerAliases,
    domain: model.providerDomain === 'openrouter.ai' ? null : model.providerDomain,
    region: model.region,
  }
}

/** No live source lists makers with their headquarters: those of the last index stay known. */
export const makersFrom = ({ updatedAt, models, sources }: Snapshot): MakerList => {
  const makers = models.flatMap((model) => (model.openRouterId === null ? [] : makerFrom(model.openRouterId, model)))
  const byName = Map.groupBy(makers, ({ name }) => name)
  const merged = [...byName.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : { ...first, prefixes: [...new Set(same.flatMap(({ prefixes }) => prefixes))] }
  })
  const asOf = datesOf(sources).get('makers') ?? updatedAt
  return { kind: 'makers', sourceId: 'makers', asOf, dropped: 0, makers: merged }
}

const listed = (id: string, model: Model): ListedModel => ({
  id,
  name: model.name,
  isAlias: false,
  outputModalities: ['text'],
  inputModalities: model.inputModalities,
  contextLength: model.contextLength,
  maxOutputTokens: model.maxOutputTokens,
  supports: model.supports,
  openWeights: model.openWeights,
  createdAt: model.createdAt,
  retiresAt: model.retiresAt,
  reasoning: null,
  scores: { intelligence: model.intelligenceScore, coding: model.codingScore, agentic: model.agenticScore },
  // The price is carried with its own date, which is not always that of the list.
  headline: null,
  endpoints: [],
  observed: null,
})

/** The last index in the place of the list of models, for a run that never got one. */
export const listingFrom = ({ updatedAt, models, sources }: Snapshot): Listing => {
  const [newest] = sources.filter(({ id }) => isOf('openrouter', id)).toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))
  return {
    kind: 'listing',
    sourceId: newest?.id ?? `openrouter-${updatedAt.slice(0, 10)}`,
    asOf: newest?.asOf ?? updatedAt,
    dropped: 0,
    models: models.flatMap((model) => (model.openRouterId === null ? [] : listed(model.openRouterId, model))),
  }
}
