import * as z from 'zod/mini'
import type { Endpoint, Observed } from './extract.ts'
import { dollarsPerToken, endpointTag, optional, positive, type Refusal, readJsonAs, readRows } from './rows.ts'

/** A figure, or its percentiles; a request without a key is given null. */
const percentile = optional(
  z.union([
    positive,
    z.pipe(
      z.object({ p50: positive }),
      z.transform(({ p50 }: { p50: number }) => p50),
    ),
  ]),
)

/** 0 where all is well; the reference names -1, -2, -3, -5 and -10 without a word on what each means. */
const SWITCHED_OFF = -10

const Row = z.object({
  tag: endpointTag,
  status: optional(z.int()),
  pricing: z.object({
    prompt: dollarsPerToken,
    completion: dollarsPerToken,
    input_cache_read: optional(dollarsPerToken),
  }),
  latency_last_30m: percentile,
  throughput_last_30m: percentile,
})
type Row = z.infer<typeof Row>

const Answer = z.object({ data: z.object({ endpoints: z.array(z.unknown()).check(z.maxLength(500)) }) })

export type Offered = { readonly endpoints: readonly Endpoint[]; readonly observed: Observed }

/**
 * The reference says milliseconds, its examples show seconds (0.25). Nobody waits a minute for a first token in the
 * median, and nobody gets it within 60 ms.
 */
const inSeconds = (latency: number | null): number | null =>
  latency === null || latency < 60 ? latency : latency / 1000

const endpointOf = ({ tag, pricing }: Row): Endpoint => ({
  tag,
  price: { input: pricing.prompt, output: pricing.completion, cacheRead: pricing.input_cache_read },
  isDefault: false,
})

/** A host in trouble still has its price, but is not measured then. */
const isWell = ({ status }: Row): boolean => (status ?? 0) >= 0

const isOffered = ({ status }: Row): boolean => (status ?? 0) > SWITCHED_OFF

const middle = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null

const observedOf = (rows: readonly Row[]): Observed => ({
  tokensPerSecond: middle(rows.flatMap((row) => row.throughput_last_30m ?? [])),
  firstTokenSeconds: middle(rows.flatMap((row) => inSeconds(row.latency_last_30m) ?? [])),
})

/**
 * OpenRouter's answer to `GET /api/v1/models/{author}/{slug}/endpoints`, by its reference at
 * https://openrouter.ai/docs/api/api-reference/endpoints/list-all-endpoints-for-a-model: who serves one
 * model, at what price and speed.
 */
export const parseOpenRouterEndpoints = (
  text: string,
): { readonly ok: true; readonly offered: Offered } | { readonly ok: false; readonly reason: Refusal } => {
  const json = readJsonAs(text, Answer)
  if (!json.ok) return json
  const { rows } = readRows(Row, json.value.data.endpoints, (row) => row.tag)
  const offered = rows.filter(isOffered)
  return {
    ok: true,
    offered: { endpoints: offered.map(endpointOf), observed: observedOf(offered.filter(isWell)) },
  }
}
