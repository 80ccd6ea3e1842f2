import * as z from 'zod/mini'

/** Feeds are read whole; the largest real one is a fortieth of this. */
export const MAX_CHARACTERS = 50_000_000

/**
 * Sixteen megabytes of `{},` are five million objects: more memory than the function has, and minutes of reading. The
 * largest real feed has 42,000 values.
 */
const MAX_VALUES = 500_000

export type Refusal = 'too-large' | 'too-many-values' | 'not-json' | 'unexpected-shape'
export type Parsed<T> = { readonly ok: true; readonly extract: T } | { readonly ok: false; readonly reason: Refusal }

/** Ids and names end up in pages, logs and paths: what could steer a terminal, a page or a reader does not come in. */
const isPlain = (value: string): boolean => !/[<>\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(value)
const RESERVED = ['__proto__', 'constructor', 'prototype']

export const name = z.string().check(z.maxLength(200), z.trim(), z.minLength(1), z.refine(isPlain))
export const id = z.string().check(
  z.maxLength(200),
  z.regex(/^[A-Za-z0-9~][A-Za-z0-9._:@+/~-]*$/),
  z.refine((value) => !value.includes('..') && !value.includes('//')),
  z.refine((value) => !value.split('/').some((part) => RESERVED.includes(part))),
)
export const word = z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/))
export const words = z.array(word).check(z.maxLength(20))
export const date = z.iso.date()
export const unit = z.number().check(z.minimum(0), z.maximum(1))
export const score = z.number().check(z.minimum(0), z.maximum(100))
export const positive = z.number().check(z.positive(), z.maximum(1e9))
export const seconds = z.number().check(z.positive(), z.maximum(100_000))
export const tokens = z.int().check(z.positive(), z.maximum(1e9))
export const pricePer1M = z.number().check(z.minimum(0), z.maximum(100_000))
/** A host's name and, behind it, the variant of its offer. */
export const endpointTag = z.string().check(z.regex(/^[a-z0-9._-]+(\/[a-z0-9._-]+)*$/), z.maxLength(100))
/** OpenRouter writes prices as decimal strings, in dollars for one token. */
export const dollarsPerToken = z.pipe(
  z.string().check(z.regex(/^\d{1,3}(\.\d{1,40})?([eE]-?\d{1,2})?$/)),
  z.pipe(
    z.transform((value: string) => sixDigits(Number(value) * 1e6)),
    pricePer1M,
  ),
)

/** A field that may be missing or nonsense without costing its row. */
export const optional = <T extends z.core.$ZodType>(schema: T) => z.catch(z.nullable(schema), null)

const OPENING_OR_NEXT = [...'{[,'].map((sign) => sign.charCodeAt(0))

/** Counted before anything is unfolded; signs within texts count too, which no real feed comes near to notice. */
const hasTooManyValues = (text: string): boolean => {
  let values = 0
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++)
    if (OPENING_OR_NEXT.includes(text.charCodeAt(at))) values += 1
  return values > MAX_VALUES
}

const readJson = (text: string): { ok: true; value: unknown } | { ok: false; reason: Refusal } => {
  if (text.length > MAX_CHARACTERS) return { ok: false, reason: 'too-large' }
  if (hasTooManyValues(text)) return { ok: false, reason: 'too-many-values' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, reason: 'not-json' }
  }
}

export const readJsonAs = <T extends z.core.$ZodType>(
  text: string,
  schema: T,
): { ok: true; value: z.output<T> } | { ok: false; reason: Refusal } => {
  const json = readJson(text)
  if (!json.ok) return json
  const parsed = z.safeParse(schema, json.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: 'unexpected-shape' }
}

/** Reads row by row: a bad row, and a second row under one key, is left out and counted; the others stay. */
export const readRows = <T extends z.core.$ZodType>(
  schema: T,
  values: readonly unknown[],
  keyOf: (row: z.output<T>) => string,
): { readonly rows: readonly z.output<T>[]; readonly dropped: number } => {
  const rows = new Map<string, z.output<T>>()
  for (const value of values) {
    const parsed = z.safeParse(schema, value)
    if (!parsed.success) continue
    const key = keyOf(parsed.data)
    if (!rows.has(key)) rows.set(key, parsed.data)
  }
  return { rows: [...rows.values()], dropped: values.length - rows.size }
}

/** Binary fractions leave noise in products and means; six significant digits are what the index promises. */
export const sixDigits = (value: number): number => Number(value.toPrecision(6))

/** When a feed is of: its day is known, or at most the day `latest` and no older than the newest day it speaks of. */
export type Dating = { readonly asOf: string } | { readonly latest: string }

export const dateBy = (dating: Dating, days: readonly string[]): string => {
  if ('asOf' in dating) return dating.asOf
  const past = days.filter((day) => day !== '' && day <= dating.latest).toSorted()
  return `${past.at(-1) ?? dating.latest}T00:00:00Z`
}
