import { GetObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PACE } from '../../../functions/refresh/offers.ts'
import { refreshStore } from '../../../functions/refresh/store.ts'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { LIMITS } from '../../../shared/models/feeds/download.ts'
import { openRouterFile } from '../../shared/models/feeds/feed-files.ts'
import { analysed, analysisText, devText, feedsOf, GOODS, genaiText, lastIndex, listed } from '../../support/market.ts'
import { hoursLater, putCurrent, refresher } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { playSources, type Sources } from '../../support/sources.ts'

const LONG = 'x'.repeat(10 * 1024 * 1024)
const another = { maker: 'acme', id: 'another', score: 60, price: 0.1 }
const lastGood = GOODS.at(-1) ?? another

const openRouterWith = (...hostile: readonly Readonly<Record<string, unknown>>[]) =>
  openRouterFile(...GOODS.map((good) => listed(good)), ...hostile.map((fields) => listed(another, fields)))

const devWith = (hostile: Readonly<Record<string, unknown>>) => JSON.stringify({ ...JSON.parse(devText()), ...hostile })
const devRow = { cost: { input: 1, output: 4 } }

const genaiWith = (hostile: Readonly<Record<string, unknown>>) =>
  JSON.stringify([...JSON.parse(genaiText()), { id: 'acme', name: 'acme', models: [], ...hostile }])
const genaiRow = { id: 'another', prices: { input_mtok: 1, output_mtok: 4 } }

/** Where a source may put 10 MB, and how many of its rows are then left out. */
const PLACES: readonly (readonly [what: string, id: string, text: string, dropped: number])[] = [
  ['a model’s id at OpenRouter', 'openrouter', openRouterWith({ id: LONG }), 1],
  ['a model’s name at OpenRouter', 'openrouter', openRouterWith({ name: LONG }), 1],
  ['a provider’s id at models.dev', 'models-dev', devWith({ [LONG]: { models: { another: devRow } } }), 1],
  ['a model’s id at models.dev', 'models-dev', devWith({ other: { models: { [LONG]: devRow } } }), 1],
  ['a provider’s id at genai-prices', 'genai-prices', genaiWith({ id: LONG, models: [genaiRow] }), 1],
  ['a model’s id at genai-prices', 'genai-prices', genaiWith({ models: [{ ...genaiRow, id: LONG }] }), 1],
  ['a slug at Artificial Analysis', 'artificial-analysis', analysisText(analysed(another, { slug: LONG })), 1],
  ['a name at Artificial Analysis', 'artificial-analysis', analysisText(analysed(another, { name: LONG })), 1],
  [
    'a maker’s name at Artificial Analysis',
    'artificial-analysis',
    analysisText(analysed(another, { model_creator: { name: LONG, slug: 'acme' } })),
    1,
  ],
  ['a key that nobody reads', 'artificial-analysis', analysisText(analysed(another, { [LONG]: LONG.length })), 0],
]

describe('Text without measure', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  let sources: Sources
  const runAt = async (hours: number) => {
    const { run, logged } = refresher({ place, sources, key: 'a key' })
    const [started, before] = [performance.now(), process.memoryUsage().rss]
    const pace = { ...PACE, pauseMilliseconds: 0 }
    const result = await run(hoursLater(hours), { limits: LIMITS, pace })
    expect(performance.now() - started).toBeLessThan(5_000)
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300)
    return { ...result, logged }
  }
  const current = async () => {
    const { Body } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: CURRENT_KEY }))
    return Body?.transformToString()
  }
  let before: string | undefined
  beforeEach(async () => {
    place = await localBucket()
    sources = await playSources({ ...feedsOf(), '/artificial-analysis': analysisText() })
    await putCurrent(place, lastIndex())
    await runAt(0)
    before = await current()
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })

  it.each(PLACES)('in %s costs at most its row, and reaches no log', async (_what, id, text, dropped) => {
    const path = `/${id}`
    sources.play(path, text)
    const { outcome, summary, logged } = await runAt(1)
    expect(summary.sources.find((source) => source.id === id)).toMatchObject({ status: 'new', dropped })
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
    expect(JSON.stringify(logged).length).toBeLessThan(5_000)
  })

  it.each([
    ['openrouter', openRouterWith({ name: LONG }, { name: LONG })],
    ['models-dev', devWith({ other: { models: { [LONG]: { name: LONG } } } })],
    ['genai-prices', genaiWith({ name: LONG, models: [{ ...genaiRow, id: LONG }] })],
    ['artificial-analysis', analysisText(analysed(another, { slug: LONG, name: LONG }))],
  ])('that comes to more than a source may send makes %s fail by name', async (id, text) => {
    sources.play(`/${id}`, text)
    const { outcome, summary, logged } = await runAt(1)
    expect(summary.sources.find((source) => source.id === id)).toMatchObject({ status: 'failed', fault: 'too large' })
    expect(logged).toContainEqual(expect.objectContaining({ level: 'error', source: id, fault: 'too large' }))
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
    expect(JSON.stringify(logged).length).toBeLessThan(5_000)
  })

  it.each([
    ['openrouter', '{"data":[', '{},', '{}]}'],
    ['openrouter', '{"data":', '[', '0'],
    ['models-dev', '{"acme":{"models":{', '"a":{},', '"a":{}}}}'],
    ['genai-prices', '[', '[],', '[]]'],
    ['artificial-analysis', '{"data":[', '0,', '0]}'],
  ])('that unfolds to more values than memory holds makes %s fail by name: %s%s...', async (id, begin, again, end) => {
    sources.play(`/${id}`, begin + again.repeat(LONG.length / again.length) + end)
    const { outcome, summary } = await runAt(1)
    expect(summary.sources.find((source) => source.id === id)).toMatchObject({ fault: 'too-many-values' })
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
  })

  it.each([
    ['within its measure is left out', 900_000, { asked: 12, failed: 0 }, []],
    ['beyond it is refused', LONG.length, { asked: 12, failed: 1 }, [expect.objectContaining({ tag: lastGood.maker })]],
  ])('in the answer about a single model %s', async (_what, length, endpoints, kept) => {
    const offer = { tag: LONG.slice(0, length), pricing: { prompt: '0.0000001', completion: '0.0000004' } }
    const path = `/openrouter/${lastGood.maker}/${lastGood.id}/endpoints`
    sources.play(path, JSON.stringify({ data: { endpoints: [offer] } }))
    const { outcome, summary, logged } = await runAt(4)
    expect(summary.endpoints).toEqual(endpoints)
    const known = await refreshStore(place.s3, place.bucket).offers()
    expect(known[`${lastGood.maker}/${lastGood.id}`]?.endpoints).toEqual(kept)
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
    expect(JSON.stringify(logged).length).toBeLessThan(5_000)
  })
})
