import * as z from 'zod/mini'
import type { ListedPrice, PriceList } from './extract.ts'
import {
  type Dating,
  date,
  dateBy,
  id,
  optional,
  type Parsed,
  pricePer1M,
  readJsonAs,
  readRows,
  tokens,
  word,
  words,
} from './rows.ts'

const Row = z.object({
  provider: word,
  id,
  last_updated: optional(date),
  cost: optional(z.object({ input: pricePer1M, output: pricePer1M, cache_read: optional(pricePer1M) })),
  limit: optional(z.object({ output: optional(tokens) })),
  modalities: optional(z.object({ input: optional(words) })),
  tool_call: optional(z.boolean()),
  structured_output: optional(z.boolean()),
  reasoning: optional(z.boolean()),
})
type Row = z.infer<typeof Row>

const Provider = z.object({ models: z.record(z.string(), z.unknown()) })

const entryOf = (row: Row): ListedPrice => ({
  provider: row.provider,
  id: row.id,
  price: row.cost && { input: row.cost.input, output: row.cost.output, cacheRead: row.cost.cache_read },
  supports: {
    tools: row.tool_call,
    structuredOutputs: row.structured_output,
    reasoning: row.reasoning,
  },
  inputModalities: row.modalities?.input ?? null,
  maxOutputTokens: row.limit?.output ?? null,
})

const rowsOf = ([provider, value]: [string, unknown]): unknown[] => {
  const parsed = z.safeParse(Provider, value)
  if (!parsed.success) return [null]
  return Object.entries(parsed.data.models).map(([modelId, model]) =>
    typeof model === 'object' && model !== null ? { ...model, provider, id: modelId } : null,
  )
}

/** models.dev: a record of providers, each with a record of its models and their prices per 1M tokens. */
export const parseModelsDev = (text: string, dating: Dating): Parsed<PriceList> => {
  const json = readJsonAs(text, z.record(z.string(), z.unknown()))
  if (!json.ok) return json
  const values = Object.entries(json.value).flatMap(rowsOf)
  const { rows, dropped } = readRows(Row, values, (row) => `${row.provider} ${row.id}`)
  const asOf = dateBy(
    dating,
    rows.map((row) => row.last_updated ?? ''),
  )
  const sourceId = `models-dev-${asOf.slice(0, 10)}`
  return { ok: true, extract: { kind: 'prices', sourceId, asOf, dropped, native: 1, entries: rows.map(entryOf) } }
}
