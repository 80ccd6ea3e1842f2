import * as z from 'zod/mini'
import type { ListedModel, Listing } from './extract.ts'
import {
  endpointTag,
  id,
  name,
  optional,
  type Parsed,
  pricePer1M,
  readJsonAs,
  readRows,
  score,
  sixDigits,
  tokens,
} from './rows.ts'

const Offer = z.object({ tag: endpointTag, in: pricePer1M, out: pricePer1M, is_default: optional(z.boolean()) })

const Row = z.object({
  id,
  name,
  canonical_slug: optional(id),
  context: optional(tokens),
  intel: optional(score),
  coding: optional(score),
  agentic: optional(score),
  providers: optional(z.array(z.unknown())),
})
type Row = z.infer<typeof Row>

const File = z.object({
  meta: optional(z.object({ generated_at: optional(z.iso.datetime()) })),
  models: z.array(z.unknown()),
})

/** The canonical slug ends in the day of the release: `google/gemini-3.7-flash-20260813`. */
const releaseOf = (slug: string | null): string | null => {
  const day = /-(20\d\d)(\d\d)(\d\d)$/.exec(slug ?? '')
  const written = day === null ? null : `${day[1]}-${day[2]}-${day[3]}`
  return written !== null && z.safeParse(z.iso.date(), written).success ? written : null
}

const endpointsOf = (row: Row): ListedModel['endpoints'] =>
  readRows(Offer, row.providers ?? [], (offer) => offer.tag).rows.map((offer) => ({
    tag: offer.tag,
    price: { input: sixDigits(offer.in), output: sixDigits(offer.out), cacheRead: null },
    isDefault: offer.is_default === true,
  }))

const modelOf = (row: Row): ListedModel => ({
  id: row.id,
  name: row.name,
  isAlias: false,
  outputModalities: null,
  inputModalities: null,
  contextLength: row.context,
  maxOutputTokens: null,
  supports: null,
  openWeights: null,
  createdAt: releaseOf(row.canonical_slug),
  retiresAt: null,
  reasoning: null,
  scores: { intelligence: row.intel, coding: row.coding, agentic: row.agentic },
  headline: null,
  endpoints: endpointsOf(row),
  observed: null,
})

/** A catalogue made from OpenRouter's model list and every model's endpoints; it says itself when. */
export const parseOpenRouterCatalog = (text: string, asOf: string): Parsed<Listing> => {
  const json = readJsonAs(text, File)
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.models, (row) => row.id)
  const time = json.value.meta?.generated_at ?? asOf
  const sourceId = `openrouter-${time.slice(0, 10)}`
  return { ok: true, extract: { kind: 'listing', sourceId, asOf: time, dropped, models: rows.map(modelOf) } }
}
