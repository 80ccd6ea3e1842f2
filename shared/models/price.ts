import { type Entry, newestFirst } from './catalogue.ts'
import type { Endpoint, ListedPrice, Listing, Maker, Price, PriceList } from './feeds/extract.ts'
import { sixDigits } from './feeds/rows.ts'
import { isCalled, isProper } from './makers.ts'

export type Charged = { readonly price: Price; readonly sourceId: string; readonly asOf: string }
export type ListPrice = { inputPricePer1M: number; outputPricePer1M: number; sourceId: string }

const DISPUTE_RATIO = 1.1

/** Behind the host's name a tag may say how the weights are stored; anything else is another offer than the standard one. */
const STANDARD = /^(fp\d+|bf16|int\d+|mxfp\d+|nvfp\d+|default|base|\d+)$/

const isStandard = ({ tag }: Endpoint): boolean =>
  tag
    .split('/')
    .slice(1)
    .every((part) => STANDARD.test(part))

export const blended = ({ input, output }: Price): number => sixDigits((3 * input + output) / 4)

const isPaid = (price: Price | null): price is Price => price !== null && blended(price) > 0

const makersOwn = (endpoints: readonly Endpoint[], maker: Maker): Price | undefined =>
  endpoints
    .filter((endpoint) => isStandard(endpoint) && isCalled(maker, endpoint.tag.split('/')[0] ?? ''))
    .filter(({ price }) => isPaid(price))
    .toSorted((a, b) => a.tag.length - b.tag.length || blended(a.price) - blended(b.price))[0]?.price

/** Endpoints do not say what a cached token costs; the headline does, and speaks for an endpoint of the same price. */
const withCache = (price: Price, { facts: { headline } }: Entry): Price =>
  headline !== null && headline.input === price.input && headline.output === price.output
    ? { ...price, cacheRead: price.cacheRead ?? headline.cacheRead }
    : price

/** One order for every model: the maker's own standard offer, OpenRouter's headline, the default offer. */
export const priceOf = (entry: Entry, maker: Maker, listings: readonly Listing[]): Charged | undefined => {
  const sorted = newestFirst(listings)
  const [newest] = sorted
  if (newest === undefined) return undefined
  const own = makersOwn(entry.facts.endpoints, maker)
  if (own !== undefined) return { price: withCache(own, entry), sourceId: newest.sourceId, asOf: newest.asOf }
  for (const { models, sourceId, asOf } of sorted) {
    const headline = models.find(({ id }) => id === entry.id)?.headline ?? null
    if (isPaid(headline)) return { price: headline, sourceId, asOf }
  }
  const fallback = entry.facts.endpoints.find(({ isDefault, price }) => isDefault && isPaid(price))
  return fallback && { price: fallback.price, sourceId: newest.sourceId, asOf: newest.asOf }
}

/** A model's entries in the maker's own part of a list. */
export type Own = { readonly entry: ListedPrice; readonly list: PriceList }

const differs = (a: Price, b: Price): boolean =>
  [
    [a.input, b.input],
    [a.output, b.output],
  ].some(([x = 0, y = 0]) => Math.max(x, y) > Math.min(x, y) * DISPUTE_RATIO)

/** The newest price list of the maker that is newer than the price used, where the two are more than a tenth apart. */
export const disputedBy = (charged: Charged, own: readonly Own[], maker: Maker): ListPrice | null => {
  const proper = own.filter(({ entry }) => isProper(maker, entry.provider))
  const newer = proper.filter(({ list }) => Date.parse(list.asOf) > Date.parse(charged.asOf))
  const [newest] = newer.toSorted((a, b) => Date.parse(b.list.asOf) - Date.parse(a.list.asOf))
  const price = newest?.entry.price ?? null
  if (newest === undefined || !isPaid(price) || !differs(price, charged.price)) return null
  return { inputPricePer1M: price.input, outputPricePer1M: price.output, sourceId: newest.list.sourceId }
}
