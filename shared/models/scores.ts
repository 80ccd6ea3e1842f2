import type { Entry } from './catalogue.ts'
import { EFFORTS } from './feeds/naming.ts'
import { sixDigits } from './feeds/rows.ts'
import { agree, isConfirmed, type Measured } from './identity.ts'

/** The configuration whose scores are the published ones, as far as the measurements tell. */
export type Configured = {
  readonly effort: string | null
  /** Newest first; all of one effort. Empty where the model was never measured on the suite. */
  readonly rows: readonly Measured[]
  readonly isDisputed: boolean
}

const DISPUTE_POINTS = 3

const rank = (effort: string | null): number => EFFORTS.indexOf(effort ?? 'default')

export const highestEffort = (measured: readonly Measured[]): Measured | undefined =>
  measured.toSorted((a, b) => rank(a.effort) - rank(b.effort))[0]

/** A row without an effort and one of "reasoning" are the same setting: the source names it only beside another one. */
export const isSameEffort = (a: string | null, b: string | null): boolean => (a ?? 'reasoning') === (b ?? 'reasoning')

/** The label that the source gives the effort, on whatever day it names it. */
const atEffort = (measured: readonly Measured[], effort: string | null) => {
  const rows = measured.filter((one) => isSameEffort(one.effort, effort))
  return { rows, effort: rows.find((one) => one.effort !== null)?.effort ?? null }
}

/** A sibling's row that carries both published scores, where none of the model's own rows does. */
const fitsAnother = ({ published: [newest, ...older] }: Entry, siblings: readonly Measured[]): boolean =>
  siblings.some(({ row }) =>
    [newest, ...older].some(
      ({ intelligence, coding }) => agree(row.intelligence, intelligence) && agree(row.coding, coding),
    ),
  )

/**
 * Finds the configuration by value; where no value agrees, the highest effort is what such indices publish. Then two
 * published values that are far apart, or a sibling's row that fits, say that the score may not be this model's.
 */
export const configurationOf = (
  entry: Entry,
  measured: readonly Measured[],
  siblings: readonly Measured[],
): Configured => {
  const scored = measured.filter(({ row }) => row.intelligence !== null)
  const confirmed = highestEffort(scored.filter(({ row }) => isConfirmed(entry, row)))
  if (confirmed !== undefined) return { ...atEffort(measured, confirmed.effort), isDisputed: false }
  const likely = highestEffort(scored) ?? highestEffort(measured)
  if (likely === undefined) return { effort: null, rows: [], isDisputed: fitsAnother(entry, siblings) }
  const gap = Math.abs((likely.row.intelligence ?? 0) - (entry.published[0].intelligence ?? 0))
  const isApart = likely.row.intelligence !== null && gap > DISPUTE_POINTS
  return {
    ...atEffort(measured, likely.effort),
    isDisputed: isApart || fitsAnother(entry, siblings),
  }
}

/** GPQA alone saturates and Humanity's Last Exam alone is harsh: both count, and both must be there. */
export const reasoningOf = ({ rows }: Configured): { value: number; sourceId: string; asOf: string } | undefined => {
  const newest = rows.find(({ row }) => row.gpqa !== null && row.hle !== null)
  if (newest === undefined) return undefined
  const { gpqa, hle } = newest.row
  const { sourceId, asOf } = newest
  return { value: sixDigits(50 * ((gpqa ?? 0) + (hle ?? 0))), sourceId, asOf }
}
