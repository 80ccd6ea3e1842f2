import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHANGES_KEY, CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { ChangeLog } from '../../../shared/models/change-log.ts'
import { publishAfter } from '../../../shared/models/publish.ts'
import { Snapshot } from '../../../shared/models/schema.ts'
import { Killed, killAfter } from '../../support/kill.ts'
import { feedsOf, GOODS, lastIndex, offersText, openRouterText } from '../../support/market.ts'
import { BEGUN, hoursLater, putCurrent, refresher } from '../../support/refreshing.ts'
import { playSources, type Sources } from '../../support/sources.ts'
import { strictBucket } from '../../support/strict-s3.ts'

const priced = (price: number) => GOODS.map((good) => (good.id === 'mark-5' ? { ...good, price } : good))

describe('Refreshes that are cut off or overlap', () => {
  let place: Awaited<ReturnType<typeof strictBucket>>
  let sources: Sources
  beforeEach(async () => {
    place = await strictBucket()
    sources = await playSources(feedsOf())
    await putCurrent(place, lastIndex())
    await refresher({ place, sources }).run()
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })

  const sell = (price: number) => {
    const goods = priced(price)
    sources.play('/openrouter', openRouterText(goods))
    for (const good of goods) sources.play(`/openrouter/${good.maker}/${good.id}/endpoints`, offersText(good))
  }
  const text = (key: string) => place.objects.get(key)?.body ?? ''
  const current = () => Snapshot.parse(JSON.parse(text(CURRENT_KEY)))
  const priceNow = () => current().models.find(({ id }) => id === 'mark-5')?.inputPricePer1M
  const changesNow = () => ChangeLog.parse(JSON.parse(text(CHANGES_KEY))).changes

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('recover in the next run after dying behind %i writes', async (writes) => {
    const before = text(CURRENT_KEY)
    sell(0.8)
    const { s3, keys } = killAfter(place.s3, writes)
    const dying = refresher({ place: { ...place, s3 }, sources })
    await expect(dying.run(hoursLater(1))).rejects.toBeInstanceOf(Killed)
    const isPublished = keys.indexOf(CURRENT_KEY) !== -1 && keys.indexOf(CURRENT_KEY) < writes
    expect(text(CURRENT_KEY) === before).toBe(!isPublished)

    const { outcome } = await refresher({ place, sources }).run(hoursLater(2))
    expect(outcome).toBe(isPublished ? 'unchanged' : 'published')
    expect(priceNow()).toBe(0.8)
    expect(text(`index/history/${current().updatedAt}.json`)).toBe(text(CURRENT_KEY))
    const moved = changesNow().filter(({ subject, kind }) => subject === 'mark-5' && kind === 'price')
    expect(moved.map(({ at }) => at)).toEqual([current().updatedAt])
  })

  it('write in the order history, changes, current, and what they remember last', async () => {
    sell(0.8)
    const { s3, keys } = killAfter(place.s3, 100)
    await refresher({ place: { ...place, s3 }, sources }).run(hoursLater(1))
    expect(keys).toEqual([
      'index/history/2026-11-20T07:00:00.000Z.json',
      'index/changes.json',
      'index/changes.atom',
      'index/current.json',
      'index/sources/openrouter.json',
      'index/sources/models-dev.json',
      'index/sources/genai-prices.json',
      'index/sources/openrouter-endpoints.json',
      'index/checked.json',
    ])
  })

  it('publish one state when two begin at once, and the log tells of that one', async () => {
    sell(0.8)
    const [a, b] = [refresher({ place, sources }), refresher({ place, sources })]
    const results = await Promise.all([a.run(hoursLater(1)), b.run(new Date(hoursLater(1).getTime() + 500))])
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['overtaken', 'published'])
    expect(priceNow()).toBe(0.8)
    const ats = changesNow().map(({ at }) => at)
    expect(new Set(ats.filter((at) => at > BEGUN.toISOString()))).toEqual(new Set([current().updatedAt]))
    expect((await a.run(hoursLater(2))).outcome).toBe('unchanged')
  })

  it('do not write over an index that came in between', async () => {
    sell(0.8)
    const other = JSON.stringify({ ...lastIndex(), updatedAt: '2026-11-20T06:30:00.000Z' })
    const { run } = refresher({ place, sources })
    const { outcome } = await run(hoursLater(1), {
      publish: async (publication) => {
        await putCurrent(place, JSON.parse(other))
        return publishAfter(place, publication)
      },
    })
    expect(outcome).toBe('overtaken')
    expect(JSON.parse(text(CURRENT_KEY))).toEqual(JSON.parse(other))
  })
})
