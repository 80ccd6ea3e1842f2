export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a pattern of our schemas says better in JSON Schema's own words: a pattern there knows no flags and no formats. */
const SAID_BETTER: ReadonlyMap<unknown, Json> = new Map([
  ['^.{1,2000}$', { minLength: 1, maxLength: 2000 }],
  ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$', { format: 'date-time' }],
  ['^\\d{4}-\\d\\d-\\d\\d$', { format: 'date' }],
  ['^https?:[/][/][\\x21-\\x7e]{1,500}$', { format: 'uri', maxLength: 508 }],
])

const DATES: readonly unknown[] = ['date-time', 'date']

const withoutPattern = ({ pattern, ...schema }: Json): Json => {
  if (pattern === undefined || DATES.includes(schema.format)) return schema
  return { ...schema, ...(SAID_BETTER.get(pattern) ?? { pattern }) }
}

const isNull = (schema: unknown): boolean => isJson(schema) && schema.type === 'null'

/** `null` beside one plain type, told in one line instead of two alternatives. */
const withNull = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema
  const [first] = anyOf
  if (!isJson(first) || typeof first.type !== 'string') return schema
  const { type, enum: values, ...more } = first
  return { ...rest, type: [type, 'null'], ...more, ...(Array.isArray(values) ? { enum: [...values, null] } : {}) }
}

type Direction = 'input' | 'output'

const parts = (schema: Json, io: Direction): Json =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === '$schema' || key === '$id') return []
      // Fields are added without a new version, so a reader must not refuse what it does not know.
      if (key === 'additionalProperties' && value === false && io === 'output') return []
      return [[key, readablePart(value, io)]]
    }),
  )

const readablePart = (value: unknown, io: Direction): unknown => {
  if (Array.isArray(value)) return value.map((item) => readablePart(item, io))
  return isJson(value) ? readable(value, io) : value
}

/** A schema as zod writes it, in the words of whoever reads a reference. */
export const readable = (schema: object, io: Direction): Json =>
  withNull(withoutPattern(parts(Object.fromEntries(Object.entries(schema)), io)))
