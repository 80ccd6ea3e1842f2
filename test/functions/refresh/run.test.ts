import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PACE } from '../../../functions/refresh/offers.ts'
import { winner } from '../../../shared/models/answers.ts'
import { CHANGES_FEED_KEY, CHANGES_KEY, CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { ChangeLog } from '../../../shared/models/change-log.ts'
import { currentIndex } from '../../../shared/models/current.ts'
import { DEFAULT_QUESTION } from '../../../shared/models/question.ts'
import { Snapshot } from '../../../shared/models/schema.ts'
import { analysisText, devText, feedsOf, GOODS, lastIndex, offersText, openRouterText } from '../../support/market.ts'
import { BEGUN, hoursLater, putCurrent, refresher } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { playSources, type Sources } from '../../support/sources.ts'

const cheaper = GOODS.map((good) => (good.id === 'mark-5' ? { ...good, price: 0.4 } : good))

describe('A refresh', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  let sources: Sources
  beforeEach(async () => {
    place = await localBucket()
    sources = await playSources(feedsOf())
    await putCurrent(place, lastIndex())
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })

  const body = async (Key: string) => {
    const { Body } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key }))
    return (await Body?.transformToString()) ?? ''
  }
  const current = async () => Snapshot.parse(JSON.parse(await body(CURRENT_KEY)))
  const keys = async () => {
    const { Contents = [] } = await place.s3.send(new ListObjectsV2Command({ Bucket: place.bucket }))
    return Contents.map(({ Key }) => Key).toSorted()
  }
  const sellCheaper = () => {
    sources.play('/openrouter', openRouterText(cheaper))
    sources.play('/models-dev', devText(cheaper))
    for (const good of cheaper) sources.play(`/openrouter/${good.maker}/${good.id}/endpoints`, offersText(good))
  }

  it('builds from the live sources and publishes, with what none of them says carried forward', async () => {
    const { outcome } = await refresher({ place, sources }).run()
    expect(outcome).toBe('published')
    const index = await current()
    expect(index.updatedAt).toBe(BEGUN.toISOString())
    const [before, after] = [lastIndex().models[0], index.models[0]]
    expect(after?.speedTokensPerSecond).toBe(before?.speedTokensPerSecond)
    expect(after?.provenance?.find(({ figures }) => figures.includes('speed'))).toEqual({
      sourceId: 'artificial-analysis-2026-11-10',
      asOf: '2026-11-10T06:00:00Z',
      figures: ['reasoning', 'verbosity', 'speed', 'latency'],
    })
    expect(await keys()).toEqual([
      'index/changes.atom',
      'index/changes.json',
      'index/checked.json',
      'index/current.json',
      'index/history/2026-11-20T06:00:00.000Z.json',
      'index/sources/genai-prices.json',
      'index/sources/models-dev.json',
      'index/sources/openrouter-endpoints.json',
      'index/sources/openrouter.json',
    ])
  })

  it('transfers no body and publishes nothing where nothing changed, and says that it looked', async () => {
    const { run } = refresher({ place, sources })
    await run()
    const [published, before] = [await body(CURRENT_KEY), sources.bytes()]
    const { outcome, summary } = await run(hoursLater(1))
    expect(outcome).toBe('unchanged')
    expect(summary.sources.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(sources.bytes() - before).toBeLessThan(1_000)
    expect(await body(CURRENT_KEY)).toBe(published)
    expect(JSON.parse(await body('index/checked.json'))).toMatchObject({
      checkedAt: hoursLater(1).toISOString(),
      updatedAt: BEGUN.toISOString(),
    })
  })

  it('asks for single models again only after a while, or when the headline price has changed', async () => {
    const { run } = refresher({ place, sources })
    expect((await run()).summary.endpoints).toEqual({ asked: 12, failed: 0 })
    expect((await run(hoursLater(1))).summary.endpoints.asked).toBe(0)
    sellCheaper()
    expect((await run(hoursLater(2))).summary.endpoints.asked).toBe(1)
    expect((await run(hoursLater(4))).summary.endpoints.asked).toBe(11)
  })

  it('asks for all others where three models and more are not to be found', async () => {
    const first = GOODS.map(({ maker, id }) => `${maker}/${id}`).toSorted()
    for (const id of first.slice(0, 5))
      sources.play(`/openrouter/${id}/endpoints`, (response) => void response.writeHead(404).end())
    expect((await refresher({ place, sources }).run()).summary.endpoints).toEqual({ asked: 12, failed: 5 })
  })

  it('gives up on single models after three failures in a row', async () => {
    for (const { maker, id } of GOODS)
      sources.play(`/openrouter/${maker}/${id}/endpoints`, (response) => void response.writeHead(503).end())
    const { endpoints } = (await refresher({ place, sources }).run()).summary
    expect(endpoints.asked).toBeLessThanOrEqual(3 + PACE.atOnce)
    expect(endpoints.failed).toBe(endpoints.asked)
  })

  it('brings a changed price into the answers within the freshness window, and into the changes with its cause', async () => {
    // The store checks how old a signature is, so its clock may run ahead by minutes only.
    let aheadMs = 0
    const clock = () => new Date(Date.now() + aheadMs)
    const index = currentIndex({
      environment: {
        POINTSMAN_INDEX_BUCKET: place.bucket,
        AWS_REGION: place.region,
        AWS_ENDPOINT_URL_S3: place.endpoint,
        AWS_ACCESS_KEY_ID: place.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: place.credentials.secretAccessKey,
      },
      folder: 'functions/routing',
      now: clock,
      log: () => undefined,
    })
    const cheapest = async () => {
      const answered = winner((await index()).index, 'cheapest', DEFAULT_QUESTION, clock())
      return answered.ok ? answered.answer.model : answered.message
    }
    const { run } = refresher({ place, sources })
    await run()
    expect(await cheapest()).toBe('mark-4')
    sellCheaper()
    const { outcome, summary } = await run(hoursLater(1))
    expect(outcome).toBe('published')
    expect(summary.winners).toMatchObject({ before: { cheapest: 'mark-4' }, after: { cheapest: 'mark-5' } })
    aheadMs = 61_000
    await cheapest()
    await expect.poll(cheapest).toBe('mark-5')
    const { changes } = ChangeLog.parse(JSON.parse(await body(CHANGES_KEY)))
    expect(changes.find(({ subject }) => subject === '/api/cheapest')).toMatchObject({
      at: hoursLater(1).toISOString(),
      before: 'mark-4',
      after: 'mark-5',
      cause: { figure: 'price', model: 'mark-5' },
    })
    expect(await body(CHANGES_FEED_KEY)).toContain('mark-5')
  })

  it('begins with the shipped index where the bucket has none', async () => {
    const empty = await localBucket('another-bucket')
    const { outcome, summary } = await refresher({ place: empty, sources }).run()
    expect(outcome).toBe('published')
    expect(summary.models).toBe(GOODS.length)
    await empty.close()
  })

  it('says which sources it could not reach, and changes nothing where it reached none', async () => {
    await sources.close()
    const before = await keys()
    const { outcome, summary } = await refresher({ place, sources }).run()
    expect(outcome).toBe('unreached')
    expect(summary.sources.map(({ id, fault }) => [id, fault])).toEqual([
      ['openrouter', 'ECONNREFUSED'],
      ['models-dev', 'ECONNREFUSED'],
      ['genai-prices', 'ECONNREFUSED'],
    ])
    expect(await keys()).toEqual(before)
  })

  it('keeps the models of the last index while the list of models was never reached', async () => {
    sources.play('/openrouter', (response) => void response.writeHead(503).end())
    const { outcome, summary } = await refresher({ place, sources }).run()
    expect(outcome).not.toBe('refused')
    expect(summary.models).toBe(GOODS.length)
    const prices = ({ models }: Snapshot) =>
      models.map(({ openRouterId, blendedPricePer1M }) => [openRouterId, blendedPricePer1M])
    expect(prices(await current())).toEqual(prices(lastIndex()))
  })

  it('asks Artificial Analysis with the operator’s key, and prefers what it measures', async () => {
    let key: unknown
    sources.play('/artificial-analysis', (response, request) => {
      key = request.headers['x-api-key']
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(analysisText())
    })
    const { run, logged } = refresher({ place, sources, key: "the operator's" })
    expect((await run()).outcome).toBe('published')
    expect(key).toBe("the operator's")
    expect((await current()).models.map(({ speedTokensPerSecond }) => speedTokensPerSecond).toSorted()).toEqual(
      GOODS.map(({ score }) => 45 + score).toSorted(),
    )
    expect(JSON.stringify(logged)).not.toContain("the operator's")
  })
})
