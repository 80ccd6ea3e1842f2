import * as z from 'zod/mini'
import { Region } from '../question.ts'
import type { Maker, MakerList } from './extract.ts'
import { name, optional, type Parsed, readJsonAs, readRows, word } from './rows.ts'

const domain = z.string().check(z.maxLength(100), z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/))

const Row = z.object({
  id: word,
  name,
  openRouterPrefixes: z.array(word),
  aliases: z.array(name),
  domain: optional(domain),
  region: optional(z.union([Region, z.literal('other')])),
})

const makerOf = (row: z.infer<typeof Row>): Maker => ({
  id: row.id,
  name: row.name,
  prefixes: row.openRouterPrefixes,
  aliases: row.aliases.map((alias) => alias.toLowerCase()),
  domain: row.domain,
  region: row.region,
})

/** Who makes the models: names, domains and the region of the headquarters, by the first part of OpenRouter's ids. */
export const parseMakers = (text: string, asOf: string): Parsed<MakerList> => {
  const json = readJsonAs(text, z.object({ providers: z.array(z.unknown()) }))
  if (!json.ok) return json
  const { rows, dropped } = readRows(Row, json.value.providers, (row) => row.id)
  return { ok: true, extract: { kind: 'makers', sourceId: 'makers', asOf, dropped, makers: rows.map(makerOf) } }
}
