import * as z from 'zod/mini'
import { REGIONS, Region, Task } from './question.ts'

export const text = z.string().check(z.minLength(1), z.maxLength(2000))
export const id = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))
const isInstant = (text: string): boolean => Number.isFinite(Date.parse(text))
export const dateTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/), z.refine(isInstant))
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/), z.refine(isInstant))
const webAddress = z.string().check(z.regex(/^https?:[/][/][\x21-\x7e]{1,500}$/))
const score = z.number().check(z.minimum(0), z.maximum(100))
const price = z.number().check(z.minimum(0), z.maximum(100_000))
const positive = z.number().check(z.positive(), z.maximum(1e9))

/** A price list that a maker publishes itself, in USD per 1M tokens, kept where it contradicts the price used. */
const ListPrice = z.object({ inputPricePer1M: price, outputPricePer1M: price, sourceId: text })

/** What a model is judged by; `price` stands for all that a token costs, the others for one field each. */
export const FIGURES = [
  'price',
  'listPrice',
  'intelligence',
  'coding',
  'reasoning',
  'agentic',
  'verbosity',
  'speed',
  'latency',
  'context',
] as const
const Figure = z.enum(FIGURES)
export type Figure = z.infer<typeof Figure>

/** Which figures of a model one source gave, and of when they are. */
export const Origin = z.object({ sourceId: text, asOf: dateTime, figures: z.array(Figure) })
export type Origin = z.infer<typeof Origin>

/** One entry of the index: figures of a model in one named configuration (`effort`), each from a named source. */
export const Model = z.object({
  id,
  openRouterId: z.nullable(id),
  name: text,
  provider: text,
  /** Lower-case names under which `providers=` also finds the maker. */
  providerAliases: z.array(text),
  providerDomain: text,
  logoUrl: webAddress,
  /** Where the maker has its headquarters; `null` where unknown. */
  region: z.nullable(z.enum([...REGIONS, 'other'])),
  /** The configuration whose scores are published. */
  effort: z.nullable(text),
  intelligenceScore: score,
  codingScore: score,
  reasoningScore: score,
  agenticScore: z.nullable(score),
  inputPricePer1M: price,
  outputPricePer1M: price,
  cacheReadPricePer1M: z.nullable(price),
  blendedPricePer1M: price.check(z.positive()),
  listPrice: z.nullable(ListPrice),
  /** Output tokens per task over the median of the index; 1 where unmeasured. */
  verbosity: positive,
  speedTokensPerSecond: positive,
  latencyMs: positive,
  contextLength: z.int().check(z.positive()),
  maxOutputTokens: z.nullable(z.int().check(z.positive())),
  inputModalities: z.array(text),
  /** `null` where no source says. */
  supports: z.object({
    tools: z.nullable(z.boolean()),
    structuredOutputs: z.nullable(z.boolean()),
    reasoning: z.nullable(z.boolean()),
  }),
  openWeights: z.boolean(),
  createdAt: z.nullable(date),
  retiresAt: z.nullable(date),
  valueScore: z.number().check(z.minimum(0)),
  tags: z.array(text),
  sourceIds: z.array(text),
  /** Where and when each figure came from; an index of before it was kept has none. */
  provenance: z.optional(z.array(Origin)),
})
export type Model = z.infer<typeof Model>

/** Where figures of the index come from, with what the source demands to be said of it. */
export const Source = z.object({
  id: text,
  name: text,
  url: webAddress,
  licence: text,
  attribution: text,
  asOf: dateTime,
  provides: z.array(text),
})
export type Source = z.infer<typeof Source>

/** The answer to "which model is the cheapest, fastest, smartest, best value". */
export const Recommendation = z.object({
  model: id,
  openRouterId: z.nullable(id),
  name: text,
  provider: text,
  providerDomain: text,
  logoUrl: webAddress,
  reason: text,
  price,
  intelligence: score,
  speed: positive,
  value: z.number(),
  updatedAt: dateTime,
})
export type Recommendation = z.infer<typeof Recommendation>

/** The answer to "which model for this task", with a second one should the first fail. */
export const RouteResult = z.object({
  ...Recommendation.shape,
  fallback: z.nullable(id),
  fallbackOpenRouterId: z.nullable(id),
  fallbackLogoUrl: z.nullable(webAddress),
  policy: text,
  task: Task,
  providerFilter: z.array(z.string()),
  regionFilter: z.array(Region),
})
export type RouteResult = z.infer<typeof RouteResult>

export const Answers = z.object({
  cheapest: Recommendation,
  fastest: Recommendation,
  smartest: Recommendation,
  bestValue: Recommendation,
  route: RouteResult,
})
export type Answers = z.infer<typeof Answers>

const EndpointNote = z.object({ method: text, path: text, description: text })

const AwaitingScore = z.object({ id, intelligenceScore: score })

const isFilled = z.refine<readonly unknown[]>((list) => list.length > 0)
/** An id that two models bear names neither. */
const hasUniqueIds = z.refine<readonly Model[]>((models) => new Set(models.map(({ id }) => id)).size === models.length)

/** The whole index as one object: what S3 holds and `/api/models` answers. */
export const Snapshot = z.object({
  updatedAt: dateTime,
  generatedBy: text,
  methodology: z.array(text),
  sources: z.array(Source).check(isFilled),
  answers: Answers,
  models: z.array(Model).check(isFilled, hasUniqueIds),
  /** Models that left when the benchmark's version changed, with the score of the version before, until they are scored again. */
  awaitingScores: z.optional(z.array(AwaitingScore)),
  api: z.array(EndpointNote),
})
export type Snapshot = z.infer<typeof Snapshot>
