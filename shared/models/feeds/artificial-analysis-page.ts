import * as z from 'zod/mini'
import { Evaluations, scoresIn } from './evaluations.ts'
import type { Configuration, Measurements } from './extract.ts'
import { readName } from './naming.ts'
import { date, id, name, optional, type Parsed, positive, readJsonAs, readRows, seconds, word } from './rows.ts'

const Row = z.object({
  slug: id,
  name,
  release_date: optional(date),
  creator: z.object({ slug: word }),
  openrouter_api_id: optional(id),
  evaluations: Evaluations,
  pricing: optional(
    z.object({ price_1m_output_tokens: optional(positive), intelligence_index_cost_output: optional(positive) }),
  ),
  speed: optional(
    z.object({ output_tokens_per_second: optional(positive), time_to_first_token_seconds: optional(seconds) }),
  ),
})
type Row = z.infer<typeof Row>

/** What the run's output cost, over what a million output tokens cost, is how many millions it took. */
const outputTokensOfRun = ({ pricing }: Row): number | null => {
  const cost = pricing?.intelligence_index_cost_output ?? null
  const price = pricing?.price_1m_output_tokens ?? null
  return cost === null || price === null ? null : cost / price
}

const configurationOf = (row: Row): Configuration => ({
  readings: [readName(row.name)],
  isNamed: true,
  maker: row.creator.slug,
  openRouterId: row.openrouter_api_id,
  releasedAt: row.release_date,
  ...scoresIn(row.evaluations),
  tokensPerSecond: row.speed?.output_tokens_per_second ?? null,
  firstTokenSeconds: row.speed?.time_to_first_token_seconds ?? null,
  outputTokensPerTask: null,
  outputTokensOfRun: outputTokensOfRun(row),
})

/** The payload of Artificial Analysis' page of language models: one row a configuration. */
export const parseArtificialAnalysisPage = (text: string, asOf: string): Parsed<Measurements> => {
  const json = readJsonAs(text, z.object({ models: z.array(z.unknown()) }))
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.models, (row) => row.slug)
  const sourceId = `artificial-analysis-${asOf.slice(0, 10)}`
  const configurations = rows.map(configurationOf)
  return { ok: true, extract: { kind: 'measurements', sourceId, asOf, dropped, configurations } }
}
