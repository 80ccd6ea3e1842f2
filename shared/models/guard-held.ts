import { type Finding, finding, type GuardReason } from './guard-terms.ts'
import { keyOf, originOf, partOf, provenanceOf } from './provenance.ts'
import { FIGURES, type Figure, type Model } from './schema.ts'

const PRICE_FACTOR = 4
const VERBOSITY_FACTOR = 4
const SPEED_FACTOR = 10
const SCORE_POINTS = 20

/** From so many models on, and above this share, it is not the models that moved but the source that broke. */
const MASS = { models: 3, share: 1 / 4 }

const PRICES = ['inputPricePer1M', 'outputPricePer1M', 'cacheReadPricePer1M', 'blendedPricePer1M'] as const

type Rule = {
  readonly reason: GuardReason
  readonly figure: Figure
  readonly isMoved: (last: Model, next: Model) => boolean
}

/** Zero to something is further than any factor. */
const isFurther = (factor: number, a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.max(a, b) > factor * Math.min(a, b)

const isApart = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) > SCORE_POINTS

const haveNot = (tag: string, ...models: readonly Model[]): boolean => models.every(({ tags }) => !tags.includes(tag))
const latencyTag = ({ tags }: Model): string | undefined => tags.find((tag) => tag.startsWith('latency-at-'))

const RULES: readonly Rule[] = [
  {
    reason: 'price-moved',
    figure: 'price',
    isMoved: (last, next) => PRICES.some((field) => isFurther(PRICE_FACTOR, last[field], next[field])),
  },
  {
    reason: 'score-moved',
    figure: 'intelligence',
    isMoved: (last, next) => isApart(last.intelligenceScore, next.intelligenceScore),
  },
  { reason: 'score-moved', figure: 'coding', isMoved: (last, next) => isApart(last.codingScore, next.codingScore) },
  {
    reason: 'score-moved',
    figure: 'reasoning',
    isMoved: (last, next) =>
      haveNot('reasoning-unmeasured', last, next) && isApart(last.reasoningScore, next.reasoningScore),
  },
  { reason: 'score-moved', figure: 'agentic', isMoved: (last, next) => isApart(last.agenticScore, next.agenticScore) },
  {
    reason: 'speed-moved',
    figure: 'speed',
    isMoved: (last, next) => isFurther(SPEED_FACTOR, last.speedTokensPerSecond, next.speedTokensPerSecond),
  },
  {
    reason: 'speed-moved',
    figure: 'latency',
    // At another effort the first token comes a hundred times later, and rightly so.
    isMoved: (last, next) =>
      latencyTag(last) === latencyTag(next) && isFurther(SPEED_FACTOR, last.latencyMs, next.latencyMs),
  },
  {
    reason: 'verbosity-moved',
    figure: 'verbosity',
    isMoved: (last, next) =>
      haveNot('verbosity-unmeasured', last, next) && isFurther(VERBOSITY_FACTOR, last.verbosity, next.verbosity),
  },
]

/** The origins of `next`, but for the held figures, which are as old as they were. */
const origins = (last: Model, next: Model, held: readonly Figure[]) => {
  if (next.provenance === undefined) return {}
  const sourced = FIGURES.flatMap((figure) => {
    const origin = originOf(held.includes(figure) ? last : next, figure)
    return origin === undefined ? [] : [{ figure, ...origin }]
  })
  return { provenance: provenanceOf(sourced) }
}

/** `next` with these figures, and their origins, as they were in `last`. */
const holding = (last: Model, next: Model, held: readonly Figure[]): Model => {
  if (held.length === 0) return next
  let model = next
  for (const figure of held) model = { ...model, ...partOf(last, figure) }
  const reasoning = haveNot('reasoning-unmeasured', model) ? model.reasoningScore : model.intelligenceScore
  const tags = [...new Set([...next.tags, ...held.map((figure) => `${figure}-held`)])].toSorted()
  return { ...model, reasoningScore: reasoning, tags, ...origins(last, next, held) }
}

type Pair = { readonly last: Model | undefined; readonly next: Model }

export type Held = {
  readonly models: readonly Model[]
  /** Single models whose figure stays as it was. */
  readonly notes: readonly Finding[]
  /** Too many at once: the source is not believed at all. */
  readonly refusals: readonly Finding[]
}

/** Keeps what moves further within a run than such figures do; `isOff` names what is to be taken as it comes. */
export const hold = (pairs: readonly Pair[], isOff: (reason: GuardReason) => boolean): Held => {
  const moved = pairs.map(({ last, next }) => ({
    next,
    last,
    rules: last === undefined ? [] : RULES.filter(({ reason, isMoved }) => !isOff(reason) && isMoved(last, next)),
  }))
  const compared = pairs.filter(({ last }) => last !== undefined).length
  const found = [...new Set(RULES.map(({ reason }) => reason))].flatMap((reason) => {
    const models = moved
      .filter(({ rules }) => rules.some((rule) => rule.reason === reason))
      .map(({ next }) => keyOf(next))
    return models.length === 0 ? [] : [{ reason, models }]
  })
  const isMass = (models: readonly string[]) => models.length >= MASS.models && models.length > MASS.share * compared
  return {
    models: moved.map(({ last, next, rules }) =>
      last === undefined
        ? next
        : holding(
            last,
            next,
            rules.map(({ figure }) => figure),
          ),
    ),
    notes: found.map(({ reason, models }) =>
      finding(reason, 'moved too far for one run, and the last value stays', models),
    ),
    refusals: found
      .filter(({ models }) => isMass(models))
      .map(({ reason, models }) =>
        finding(reason, `${models.length} of ${compared} moved too far for one run`, models),
      ),
  }
}
