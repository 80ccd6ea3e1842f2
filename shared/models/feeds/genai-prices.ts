import * as z from 'zod/mini'
import type { ListedPrice, PriceList } from './extract.ts'
import { type Dating, date, dateBy, id, optional, type Parsed, pricePer1M, readJsonAs, readRows, word } from './rows.ts'

/** A plain price, or the base of a list of tiers by length. */
const rate = z.union([
  pricePer1M,
  z.pipe(
    z.object({ base: pricePer1M }),
    z.transform(({ base }: { base: number }) => base),
  ),
])
const Rates = z.object({ input_mtok: optional(rate), output_mtok: optional(rate), cache_read_mtok: optional(rate) })
type Rates = z.infer<typeof Rates>

const Period = z.object({ constraint: optional(z.object({ start_date: optional(date) })), prices: Rates })
const Row = z.object({ provider: word, id, prices: z.union([Rates, z.array(Period)]) })
type Row = z.infer<typeof Row>

const Provider = z.object({ id: word, models: z.array(z.looseObject({})) })
const File = z.union([z.array(z.unknown()), z.object({ providers: z.array(z.unknown()) })])

const startOf = (period: z.infer<typeof Period>): string => period.constraint?.start_date ?? ''

/** The last period that has begun; a period limited by anything but a date (an hour of the day) has no vote. */
const ratesOn = (day: string, { prices }: Row): Rates | undefined => {
  if (!Array.isArray(prices)) return prices
  const begun = prices.filter((p) => (p.constraint === null || startOf(p) !== '') && startOf(p) <= day)
  return begun.toSorted((a, b) => startOf(a).localeCompare(startOf(b))).at(-1)?.prices
}

const entryOf = (row: Row, day: string): ListedPrice => {
  const rates = ratesOn(day, row)
  const [input, output] = [rates?.input_mtok ?? null, rates?.output_mtok ?? null]
  return {
    provider: row.provider,
    id: row.id,
    price: input === null || output === null ? null : { input, output, cacheRead: rates?.cache_read_mtok ?? null },
    supports: null,
    inputModalities: null,
    maxOutputTokens: null,
  }
}

const rowsOf = (value: unknown): unknown[] => {
  const parsed = z.safeParse(Provider, value)
  return parsed.success ? parsed.data.models.map((model) => ({ ...model, provider: parsed.data.id })) : [null]
}

/** genai-prices, as its repository or its package holds it; the package bears no date. */
export const parseGenaiPrices = (text: string, dating: Dating): Parsed<PriceList> => {
  const json = readJsonAs(text, File)
  if (!json.ok) return json
  const values = (Array.isArray(json.value) ? json.value : json.value.providers).flatMap(rowsOf)
  const { rows, dropped } = readRows(Row, values, (row) => `${row.provider} ${row.id}`)
  const asOf = dateBy(
    dating,
    rows.flatMap(({ prices }) => (Array.isArray(prices) ? prices.map(startOf) : [])),
  )
  const day = asOf.slice(0, 10)
  const entries = rows.map((row) => entryOf(row, day))
  return { ok: true, extract: { kind: 'prices', sourceId: `genai-prices-${day}`, asOf, dropped, native: 3, entries } }
}
