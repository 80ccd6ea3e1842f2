import { LEAST_PRICE_PER_1M, withoutNoise } from './policy.ts'
import type { Model } from './schema.ts'

type Priced = Pick<Model, 'intelligenceScore' | 'blendedPricePer1M'>

/** Where the lower quartile of `count` ascending values stands. */
export const floorPosition = (count: number): number => Math.floor(count / 4)

/** The intelligence from which on a model counts as useful: the lower quartile. 0 of nothing. */
export const floorOf = (intelligences: readonly number[]): number =>
  intelligences.toSorted((a, b) => a - b)[floorPosition(intelligences.length)] ?? 0

/** Points of intelligence above `floor` per blended dollar, to nine decimals; a floor of 0 gives intelligence per dollar. */
export const valueScore = (model: Priced, floor: number): number => {
  const useful = Math.max(0, model.intelligenceScore - floor)
  return withoutNoise(useful / Math.max(LEAST_PRICE_PER_1M, model.blendedPricePer1M))
}

/** Six significant digits, as every figure of the index, so that an unfiltered answer repeats the model's `valueScore`. */
export const publishedValue = (value: number): number => Number(value.toPrecision(6))
