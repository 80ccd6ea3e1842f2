import * as z from 'zod/mini'
import { Evaluations, scoresIn } from './evaluations.ts'
import type { Configuration, Measurements } from './extract.ts'
import { readName } from './naming.ts'
import { date, id, name, optional, type Parsed, positive, readJsonAs, readRows, seconds, word } from './rows.ts'

const Row = z.object({
  slug: id,
  name,
  releaseDate: optional(date),
  creatorSlug: word,
  evaluations: Evaluations,
  performance: optional(
    z.object({ outputTokensPerSecond: optional(positive), timeToFirstTokenSeconds: optional(seconds) }),
  ),
  intelligenceIndexOutputTokensPerTask: optional(z.object({ output: optional(positive) })),
})
type Row = z.infer<typeof Row>

const configurationOf = (row: Row): Configuration => ({
  readings: [readName(row.name)],
  isNamed: true,
  maker: row.creatorSlug,
  openRouterId: null,
  releasedAt: row.releaseDate,
  ...scoresIn(row.evaluations),
  tokensPerSecond: row.performance?.outputTokensPerSecond ?? null,
  firstTokenSeconds: row.performance?.timeToFirstTokenSeconds ?? null,
  outputTokensPerTask: row.intelligenceIndexOutputTokensPerTask?.output ?? null,
  outputTokensOfRun: null,
})

/** Models as gathered from Artificial Analysis' API, in camel case; a speed of 0 means not measured. */
export const parseArtificialAnalysisApi = (text: string, asOf: string): Parsed<Measurements> => {
  const json = readJsonAs(text, z.object({ models: z.array(z.unknown()) }))
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.models, (row) => row.slug)
  const sourceId = `artificial-analysis-${asOf.slice(0, 10)}`
  const configurations = rows.map(configurationOf)
  return { ok: true, extract: { kind: 'measurements', sourceId, asOf, dropped, configurations } }
}
