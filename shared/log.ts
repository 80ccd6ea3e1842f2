/** `level` is `error` or, when absent, `info`; everything else is the entry's own. */
export type Log = (entry: Record<string, unknown>) => void

const MAX_TEXT = 1_000
const MAX_ENTRIES = 50
const MAX_DEPTH = 4

const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}...`)

type Fields = Readonly<Record<string, unknown>>
type Line = Record<string, unknown>

// By name in a loop: every request writes a line, and lists of entries would be the dearest part of a warm answer.
const addEntries = (to: Line, value: Fields, depth: number): Line => {
  let count = 0
  for (const key in value) {
    if (count === MAX_ENTRIES) break
    count += 1
    to[cut(key)] = bounded(value[key], depth + 1)
  }
  return to
}

// Depth is bounded too, so a value that holds itself ends.
const bounded = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '...'
  // An Error has no enumerable property of its own and would be printed as {}.
  if (value instanceof Error)
    return addEntries({}, { name: value.name, message: value.message, stack: value.stack }, depth)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => bounded(item, depth + 1))
  return addEntries({}, Object.fromEntries(Object.entries(value)), depth)
}

/**
 * Writes one entry as one object, in one argument: Lambda's JSON log format keeps an object searchable, but wraps
 * a line that was stringified before as a mere string. The console's method is what gives the line its level there.
 */
export const logger: Log = (entry) => {
  const line = addEntries({ level: 'info' }, entry, 0)
  if (line.level === 'error') console.error(line)
  else console.log(line)
}
