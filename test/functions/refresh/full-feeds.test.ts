import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PACE } from '../../../functions/refresh/offers.ts'
import { LIMITS } from '../../../shared/models/feeds/download.ts'
import { shippedIndex } from '../../../shared/models/shipped.ts'
import { hoursLater, putCurrent, refresher } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { type Behaviour, playSources, type Sources } from '../../support/sources.ts'

const directory = process.env.POINTSMAN_FEEDS ?? ''

const newest = (folder: string, name: RegExp): string => {
  const file = readdirSync(join(directory, folder))
    .filter((one) => name.test(one))
    .toSorted()
    .at(-1)
  return readFileSync(join(directory, folder, file ?? ''), 'utf8')
}

const Offer = z.object({ tag: z.string(), in: z.number(), out: z.number() })
const Catalog = z.object({
  models: z.array(z.object({ id: z.string(), providers: z.optional(z.array(z.catch(z.nullable(Offer), null))) })),
})

const perToken = (dollarsPer1M: number): string => (dollarsPer1M / 1e6).toFixed(12)

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })

const offersOf = (providers: readonly (z.infer<typeof Offer> | null)[]): string => {
  const endpoints = providers.flatMap((offer) =>
    offer === null
      ? []
      : {
          tag: offer.tag,
          pricing: { prompt: perToken(offer.in), completion: perToken(offer.out) },
          latency_last_30m: null,
          throughput_last_30m: null,
        },
  )
  return JSON.stringify({ data: { endpoints } })
}

/** The answers to `/endpoints` of all that is listed, as far as the catalogue that was made from them still tells. */
const offers = (): Record<string, string> => {
  const { models } = z.parse(Catalog, JSON.parse(newest('openrouter', /^catalog-/)))
  const known = new Map(models.map(({ id, providers }) => [id, providers ?? []]))
  const { data } = z.parse(Listed, JSON.parse(newest('openrouter', /^models-/)))
  return Object.fromEntries(data.map(({ id }) => [`/openrouter/${id}/endpoints`, offersOf(known.get(id) ?? [])]))
}

describe.runIf(directory !== '')('A refresh over the whole feeds', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  let sources: Sources
  beforeEach(async () => {
    place = await localBucket()
    sources = await playSources({
      '/openrouter': newest('openrouter', /^models-/),
      '/models-dev': newest('models-dev', /^providers/),
      '/genai-prices': newest('genai-prices', /^data-v2/),
      ...offers(),
    })
    await putCurrent(place, shippedIndex('functions/routing'))
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })

  const at = new Date('2026-10-12T06:00:00.000Z')
  /** A run, what it took, and what the sources sent for it. */
  const measured = async (hours: number) => {
    const [requests, bytes] = [sources.requests.length, sources.bytes()]
    const [started, before] = [performance.now(), process.memoryUsage().rss]
    const pace = { ...PACE, pauseMilliseconds: 0 }
    const result = await refresher({ place, sources }).run(hoursLater(hours, at), { limits: LIMITS, pace })
    const taken = {
      hours,
      outcome: result.outcome,
      milliseconds: Math.round(performance.now() - started),
      grownMegabytes: Math.round((process.memoryUsage().rss - before) / 1024 / 1024),
      requests: sources.requests.length - requests,
      bytes: sources.bytes() - bytes,
      endpoints: result.summary.endpoints,
    }
    console.log(JSON.stringify(taken), result.summary.models, 'models', result.summary.changes, 'changes')
    return { ...result, ...taken }
  }

  it('ends within its bounds of time and memory', async () => {
    const first = await measured(0)
    expect(first.outcome).toBe('published')
    expect(first.milliseconds).toBeLessThan(30_000)
    expect(first.grownMegabytes).toBeLessThan(350)
    expect(first.summary.models).toBeGreaterThan(80)
  })

  it('asks about every model that is worth it in its first run, within the rate that it keeps', async () => {
    const { endpoints } = await measured(0)
    expect(endpoints.asked).toBeGreaterThan(80)
    expect(endpoints.asked).toBeLessThan(PACE.most)
    expect(endpoints.failed).toBe(0)
    expect((await measured(1)).endpoints.asked).toBe(0)
    expect((PACE.most / PACE.atOnce) * PACE.pauseMilliseconds).toBeLessThan(PACE.totalMilliseconds)
  })

  it('transfers no unchanged body a second time, and publishes nothing more', async () => {
    await measured(0)
    const second = await measured(1)
    expect(second.outcome).toBe('unchanged')
    expect(second.summary.sources.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect([second.requests, second.bytes]).toEqual([3, expect.toSatisfy((bytes) => bytes < 1_000)])
  })

  it('publishes nothing when the hosts of all models are asked again, whether they know validators or not', async () => {
    const { endpoints } = await measured(0)
    const later = await measured(4)
    expect([later.outcome, later.endpoints]).toEqual(['unchanged', endpoints])
    expect(later.bytes / later.requests).toBeLessThan(300)
    for (const [path, text] of Object.entries(offers())) {
      const behaviour: Behaviour = (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      sources.play(path, behaviour)
    }
    const whole = await measured(8)
    expect([whole.outcome, whole.endpoints]).toEqual(['unchanged', endpoints])
    expect(whole.bytes).toBeGreaterThan(later.bytes)
  })
})
