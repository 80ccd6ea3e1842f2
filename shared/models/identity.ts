import { type Entry, newestFirst } from './catalogue.ts'
import type { Configuration, Maker, Measurements, Reading } from './feeds/extract.ts'
import { isCalled, makerOf } from './makers.ts'

/** A configuration that was found to be of a model of the catalogue. */
export type Measured = {
  readonly row: Configuration
  readonly effort: string | null
  readonly sourceId: string
  readonly asOf: string
}

/** The feeds publish one decimal, or more; rounded, they must agree. */
const ROUNDING = 0.0501

/** Names under which a model is measured that no rule finds; each was confirmed by equal scores. */
const KNOWN_NAMES: ReadonlyMap<string, string> = new Map([['0.1 0616 build grok', 'x-ai/grok-build-0.1']])

export const agree = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= ROUNDING

/** Whether a listing published this configuration's intelligence for the model, on any day of the same index version. */
export const isConfirmed = (entry: Entry, row: Configuration): boolean =>
  entry.published.some(({ intelligence }) => agree(intelligence, row.intelligence))

/** `Thinking` weights take reasoning rows only, `Instruct` weights the others; a plain name takes both. */
const accepts = ({ wording }: Entry, reading: Reading): boolean => {
  const reasons = reading.effort !== null && reading.effort !== 'non-reasoning'
  if (wording === 'thinking') return reading.wording === 'thinking' || (reading.wording === null && reasons)
  if (wording === 'instruct') return reading.wording !== 'thinking' && !reasons
  return true
}

/** Days between a release and the day a shop lists it; a slug that was given to a newer model is further off. */
const RELEASE_DAYS = 90
const DAY_MS = 86_400_000

const isOfItsTime = (entry: Entry, row: Configuration): boolean => {
  const { createdAt } = entry.facts
  if (row.isNamed || createdAt === null || row.releasedAt === null) return true
  return Math.abs(Date.parse(createdAt) - Date.parse(row.releasedAt)) <= RELEASE_DAYS * DAY_MS
}

type Find = (row: Configuration) => { readonly entry: Entry; readonly effort: string | null } | undefined

/** A row goes to the one model of its maker whose name it bears; to the more specific of two; to none of several. */
const finder = (catalogue: readonly Entry[], makers: readonly Maker[]) => {
  const byKey = Map.groupBy(
    catalogue.flatMap((entry) => entry.keys.map((key) => ({ key, entry }))),
    ({ key }) => key,
  )
  return (row: Configuration, reading: Reading): Entry | undefined => {
    const named = (byKey.get(reading.key) ?? []).map(({ entry }) => entry)
    const fitting = named.filter((entry) => accepts(entry, reading) && isCalled(makerOf(makers, entry.id), row.maker))
    const specific = fitting.filter(({ wording }) => wording !== null)
    const [only, second] = specific.length > 0 ? specific : fitting
    return second === undefined ? only : undefined
  }
}

/**
 * The measuring source names some OpenRouter ids itself, but not always the right ones (a model's predecessor, a
 * sibling). Such a link counts only where the scores agree too; it then teaches the name that the source uses.
 */
const learnNames = (catalogue: readonly Entry[], measurements: readonly Measurements[]): Map<string, Entry> => {
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]))
  const learnt = new Map<string, Entry>()
  for (const row of measurements.flatMap(({ configurations }) => configurations)) {
    const entry = byId.get(row.openRouterId ?? '')
    const [reading] = row.readings
    if (entry === undefined || reading === undefined || entry.keys.includes(reading.key)) continue
    if (isConfirmed(entry, row)) learnt.set(reading.key, entry)
  }
  for (const [key, id] of KNOWN_NAMES) {
    const entry = byId.get(id)
    if (entry !== undefined) learnt.set(key, entry)
  }
  return learnt
}

const findRows = (
  catalogue: readonly Entry[],
  measurements: readonly Measurements[],
  makers: readonly Maker[],
): Find => {
  const find = finder(catalogue, makers)
  const learnt = learnNames(catalogue, measurements)
  const isBy = (entry: Entry, row: Configuration) => isCalled(makerOf(makers, entry.id), row.maker)
  return (row) => {
    for (const reading of row.readings) {
      const taught = learnt.get(reading.key)
      const entry = taught !== undefined && isBy(taught, row) ? taught : find(row, reading)
      if (entry !== undefined && isOfItsTime(entry, row)) return { entry, effort: reading.effort }
    }
    return undefined
  }
}

/** Which measured configurations belong to which model, by the model's id; the newest measurement first. */
export const identify = (
  catalogue: readonly Entry[],
  measurements: readonly Measurements[],
  makers: readonly Maker[],
): ReadonlyMap<string, readonly Measured[]> => {
  const find = findRows(catalogue, measurements, makers)
  const found = newestFirst(measurements).flatMap(({ configurations, sourceId, asOf }) =>
    configurations.flatMap((row) => {
      const match = find(row)
      return match === undefined ? [] : [{ id: match.entry.id, row, effort: match.effort, sourceId, asOf }]
    }),
  )
  return Map.groupBy(found, ({ id }) => id)
}
