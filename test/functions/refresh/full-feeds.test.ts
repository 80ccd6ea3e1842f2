import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { LIMITS } from '../../../shared/models/feeds/download.ts'
import { shippedIndex } from '../../../shared/models/shipped.ts'
import { putCurrent, refresher } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { playSources } from '../../support/sources.ts'

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

/** The answers to `/endpoints`, as far as the catalogue that was made from them still tells. */
const offers = (): Record<string, string> =>
  Object.fromEntries(
    z.parse(Catalog, JSON.parse(newest('openrouter', /^catalog-/))).models.map(({ id, providers = [] }) => [
      `/openrouter/${id}/endpoints`,
      JSON.stringify({
        data: {
          endpoints: providers.flatMap((offer) =>
            offer === null
              ? []
              : {
                  tag: offer.tag,
                  pricing: { prompt: perToken(offer.in), completion: perToken(offer.out) },
                  latency_last_30m: null,
                  throughput_last_30m: null,
                },
          ),
        },
      }),
    ]),
  )

describe.runIf(directory !== '')('A refresh over the whole feeds', () => {
  it('ends within its bounds of time and memory', async () => {
    const place = await localBucket()
    const sources = await playSources({
      '/openrouter': newest('openrouter', /^models-/),
      '/models-dev': newest('models-dev', /^providers/),
      '/genai-prices': newest('genai-prices', /^data-v2/),
      ...offers(),
    })
    await putCurrent(place, shippedIndex('functions/routing'))
    const { run } = refresher({ place, sources })
    const at = new Date('2026-10-12T06:00:00.000Z')
    const [started, before] = [performance.now(), process.memoryUsage().rss]
    const first = await run(at, { limits: LIMITS })
    const milliseconds = performance.now() - started
    const grownMegabytes = (process.memoryUsage().rss - before) / 1024 / 1024
    console.log(
      `first run: ${milliseconds.toFixed(0)} ms, ${grownMegabytes.toFixed(0)} MB more, ${first.outcome},`,
      `${first.summary.models} models, ${first.summary.changes} changes, ${first.summary.endpoints.asked} endpoints`,
      JSON.stringify([...first.refusals, ...first.summary.notes]),
    )
    const again = performance.now()
    const second = await run(new Date(at.getTime() + 3_600_000), { limits: LIMITS })
    console.log(`second run: ${(performance.now() - again).toFixed(0)} ms, ${second.outcome}`)
    expect(first.outcome).toBe('published')
    expect(milliseconds).toBeLessThan(30_000)
    expect(grownMegabytes).toBeLessThan(350)
    expect(first.summary.models).toBeGreaterThan(80)
    await sources.close()
    await place.close()
  })
})
