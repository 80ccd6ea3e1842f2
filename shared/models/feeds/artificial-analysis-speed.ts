import * as z from 'zod/mini'
import type { Configuration, Measurements } from './extract.ts'
import { readSlug } from './naming.ts'
import { date, id, MAX_CHARACTERS, name, optional, type Parsed, readRows, seconds } from './rows.ts'

const figure = z.pipe(
  z.string().check(z.regex(/^\d{1,7}(\.\d{1,6})?$/)),
  z.pipe(
    z.transform((value: string) => Number(value)),
    seconds,
  ),
)

const Row = z.object({
  slug: id,
  creator: name,
  release: optional(date),
  output_tps: optional(figure),
  ttft_s: optional(figure),
})
type Row = z.infer<typeof Row>

const COLUMNS = ['slug', 'creator', 'release', 'output_tps', 'ttft_s']

const configurationOf = (row: Row): Configuration => ({
  readings: readSlug(row.slug),
  isNamed: false,
  maker: row.creator,
  openRouterId: null,
  releasedAt: row.release,
  intelligence: null,
  coding: null,
  gpqa: null,
  hle: null,
  tokensPerSecond: row.output_tps,
  firstTokenSeconds: row.ttft_s,
  outputTokensPerTask: null,
  outputTokensOfRun: null,
})

/** Speeds read on one day; only slugs, no names. No field of it holds a comma, so a row with more is not one of it. */
export const parseArtificialAnalysisSpeed = (text: string, asOf: string): Parsed<Measurements> => {
  if (text.length > MAX_CHARACTERS) return { ok: false, reason: 'too-large' }
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  if (header !== COLUMNS.join(',')) return { ok: false, reason: 'unexpected-shape' }
  const values = lines.map((line) => {
    const cells = line.split(',')
    return cells.length === COLUMNS.length ? Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])) : null
  })
  const { rows, dropped } = readRows(Row, values, (row) => row.slug)
  const sourceId = `artificial-analysis-${asOf.slice(0, 10)}`
  const configurations = rows.map(configurationOf)
  return { ok: true, extract: { kind: 'measurements', sourceId, asOf, dropped, configurations } }
}
