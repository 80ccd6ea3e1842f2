import * as z from 'zod/mini'
import type { Configuration, Measurements } from './extract.ts'
import { readName } from './naming.ts'
import {
  date,
  id,
  name,
  optional,
  type Parsed,
  positive,
  readJsonAs,
  readRows,
  score,
  seconds,
  unit,
  word,
} from './rows.ts'

const speeds = {
  median_output_tokens_per_second: optional(positive),
  median_time_to_first_token_seconds: optional(seconds),
}

const Row = z.object({
  slug: id,
  name,
  release_date: optional(date),
  model_creator: z.object({ name, slug: optional(word) }),
  evaluations: optional(
    z.object({
      artificial_analysis_intelligence_index: optional(score),
      artificial_analysis_coding_index: optional(score),
      gpqa: optional(unit),
      hle: optional(unit),
    }),
  ),
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
  intelligence: row.evaluations?.artificial_analysis_intelligence_index ?? null,
  coding: row.evaluations?.artificial_analysis_coding_index ?? null,
  gpqa: row.evaluations?.gpqa ?? null,
  hle: row.evaluations?.hle ?? null,
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
