import { catalogueOf } from './catalogue.ts'
import { sortFeeds } from './complete.ts'
import type { Extract, Price } from './feeds/extract.ts'
import { makerOf } from './makers.ts'
import { ownEntries } from './native.ts'
import { blended, priceOf } from './price.ts'

const FACTOR = 2

const agree = (a: Price, b: Price | null): boolean => {
  if (b === null) return false
  const [low = 0, high = 0] = [blended(a), blended(b)].toSorted((x, y) => x - y)
  return low > 0 && high <= FACTOR * low
}

/** Which of these models (OpenRouter ids) have a price that a second source confirms within a factor of 2. */
export const agreedPrices = (extracts: readonly Extract[], keys: readonly string[]): readonly string[] => {
  const { listings, lists, makers } = sortFeeds(extracts)
  return catalogueOf(listings)
    .filter(({ id }) => keys.includes(id))
    .filter((entry) => {
      const maker = makerOf(makers, entry.id)
      const charged = priceOf(entry, maker, listings)
      return (
        charged !== undefined && ownEntries(entry, maker, lists).some((own) => agree(charged.price, own.entry.price))
      )
    })
    .map(({ id }) => id)
}
