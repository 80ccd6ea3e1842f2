import * as z from 'zod/mini'
import type { ListedModel, Listing, Price } from './extract.ts'
import {
  date,
  dollarsPerToken,
  id,
  name,
  optional,
  type Parsed,
  readJsonAs,
  readRows,
  score,
  tokens,
  word,
  words,
} from './rows.ts'

const Row = z.object({
  id,
  name,
  created: optional(z.int().check(z.positive(), z.maximum(4_102_444_800))),
  hugging_face_id: optional(name),
  context_length: optional(tokens),
  architecture: optional(z.object({ input_modalities: optional(words), output_modalities: optional(words) })),
  pricing: optional(
    z.object({ prompt: dollarsPerToken, completion: dollarsPerToken, input_cache_read: optional(dollarsPerToken) }),
  ),
  top_provider: optional(z.object({ max_completion_tokens: optional(tokens) })),
  supported_parameters: optional(z.array(z.string())),
  reasoning: optional(
    z.object({
      mandatory: optional(z.boolean()),
      default_enabled: optional(z.boolean()),
      default_effort: optional(word),
    }),
  ),
  expiration_date: optional(date),
  alias_target: optional(z.unknown()),
  benchmarks: optional(
    z.object({
      artificial_analysis: optional(
        z.object({
          intelligence_index: optional(score),
          coding_index: optional(score),
          agentic_index: optional(score),
        }),
      ),
    }),
  ),
})
type Row = z.infer<typeof Row>

const priceOf = ({ pricing }: Row): Price | null =>
  pricing && { input: pricing.prompt, output: pricing.completion, cacheRead: pricing.input_cache_read }

const supportsOf = ({ supported_parameters: supported }: Row): ListedModel['supports'] =>
  supported && {
    tools: supported.includes('tools'),
    structuredOutputs: supported.includes('structured_outputs'),
    reasoning: supported.includes('reasoning'),
  }

const scoresOf = ({ benchmarks }: Row): ListedModel['scores'] => ({
  intelligence: benchmarks?.artificial_analysis?.intelligence_index ?? null,
  coding: benchmarks?.artificial_analysis?.coding_index ?? null,
  agentic: benchmarks?.artificial_analysis?.agentic_index ?? null,
})

const reasoningOf = ({ reasoning }: Row): ListedModel['reasoning'] =>
  reasoning && {
    isOnByDefault: reasoning.mandatory === true ? true : reasoning.default_enabled,
    defaultEffort: reasoning.default_effort,
  }

const isoDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

const modelOf = (row: Row): ListedModel => ({
  id: row.id,
  name: row.name,
  isAlias: (row.alias_target ?? null) !== null,
  outputModalities: row.architecture?.output_modalities ?? null,
  inputModalities: row.architecture?.input_modalities ?? null,
  contextLength: row.context_length,
  maxOutputTokens: row.top_provider?.max_completion_tokens ?? null,
  supports: supportsOf(row),
  openWeights: row.hugging_face_id !== null,
  createdAt: row.created === null ? null : isoDate(row.created),
  retiresAt: row.expiration_date,
  reasoning: reasoningOf(row),
  scores: scoresOf(row),
  headline: priceOf(row),
  endpoints: [],
  observed: null,
})

/** OpenRouter's own answer to `GET /api/v1/models`. */
export const parseOpenRouter = (text: string, asOf: string): Parsed<Listing> => {
  const json = readJsonAs(text, z.object({ data: z.array(z.unknown()) }))
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.data, (row) => row.id)
  const sourceId = `openrouter-${asOf.slice(0, 10)}`
  return { ok: true, extract: { kind: 'listing', sourceId, asOf, dropped, models: rows.map(modelOf) } }
}
