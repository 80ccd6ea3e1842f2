import * as z from 'zod/mini'

const sent = z.optional(z.array(z.string()))

// By characters: half of one is no text.
const shown = (value: string): string => `"${[...value].slice(0, 64).join('')}"`

const normalise = (value: string): string => value.trim().toLowerCase()

const isOneOf = <const Values extends readonly string[]>(values: Values, value: string): value is Values[number] =>
  values.includes(value)

const notOneOf = (value: string, values: readonly string[]): string =>
  `${shown(value)} is not one of ${values.join(', ')}`

/** One word out of a fixed set, in any case; absent or empty means the default. Sent twice, it is refused. */
export const choice = <const Values extends readonly string[]>(values: Values, absent: Values[number]) =>
  z.pipe(
    sent,
    z.transform((given, context): Values[number] => {
      const [first = '', ...more] = given ?? []
      if (more.length > 0) {
        context.issues.push({ code: 'custom', input: given, message: 'sent more than once' })
        return z.NEVER
      }
      const value = normalise(first)
      if (value === '') return absent
      if (isOneOf(values, value)) return value
      context.issues.push({
        code: 'custom',
        input: given,
        message: notOneOf(value, values),
      })
      return z.NEVER
    }),
  )

const entriesOf = (given: readonly string[]): string[] => [
  ...new Set(
    given
      .flatMap((list) => list.split(','))
      .map(normalise)
      .filter((entry) => entry !== ''),
  ),
]

const EMPTY = 'an allowlist needs at least one entry; leave the parameter out to allow everything'

/** `admit` answers the entries as they are used, or what is wrong with them. */
const list = <T extends string>(admit: (entries: readonly string[]) => readonly T[] | { readonly fault: string }) =>
  z.pipe(
    sent,
    z.transform((given, context): T[] => {
      if (given === undefined) return []
      const entries = entriesOf(given)
      const admitted = entries.length === 0 ? { fault: EMPTY } : admit(entries)
      if (!('fault' in admitted)) return [...admitted]
      context.issues.push({ code: 'custom', input: given, message: admitted.fault })
      return z.NEVER
    }),
  )

type ListLimits = { readonly entries: number; readonly characters: number }

/**
 * A comma-separated allowlist: repeats are merged, entries trimmed, lower-cased and deduplicated, empty ones skipped.
 * Absent is the empty list (no filter); sent without any entry it is refused, because a filter was meant.
 */
export const allowlist = ({ entries: most, characters }: ListLimits) =>
  list((entries) => {
    if (entries.length > most) return { fault: `at most ${most} entries, and ${entries.length} were sent` }
    const long = entries.find((entry) => entry.length > characters)
    return long === undefined ? entries : { fault: `${shown(long)}... is longer than ${characters} characters` }
  })

/** An allowlist whose entries come from a fixed set. */
export const allowlistOf = <const Values extends readonly string[]>(values: Values) =>
  list<Values[number]>((entries) => {
    const unknown = entries.find((entry) => !isOneOf(values, entry))
    if (unknown !== undefined) return { fault: notOneOf(unknown, values) }
    return entries.filter((entry) => isOneOf(values, entry))
  })
