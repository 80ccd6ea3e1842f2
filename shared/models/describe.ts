import type { Complete } from './complete.ts'
import type { Supports } from './feeds/extract.ts'
import { sixDigits } from './feeds/rows.ts'
import { blended, disputedBy } from './price.ts'
import { provenanceOf } from './provenance.ts'
import { FIGURES, type Figure as FigureName, type Model, type Origin } from './schema.ts'
import { isSameEffort } from './scores.ts'
import { isoTime, publishedScores } from './sources.ts'
import type { Figure } from './speed.ts'
import { valueScore } from './value.ts'

/** What only the whole index tells of a model. */
export type Standing = {
  readonly id: { readonly id: string; readonly sourceId: string | null }
  readonly verbosity: Figure<number> | undefined
  readonly floor: number
}

/** OpenRouter's id begins with a maker that the table may not know; its page there is then the nearest domain. */
const UNKNOWN_DOMAIN = 'openrouter.ai'

const providerOf = ({ maker }: Complete) => {
  const providerDomain = maker.domain ?? UNKNOWN_DOMAIN
  return {
    provider: maker.name,
    providerAliases: [...new Set([maker.id, ...maker.prefixes, ...maker.aliases])],
    providerDomain,
    logoUrl: `https://www.google.com/s2/favicons?domain=${providerDomain}&sz=128`,
    region: maker.region,
  }
}

/** Each answer of the first source that gives one; who was measured at a reasoning effort reasons, whoever is silent. */
const supportsOf = ({ entry: { facts }, own, isReasoning }: Complete): Model['supports'] => {
  const said = [facts.supports, ...own.map(({ entry }) => entry.supports)].filter((one) => one !== null)
  const first = (ability: keyof Supports): boolean | null =>
    said.map((one) => one[ability]).find((answer) => answer !== null) ?? null
  return {
    tools: first('tools'),
    structuredOutputs: first('structuredOutputs'),
    reasoning: first('reasoning') ?? (isReasoning ? true : null),
  }
}

/** OpenRouter's description, else that of the maker's own entry in a price list, else the least that can be said. */
const factsOf = (model: Complete) => {
  const { entry, own, contextLength } = model
  const { facts } = entry
  const listed = own.map(({ entry }) => entry)
  const outputs = [facts.maxOutputTokens, ...listed.map(({ maxOutputTokens }) => maxOutputTokens)]
  const inputs = [facts.inputModalities, ...listed.map(({ inputModalities }) => inputModalities)]
  return {
    contextLength,
    maxOutputTokens: outputs.find((tokens) => tokens !== null) ?? null,
    inputModalities: [...(inputs.find((modalities) => modalities !== null) ?? ['text'])].toSorted(),
    supports: supportsOf(model),
    openWeights: facts.openWeights ?? false,
    createdAt: facts.createdAt,
    retiresAt: facts.retiresAt,
  }
}

const scoresOf = ({ entry, scores, configured, reasoning }: Complete) => ({
  effort: configured.effort,
  intelligenceScore: sixDigits(scores.intelligence),
  codingScore: sixDigits(scores.coding),
  reasoningScore: reasoning?.value ?? sixDigits(scores.intelligence),
  agenticScore: entry.published[0].agentic,
})

const tagsOf = (model: Complete, isPriceDisputed: boolean, isVerbosityKnown: boolean): string[] => {
  const { configured, latency, reasoning } = model
  const tags: readonly (readonly [string, boolean])[] = [
    [`latency-at-${latency.effort ?? 'default'}`, !isSameEffort(latency.effort, configured.effort)],
    ['price-disputed', isPriceDisputed],
    ['reasoning-unmeasured', reasoning === undefined],
    ['score-disputed', configured.isDisputed],
    ['verbosity-unmeasured', !isVerbosityKnown],
  ]
  return tags.flatMap(([tag, applies]) => (applies ? [tag] : []))
}

/** Every source that a figure of the model was taken from, and no other. */
const sourceIdsOf = (model: Complete, { id, verbosity }: Standing, listPriceSource: string | undefined): string[] => {
  const { entry, charged, reasoning, speed, latency } = model
  const sources = [
    ...entry.listings,
    publishedScores(entry.published[0].sourceId),
    charged.sourceId,
    reasoning?.sourceId,
    speed.sourceId,
    latency.sourceId,
    verbosity?.sourceId,
    listPriceSource,
    id.sourceId,
  ]
  return [...new Set(sources.filter((source) => source !== undefined && source !== null))].toSorted()
}

/** Where and when each figure came from; what no source gave (an unmeasured figure) is not named. */
const originsOf = (model: Complete, { verbosity }: Standing, listPriceSource: string | undefined): Origin[] => {
  const { entry, charged, reasoning, speed, latency, own, carried } = model
  const [newest] = entry.published
  const scores = { sourceId: publishedScores(newest.sourceId), asOf: newest.asOf }
  const origins: Readonly<Record<FigureName, { sourceId: string; asOf: string } | undefined>> = {
    price: charged,
    listPrice:
      own.find(({ list }) => list.sourceId === listPriceSource)?.list ??
      (listPriceSource === undefined ? undefined : carried?.listPriceFrom),
    intelligence: scores,
    coding: scores,
    reasoning,
    agentic: newest.agentic === null ? undefined : scores,
    verbosity,
    speed,
    latency,
    context: entry.context,
  }
  return provenanceOf(
    FIGURES.flatMap((figure) => {
      const origin = origins[figure]
      return origin === undefined ? [] : [{ figure, sourceId: origin.sourceId, asOf: isoTime(origin.asOf) }]
    }),
  )
}

/** While neither the price nor the maker's list is read anew, they still contradict each other. */
const disputeUnsaid = ({ charged, own, carried }: Complete): Model['listPrice'] =>
  carried !== undefined && own.length === 0 && charged.sourceId === carried.charged.sourceId ? carried.listPrice : null

/** A complete model as the index shows it. */
export const describe = (model: Complete, standing: Standing): Model => {
  const { charged, entry, speed, latency, own } = model
  const listPrice = disputedBy(charged, own, model.maker) ?? disputeUnsaid(model)
  const blendedPricePer1M = blended(charged.price)
  const scores = scoresOf(model)
  return {
    id: standing.id.id,
    openRouterId: entry.id,
    name: entry.facts.name.replace(/^[^:]*:\s+(?=\S)/, ''),
    ...providerOf(model),
    ...scores,
    inputPricePer1M: charged.price.input,
    outputPricePer1M: charged.price.output,
    cacheReadPricePer1M: charged.price.cacheRead,
    blendedPricePer1M,
    listPrice,
    verbosity: standing.verbosity?.value ?? 1,
    speedTokensPerSecond: speed.value,
    latencyMs: latency.value,
    ...factsOf(model),
    valueScore: sixDigits(
      valueScore({ intelligenceScore: scores.intelligenceScore, blendedPricePer1M }, standing.floor),
    ),
    tags: tagsOf(model, listPrice !== null, standing.verbosity !== undefined),
    sourceIds: sourceIdsOf(model, standing, listPrice?.sourceId),
    provenance: originsOf(model, standing, listPrice?.sourceId),
  }
}
