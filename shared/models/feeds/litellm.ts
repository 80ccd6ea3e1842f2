import * as z from 'zod/mini'
import type { ListedPrice, PriceList } from './extract.ts'
import { id, optional, type Parsed, readJsonAs, readRows, sixDigits, tokens, word } from './rows.ts'

const dollarsPerToken = z.number().check(z.minimum(0), z.maximum(0.1))

const Row = z.object({
  id,
  litellm_provider: word,
  input_cost_per_token: optional(dollarsPerToken),
  output_cost_per_token: optional(dollarsPerToken),
  cache_read_input_token_cost: optional(dollarsPerToken),
  max_output_tokens: optional(tokens),
  supports_function_calling: optional(z.boolean()),
  supports_response_schema: optional(z.boolean()),
  supports_reasoning: optional(z.boolean()),
})
type Row = z.infer<typeof Row>

/** LiteLLM's names for a maker's own service, where they are not the maker's. */
const OWN_SERVICE: ReadonlyMap<string, string> = new Map([
  ['gemini', 'google'],
  ['moonshot', 'moonshotai'],
  ['dashscope', 'alibaba'],
  ['cohere_chat', 'cohere'],
])

const per1M = (perToken: number | null): number | null => (perToken === null ? null : sixDigits(perToken * 1e6))

const priceOf = (row: Row): ListedPrice['price'] => {
  const [input, output] = [per1M(row.input_cost_per_token), per1M(row.output_cost_per_token)]
  return input === null || output === null ? null : { input, output, cacheRead: per1M(row.cache_read_input_token_cost) }
}

/** `xai/grok-4.5` is called `grok-4.5` at xAI: the first part is LiteLLM's own, and only when it names the provider. */
const nativeId = (row: Row): string => row.id.replace(new RegExp(`^${row.litellm_provider}/`), '')

const entryOf = (row: Row): ListedPrice => ({
  provider: OWN_SERVICE.get(row.litellm_provider) ?? row.litellm_provider,
  id: nativeId(row),
  price: priceOf(row),
  supports: {
    tools: row.supports_function_calling,
    structuredOutputs: row.supports_response_schema,
    reasoning: row.supports_reasoning,
  },
  inputModalities: null,
  maxOutputTokens: row.max_output_tokens,
})

/** LiteLLM's list: a record from its own model keys to dollars per token. */
export const parseLiteLlm = (text: string, asOf: string): Parsed<PriceList> => {
  const json = readJsonAs(text, z.record(z.string(), z.unknown()))
  if (!json.ok) return json
  const values = Object.entries(json.value).map(([key, value]) =>
    typeof value === 'object' && value !== null ? { ...value, id: key } : null,
  )
  const { rows, dropped } = readRows(Row, values, (row) => row.id)
  const sourceId = `litellm-${asOf.slice(0, 10)}`
  return { ok: true, extract: { kind: 'prices', sourceId, asOf, dropped, native: 2, entries: rows.map(entryOf) } }
}
