import { makersFrom } from '../../shared/models/carried.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { makerOf } from '../../shared/models/makers.ts'
import { ownEntries } from '../../shared/models/native.ts'
import { keyOf } from '../../shared/models/provenance.ts'
import type { Snapshot } from '../../shared/models/schema.ts'

/**
 * The models of the last index that a source still lists. Every source counts: a list that was cut in half is found out
 * by the price lists that still have the other half.
 */
export const stillListed = (last: Snapshot, live: readonly Extract[]): readonly string[] => {
  const ids = new Set(live.flatMap((one) => (one.kind === 'listing' ? one.models.map(({ id }) => id) : [])))
  const lists = live.filter((one) => one.kind === 'prices')
  const { makers } = makersFrom(last)
  const isPriced = (id: string): boolean => ownEntries({ id }, makerOf(makers, id), lists).length > 0
  return last.models.map(keyOf).filter((key) => ids.has(key) || isPriced(key))
}
