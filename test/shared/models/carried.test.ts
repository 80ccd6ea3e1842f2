import { describe, expect, it } from 'vitest'
import { answersOf } from '../../../shared/models/answers.ts'
import { build } from '../../../shared/models/build.ts'
import { carriedFrom, hasVote, listingFrom, makersFrom } from '../../../shared/models/carried.ts'
import { parseOpenRouter } from '../../../shared/models/feeds/openrouter.ts'
import type { Model, Snapshot } from '../../../shared/models/schema.ts'
import { shippedIndex } from '../../../shared/models/shipped.ts'
import { GOODS, lastIndex, listed } from '../../support/market.ts'
import { openRouterFile } from './feeds/feed-files.ts'

const NOW = new Date('2026-11-20T06:00:00Z')

const withoutDates = ({ provenance: _, sourceIds: __, ...model }: Model) => model

const again = (index: Snapshot): Snapshot =>
  build([listingFrom(index), carriedFrom(index, NOW), makersFrom(index)], {
    now: new Date(index.updatedAt),
    updatedAt: index.updatedAt,
    generatedBy: index.generatedBy,
    api: index.api,
    answersOf,
  })

const live = (...models: unknown[]): Snapshot => {
  const parsed = parseOpenRouter(openRouterFile(...models), NOW.toISOString())
  if (!parsed.ok) throw new Error(parsed.reason)
  const index = lastIndex()
  return build([parsed.extract, carriedFrom(index, NOW), makersFrom(index)], {
    now: NOW,
    generatedBy: index.generatedBy,
    api: index.api,
    answersOf,
  })
}

describe('What the last index carries forward', () => {
  it.each([
    ['the shipped index', shippedIndex('functions/routing')],
    ['a small one', lastIndex()],
  ])('is all of it: building from %s alone gives the same models and answers', (_name, index) => {
    const next = again(index)
    expect(next.models.map(withoutDates)).toEqual(index.models.map(withoutDates))
    expect(next.answers).toEqual(index.answers)
  })

  it('keeps where and when every measured figure came from', () => {
    const [before, after] = [lastIndex(), again(lastIndex())]
    expect(after.models.map(({ provenance }) => provenance)).toEqual(before.models.map(({ provenance }) => provenance))
    expect(after.sources).toEqual(before.sources)
  })

  const [good] = GOODS
  const others = GOODS.slice(1).map((one) => listed(one))
  const first = (index: Snapshot) => index.models.find(({ id }) => id.endsWith('mark-1'))

  it('is the price where the feed’s is nonsense, and not where the feed says that there is none', () => {
    if (good === undefined) throw new Error('The market is empty')
    const unreadable = live(...others, listed(good, { pricing: { prompt: '-1', completion: '-1' } }))
    expect(first(unreadable)?.inputPricePer1M).toBe(good.price)
    const free = live(...others, listed(good, { pricing: { prompt: '0', completion: '0' } }))
    expect(first(free)).toBeUndefined()
  })

  it('is no score: one that is gone is gone', () => {
    if (good === undefined) throw new Error('The market is empty')
    expect(first(live(...others, listed(good, { benchmarks: null })))).toBeUndefined()
  })

  it.each([
    ['2026-10-21T06:00:00Z', true],
    ['2026-10-21T05:59:59Z', false],
  ])('has a vote from %s on: %s', (spokeAt, expected) => {
    expect(hasVote(spokeAt, NOW)).toBe(expected)
  })
})
