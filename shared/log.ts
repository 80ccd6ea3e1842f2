/** `level` is `error` or, when absent, `info`; everything else is the entry's own. */
export type Log = (entry: Record<string, unknown>) => void

const MAX_TEXT = 1_000
const MAX_ENTRIES = 50
const MAX_DEPTH = 4

const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}...`)

const boundedEntries = (value: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([key, item]) => [cut(key), bounded(item, depth + 1)]),
  )

// Depth is bounded too, so a value that holds itself ends.
const bounded = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '...'
  // An Error has no enumerable property of its own and would be printed as {}.
  if (value instanceof Error)
    return boundedEntries({ name: value.name, message: value.message, stack: value.stack }, depth)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => bounded(item, depth + 1))
  return boundedEntries(value, depth)
}

/**
 * Writes one entry as one object, in one argument: Lambda's JSON log format keeps an object searchable, but wraps
 * a line that was stringified before as a mere string. The console's method is what gives the line its level there.
 */
export const logger: Log = (entry) => {
  const line = { level: 'info', ...boundedEntries(entry, 0) }
  if (line.level === 'error') console.error(line)
  else console.log(line)
}
