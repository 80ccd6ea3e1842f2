import type { ListedModel, Listing, Wording } from './feeds/extract.ts'
import { keyOfId, readName } from './feeds/naming.ts'

/** The scores that one listing published for a model, and when. */
type Published = ListedModel['scores'] & { readonly sourceId: string; readonly asOf: string }

/** A model that the newest listing offers, with the facts that only an older listing gives. */
export type Entry = {
  readonly id: string
  readonly facts: ListedModel
  readonly keys: readonly string[]
  readonly wording: Wording
  /** Newest first; the first one's scores are the model's. */
  readonly published: readonly [Published, ...Published[]]
  /** The newest listing, and the one that older facts come from. */
  readonly listings: readonly string[]
  /** The listing that gave the context length. */
  readonly context: { readonly sourceId: string; readonly asOf: string } | undefined
}

const NOT_FOR_TASKS = /(^|[/-])(guard|safeguard|image|audio|lyria|apply|morph-v\d+|embed|embedding|rerank|tts)(-|$)/

/** Free, thinking and batch variants carry a colon; aliases a tilde; routers are OpenRouter's own. */
const isModel = ({ id, isAlias, outputModalities }: ListedModel): boolean =>
  !isAlias &&
  !/[:~]/.test(id) &&
  !id.startsWith('openrouter/') &&
  !NOT_FOR_TASKS.test(id) &&
  (outputModalities ?? ['text']).every((modality) => modality === 'text')

/** Facts that do not move from day to day may come from the older listing; scores and prices may not. */
const withOlder = (model: ListedModel, older: ListedModel): ListedModel => ({
  ...model,
  isAlias: model.isAlias || older.isAlias,
  inputModalities: model.inputModalities ?? older.inputModalities,
  outputModalities: model.outputModalities ?? older.outputModalities,
  contextLength: model.contextLength ?? older.contextLength,
  maxOutputTokens: model.maxOutputTokens ?? older.maxOutputTokens,
  supports: model.supports ?? older.supports,
  openWeights: model.openWeights ?? older.openWeights,
  createdAt: older.createdAt ?? model.createdAt,
  retiresAt: model.retiresAt ?? older.retiresAt,
  reasoning: model.reasoning ?? older.reasoning,
  headline: model.headline ?? older.headline,
})

type Dated = { readonly model: ListedModel; readonly listing: Listing }

const entryOf = (first: Dated, older: readonly Dated[]): Entry => {
  const facts = older.reduce((known, { model }) => withOlder(known, model), first.model)
  const { key, wording } = readName(facts.name)
  const published = ({ model, listing }: Dated): Published => ({
    ...model.scores,
    sourceId: listing.sourceId,
    asOf: listing.asOf,
  })
  return {
    id: facts.id,
    facts,
    keys: [...new Set([key, keyOfId(facts.id)])],
    wording,
    published: [published(first), ...older.map(published)],
    listings: [first, ...older].map(({ listing }) => listing.sourceId),
    context: [first, ...older].find(({ model }) => model.contextLength !== null)?.listing,
  }
}

export const newestFirst = <T extends { readonly asOf: string }>(extracts: readonly T[]): T[] =>
  extracts.toSorted((a, b) => Date.parse(b.asOf) - Date.parse(a.asOf))

/** Every model of the newest listing that can be asked to do a task, in the order of the ids. */
export const catalogueOf = (listings: readonly Listing[]): readonly Entry[] => {
  const [newest, ...rest] = newestFirst(listings)
  if (newest === undefined) return []
  const older = rest.map((listing) => ({ listing, byId: new Map(listing.models.map((model) => [model.id, model])) }))
  return newest.models
    .map((model) => {
      const before = older.flatMap(({ listing, byId }) => {
        const same = byId.get(model.id)
        return same === undefined ? [] : [{ model: same, listing }]
      })
      return entryOf({ model, listing: newest }, before)
    })
    .filter(({ facts }) => isModel(facts))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
