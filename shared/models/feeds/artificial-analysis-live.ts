import * as z from 'zod/mini'
import { Evaluations, scoresIn } from './evaluations.ts'
import type { Configuration, Measurements } from './extract.ts'
import { readName } from './naming.ts'
import { date, id, name, optional, type Parsed, positive, readJsonAs, readRows, seconds, word } from './rows.ts'

const speeds = {
  median_output_tokens_per_second: optional(positive),
  median_time_to_first_token_seconds: optional(seconds),
}

const Row = z.object({
  slug: id,
  name,
  release_date: optional(date),
  model_creator: z.object({ name, slug: optional(word) }),
  evaluations: optional(Evaluations),
  ...speeds,
  performance: optional(z.object(speeds)),
})
type Row = z.infer<typeof Row>

const configurationOf = (row: Row): Configuration => ({
  readings: [readName(row.name)],
  isNamed: true,
  maker: row.model_creator.slug ?? row.model_creator.name,
  openRouterId: null,
  releasedAt: row.release_date,
  ...scoresIn(row.evaluations),
  tokensPerSecond: row.median_output_tokens_per_second ?? row.performance?.median_output_tokens_per_second ?? null,
  firstTokenSeconds:
    row.median_time_to_first_token_seconds ?? row.performance?.median_time_to_first_token_seconds ?? null,
  outputTokensPerTask: null,
  outputTokensOfRun: null,
})

/**
 * Artificial Analysis' own answer to `GET /api/v2/data/llms/models`, by https://artificialanalysis.ai/documentation;
 * a later form of it groups the speeds under `performance`. A speed of 0 means not measured.
 */
export const parseArtificialAnalysisLive = (text: string, asOf: string): Parsed<Measurements> => {
  const json = readJsonAs(text, z.object({ data: z.array(z.unknown()) }))
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.data, (row) => row.slug)
  const sourceId = `artificial-analysis-${asOf.slice(0, 10)}`
  const configurations = rows.map(configurationOf)
  return { ok: true, extract: { kind: 'measurements', sourceId, asOf, dropped, configurations } }
}
