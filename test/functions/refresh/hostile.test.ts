import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshStore } from '../../../functions/refresh/store.ts'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { LIMITS } from '../../../shared/models/feeds/download.ts'
import { Snapshot } from '../../../shared/models/schema.ts'
import { openRouterFile } from '../../shared/models/feeds/feed-files.ts'
import { devText, feedsOf, GOODS, genaiText, lastIndex, listed, openRouterText } from '../../support/market.ts'
import { MISBEHAVIOURS } from '../../support/misbehaviour.ts'
import { hoursLater, putCurrent, refresher } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { json, playSources, type Sources } from '../../support/sources.ts'

const priced = (prompt: string, completion: string) =>
  openRouterFile(...GOODS.map((good) => listed(good, { pricing: { prompt, completion } })))

const scored = (change: (score: number) => number) =>
  openRouterFile(
    ...GOODS.map((good) => {
      const [intelligence_index, coding_index] = [change(good.score), change(good.score + 5)]
      const scores = { intelligence_index, coding_index, agentic_index: change(good.score - 5) }
      return listed(good, { benchmarks: { artificial_analysis: scores } })
    }),
  )

const bargain = { maker: 'acme', id: 'too-good', score: 99, price: 0.00001 }

/** What OpenRouter says, and what comes of it: a refusal by its reason, or the outcome of the run. */
const POISONS: Readonly<Record<string, readonly [text: string, came: string]>> = {
  'half a JSON': [openRouterText().slice(0, -200), 'not-json'],
  'another shape': ['{"models":{}}', 'unexpected-shape'],
  'no model at all': [openRouterFile(), 'no usable row'],
  'prices times 1,000': [openRouterText(GOODS.map((good) => ({ ...good, price: good.price * 1_000 }))), 'price-moved'],
  'prices of zero': [priced('0', '0'), 'malformed'],
  'prices of zero for every third model': [
    openRouterFile(
      ...GOODS.map((good, at) => listed(good, at % 3 === 0 ? { pricing: { prompt: '0', completion: '0' } } : {})),
    ),
    'models-missing',
  ],
  'scores beyond the scale': [scored((score) => score + 100), 'malformed'],
  'negative prices': [priced('-0.000001', '-0.000004'), 'unchanged'],
  'prices that are no numbers': [priced('NaN', 'NaN'), 'unchanged'],
  'a literal NaN': [openRouterText().replace('"intelligence_index":20', '"intelligence_index":NaN'), 'not-json'],
  'scores that are all zero': [scored(() => 0), 'scores-flat'],
  'half of the models': [openRouterText(GOODS.slice(0, 6)), 'models-missing'],
  'every id twice': [openRouterFile(...[...GOODS, ...GOODS].map((good) => listed(good))), 'unchanged'],
}

describe('A refresh from a source that', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  let sources: Sources
  beforeEach(async () => {
    place = await localBucket()
    sources = await playSources(feedsOf())
    await putCurrent(place, lastIndex())
    await refresher({ place, sources }).run()
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })
  const everything = async () => {
    const { Contents = [] } = await place.s3.send(new ListObjectsV2Command({ Bucket: place.bucket }))
    return Object.fromEntries(Contents.map(({ Key, ETag }) => [Key, ETag]))
  }
  const current = async () => {
    const { Body } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: CURRENT_KEY }))
    return Body?.transformToString()
  }

  it.each(Object.entries(MISBEHAVIOURS))('%s leaves the answers as they were', async (name, behaviour) => {
    const before = await current()
    sources.play('/openrouter', behaviour)
    const { run, logged } = refresher({ place, sources })
    const started = performance.now()
    const { outcome } = await run(hoursLater(1))
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
    const failed = logged.filter(({ event }) => event === 'refresh-source-failed').map(({ source }) => source)
    // A 304 is what this source may answer now: it was asked with the tag of the run before.
    expect(failed).toEqual(name === 'answers 304 unasked' ? [] : ['openrouter'])
  })

  it.each(['/models-dev', '/genai-prices'])('is %s and fails leaves the answers as they were', async (path) => {
    const before = await current()
    sources.play(path, (response) => void response.socket?.destroy())
    expect((await refresher({ place, sources }).run(hoursLater(1))).outcome).toBe('unchanged')
    expect(await current()).toBe(before)
  })

  it.each(Object.entries(POISONS))('says %s is refused by name, or changes nothing', async (_name, [text, came]) => {
    const before = await everything()
    sources.play('/openrouter', text)
    for (const good of GOODS) sources.play(`/openrouter/${good.maker}/${good.id}/endpoints`, '{}')
    const { run, logged } = refresher({ place, sources })
    const { outcome, refusals } = await run(hoursLater(1))
    const faults = logged.filter(({ event }) => event === 'refresh-source-failed').map(({ fault }) => fault)
    expect([outcome, ...refusals.map(({ reason }) => reason), ...faults]).toContain(came)
    const after = await everything()
    if (outcome === 'refused') expect(after).toEqual(before)
    expect(after[CURRENT_KEY]).toBe(before[CURRENT_KEY])
  })

  it.each([
    ['nothing', '0', undefined],
    ['less than nothing', '-0.000001', 0.675],
    ['no number', 'NaN', 0.675],
    ['more than anything costs', '99', 0.675],
  ])('sells one model for %s loses it only if that is an answer', async (_name, prompt, price) => {
    const one = GOODS.find(({ id }) => id === 'mark-4')
    const goods = GOODS.map((good) => listed(good, good === one ? { pricing: { prompt, completion: prompt } } : {}))
    sources.play('/openrouter', openRouterFile(...goods))
    sources.play(`/openrouter/${one?.maker}/mark-4/endpoints`, '{}')
    const { outcome } = await refresher({ place, sources }).run(hoursLater(1))
    expect(outcome).toBe(price === undefined ? 'published' : 'unchanged')
    const { models } = Snapshot.parse(JSON.parse((await current()) ?? ''))
    expect(models.find(({ id }) => id === 'mark-4')?.inputPricePer1M).toBe(price)
    expect(models.length).toBe(price === undefined ? GOODS.length - 1 : GOODS.length)
  })

  it('is refused by every reason that was not accepted', async () => {
    sources.play('/openrouter', openRouterText(GOODS.slice(0, 6)))
    const { run, logged } = refresher({ place, sources })
    const { refusals } = await run(hoursLater(1))
    expect(logged.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', event: 'refresh-refused', reasons: refusals },
    ])
    const accepted = ['models-missing', 'models-gone', 'task-lost'] as const
    const { outcome, summary } = await run(hoursLater(1), { accepted })
    expect(outcome).toBe('published')
    expect(summary.accepted).toEqual(accepted)
  })

  it('offers a new model almost for nothing lets it win nowhere at once', async () => {
    const goods = [...GOODS, bargain]
    sources.play('/openrouter', openRouterText(goods))
    sources.play('/models-dev', devText())
    sources.play(
      '/openrouter/acme/too-good/endpoints',
      JSON.stringify({
        data: {
          endpoints: [
            {
              tag: 'acme',
              pricing: { prompt: '0.00000000001', completion: '0.00000000004' },
              latency_last_30m: { p50: 0.5 },
              throughput_last_30m: { p50: 900 },
            },
          ],
        },
      }),
    )
    const { outcome, summary } = await refresher({ place, sources }).run(hoursLater(1))
    expect(Object.values(summary.winners.after)).not.toContain('acme/too-good')
    expect(outcome === 'published' ? summary.notes.map(({ reason }) => reason) : [outcome]).toContain('new-model')
  })

  it('moves every score to another version of the benchmark does not mix the two', async () => {
    sources.play(
      '/openrouter',
      scored((score) => Math.max(0, score - 8)),
    )
    const { outcome, summary } = await refresher({ place, sources }).run(hoursLater(1))
    expect([outcome, ...summary.notes.map(({ reason }) => reason)]).toContain('new-version')
  })

  it('writes what could steer a page, a terminal or a path brings none of it in', async () => {
    const evil = [
      { id: 'acme/<script>alert(1)</script>' },
      { id: '../../etc/passwd' },
      { id: 'acme/../../secrets' },
      { id: '__proto__' },
      { id: 'acme/constructor' },
      { name: '<img src=x onerror=alert(1)>' },
      { name: `red ${String.fromCharCode(27)}[31m` },
      { name: 'x'.repeat(10 * 1024 * 1024) },
      { name: 'right\u202eto left' },
    ].map((hostile, at) => ({ ...listed({ maker: 'acme', id: `evil-${at}`, score: 60, price: 0.1 }), ...hostile }))
    const text = openRouterFile(...GOODS.map((good) => listed(good)), ...evil)
    const keyed = text.replace('{"data"', '{"__proto__":{"polluted":true},"data"')
    const before = await current()
    sources.play('/openrouter', keyed)
    sources.play('/models-dev', devText().replace('{', '{"__proto__":{"models":{}},'))
    const { run, logged } = refresher({ place, sources })
    const { outcome, summary } = await run(hoursLater(1), { limits: LIMITS })
    expect(outcome).toBe('unchanged')
    expect(await current()).toBe(before)
    expect(Object('').polluted).toBeUndefined()
    expect(summary.sources[0]).toMatchObject({ id: 'openrouter', models: GOODS.length, dropped: evil.length })
    expect(sources.requests.filter((path) => /evil|passwd|secrets|script/.test(path))).toEqual([])
    expect(JSON.stringify(logged).length).toBeLessThan(5_000)
  })

  it('is silent for more than 30 days no longer counts, and its figures stay with their date', async () => {
    sources.play('/genai-prices', (response) => void response.writeHead(503).end())
    const { summary } = await refresher({ place, sources }).run(hoursLater(24 * 31))
    expect(summary.sources.find(({ id }) => id === 'genai-prices')).toMatchObject({ status: 'failed', models: 0 })
    expect(summary.models).toBe(GOODS.length)
  })

  it('answers 304 for what cannot be read any more is asked for all of it', async () => {
    sources.play('/genai-prices', (response, request) => {
      if (request.headers['if-none-match'] === undefined) json(genaiText())(response, request)
      else response.writeHead(304).end()
    })
    const { run } = refresher({ place, sources })
    const kept = { asOf: '2026-11-20T06:00:00.000Z', checkedAt: '2026-11-20T06:00:00.000Z', etag: '"x"' }
    await refreshStore(place.s3, place.bucket).keep('genai-prices', { ...kept, lastModified: '', text: 'broken' })
    const { summary } = await run(hoursLater(1))
    expect(summary.sources.find(({ id }) => id === 'genai-prices')).toMatchObject({ status: 'new' })
  })
})
