import type { Source } from '../schema.ts'

/** What one feed said on one day, in our own words: the only thing that the build of the index reads. */
export type Extract = Listing | Measurements | PriceList | MakerList | Carried

/** The part every extract has; `dropped` counts rows that could not be used. */
type Dated = { readonly sourceId: string; readonly asOf: string; readonly dropped: number }

export type Price = { readonly input: number; readonly output: number; readonly cacheRead: number | null }

/** Published index values, 0 to 100; `null` where the feed publishes none. */
type Scores = {
  readonly intelligence: number | null
  readonly coding: number | null
  readonly agentic: number | null
}

/** One host's offer of a model; the tag names the host, then the variant of the offer. */
export type Endpoint = { readonly tag: string; readonly price: Price; readonly isDefault: boolean }

/** What a host of many models sees of a model's speed: less than a measurement, more than nothing. */
export type Observed = { readonly tokensPerSecond: number | null; readonly firstTokenSeconds: number | null }

/** What a model can do besides answering in text; `null` where a feed does not say. */
export type Supports = {
  readonly tools: boolean | null
  readonly structuredOutputs: boolean | null
  readonly reasoning: boolean | null
}

export type ReasoningDefaults = { readonly isOnByDefault: boolean | null; readonly defaultEffort: string | null }

/** A fact that an extract of another day may know is `null` here. */
export type ListedModel = {
  readonly id: string
  readonly name: string
  readonly isAlias: boolean
  readonly outputModalities: readonly string[] | null
  readonly inputModalities: readonly string[] | null
  readonly contextLength: number | null
  readonly maxOutputTokens: number | null
  readonly supports: Supports | null
  readonly openWeights: boolean | null
  readonly createdAt: string | null
  readonly retiresAt: string | null
  readonly reasoning: ReasoningDefaults | null
  readonly scores: Scores
  readonly headline: Price | null
  readonly endpoints: readonly Endpoint[]
  readonly observed: Observed | null
}

/** The models that can be bought, with ids, prices and published scores. */
export type Listing = Dated & { readonly kind: 'listing'; readonly models: readonly ListedModel[] }

/** `Thinking` and `Instruct` are part of a name, not an effort: they are different weights. */
export type Wording = 'thinking' | 'instruct' | null

/** One way to read a measured row's name; a slug has several, tried in order. */
export type Reading = { readonly key: string; readonly wording: Wording; readonly effort: string | null }

/** One model at one reasoning effort, as measured. */
export type Configuration = {
  readonly readings: readonly Reading[]
  /** Whether the reading is of a name; a slug may be used again for a newer model. */
  readonly isNamed: boolean
  readonly maker: string
  readonly openRouterId: string | null
  readonly releasedAt: string | null
  readonly intelligence: number | null
  readonly coding: number | null
  readonly gpqa: number | null
  readonly hle: number | null
  readonly tokensPerSecond: number | null
  readonly firstTokenSeconds: number | null
  readonly outputTokensPerTask: number | null
  /** Millions of output tokens of the whole index run. */
  readonly outputTokensOfRun: number | null
}

export type Measurements = Dated & { readonly kind: 'measurements'; readonly configurations: readonly Configuration[] }

export type ListedPrice = {
  readonly provider: string
  readonly id: string
  readonly price: Price | null
  readonly supports: Supports | null
  readonly inputModalities: readonly string[] | null
  readonly maxOutputTokens: number | null
}

/** `native`: the place of the feed in the order in which a provider-native id is looked for. */
export type PriceList = Dated & {
  readonly kind: 'prices'
  readonly native: number
  readonly entries: readonly ListedPrice[]
}

export type Maker = {
  readonly id: string
  readonly name: string
  readonly prefixes: readonly string[]
  readonly aliases: readonly string[]
  readonly domain: string | null
  readonly region: 'us' | 'eu' | 'china' | 'other' | null
}

export type MakerList = Dated & { readonly kind: 'makers'; readonly makers: readonly Maker[] }

type Stated<T> = { readonly value: T; readonly sourceId: string; readonly asOf: string }

/** Figures that an index published before, for a model of which no feed says them now. */
export type CarriedModel = {
  readonly openRouterId: string
  readonly native: { readonly id: string; readonly sourceId: string; readonly order: number } | null
  readonly charged: { readonly price: Price; readonly sourceId: string; readonly asOf: string }
  readonly listPrice: { inputPricePer1M: number; outputPricePer1M: number; sourceId: string } | null
  readonly listPriceFrom: { readonly sourceId: string; readonly asOf: string } | undefined
  readonly contextLength: number
  readonly effort: string | null
  readonly isScoreDisputed: boolean
  readonly reasoning: Stated<number> | null
  readonly speed: Stated<number>
  readonly latency: Stated<number> & { readonly effort: string | null }
  readonly verbosity: Stated<number> | null
  /** Whether the one who measured it spoke recently enough to be believed before a host's observation. */
  readonly isRecent: boolean
}

/** The last index in the role of a feed that speaks only where the others are silent, each figure with its own date. */
export type Carried = Dated & {
  readonly kind: 'carried'
  readonly models: readonly CarriedModel[]
  readonly sources: readonly Source[]
}
