import type { Figure, Model, Origin } from './schema.ts'

/** The fields of a model that hold a figure: they come from one source and are replaced together. */
const PARTS: Readonly<Record<Figure, (model: Model) => Partial<Model>>> = {
  price: ({ inputPricePer1M, outputPricePer1M, cacheReadPricePer1M, blendedPricePer1M }) => ({
    inputPricePer1M,
    outputPricePer1M,
    cacheReadPricePer1M,
    blendedPricePer1M,
  }),
  listPrice: ({ listPrice }) => ({ listPrice }),
  // The effort is that of the published score.
  intelligence: ({ intelligenceScore, effort }) => ({ intelligenceScore, effort }),
  coding: ({ codingScore }) => ({ codingScore }),
  reasoning: ({ reasoningScore }) => ({ reasoningScore }),
  agentic: ({ agenticScore }) => ({ agenticScore }),
  verbosity: ({ verbosity }) => ({ verbosity }),
  speed: ({ speedTokensPerSecond }) => ({ speedTokensPerSecond }),
  latency: ({ latencyMs }) => ({ latencyMs }),
  context: ({ contextLength }) => ({ contextLength }),
}

export const partOf = (model: Model, figure: Figure): Partial<Model> => PARTS[figure](model)

/** The one number that a figure is shown as. */
const SHOWN: Readonly<Record<Figure, (model: Model) => number | null>> = {
  price: ({ blendedPricePer1M }) => blendedPricePer1M,
  listPrice: ({ listPrice }) => listPrice && (3 * listPrice.inputPricePer1M + listPrice.outputPricePer1M) / 4,
  intelligence: ({ intelligenceScore }) => intelligenceScore,
  coding: ({ codingScore }) => codingScore,
  reasoning: ({ reasoningScore }) => reasoningScore,
  agentic: ({ agenticScore }) => agenticScore,
  verbosity: ({ verbosity }) => verbosity,
  speed: ({ speedTokensPerSecond }) => speedTokensPerSecond,
  latency: ({ latencyMs }) => latencyMs,
  context: ({ contextLength }) => contextLength,
}

export const shownValue = (model: Model, figure: Figure): number | null => SHOWN[figure](model)

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
