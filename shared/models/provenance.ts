import type { Figure, Model, Origin } from './schema.ts'

/** The fields of a model that hold a figure; they come from one source and are replaced together. */
export const FIELDS = {
  price: ['inputPricePer1M', 'outputPricePer1M', 'cacheReadPricePer1M', 'blendedPricePer1M'],
  listPrice: ['listPrice'],
  intelligence: ['intelligenceScore'],
  coding: ['codingScore'],
  reasoning: ['reasoningScore'],
  agentic: ['agenticScore'],
  verbosity: ['verbosity'],
  speed: ['speedTokensPerSecond'],
  latency: ['latencyMs'],
  context: ['contextLength'],
} as const satisfies Readonly<Record<Figure, readonly (keyof Model)[]>>

/** OpenRouter's id where there is one: the provider's own may change with the source that knows it. */
export const keyOf = ({ openRouterId, id }: Pick<Model, 'openRouterId' | 'id'>): string => openRouterId ?? id

type From = Pick<Origin, 'sourceId' | 'asOf'>

/** Where a figure of the model came from, as far as the index says. */
export const originOf = ({ provenance = [] }: Pick<Model, 'provenance'>, figure: Figure): From | undefined => {
  const origin = provenance.find(({ figures }) => figures.includes(figure))
  return origin && { sourceId: origin.sourceId, asOf: origin.asOf }
}

type Sourced = From & { readonly figure: Figure }

/** Figures of one source and time together, so that the index says it once. */
export const provenanceOf = (sourced: readonly Sourced[]): Origin[] =>
  [...Map.groupBy(sourced, ({ sourceId, asOf }) => `${sourceId} ${asOf}`).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ sourceId: first.sourceId, asOf: first.asOf, figures: same.map(({ figure }) => figure) }]
  })
