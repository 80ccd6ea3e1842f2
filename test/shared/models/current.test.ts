import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routingEndpoints } from '../../../functions/routing/handlers.ts'
import { serve } from '../../../shared/http/serve.ts'
import { currentIndex } from '../../../shared/models/current.ts'
import { publish } from '../../../shared/models/publish.ts'
import { sealed } from '../../../shared/models/seal.ts'
import { anEvent } from '../../support/event.ts'
import { aModelOf } from '../../support/models.ts'
import { aWorld, MODELS, NO_CHANGES } from '../../support/routing.ts'
import { localBucket } from '../../support/s3.ts'

const CURRENT = 'index/current.json'
const MINUTE = 60_000
const star = aModelOf('Nova', 'nova-1', { intelligenceScore: 95, codingScore: 95 })
const first = aWorld()
const second = { ...aWorld([...MODELS, star]), updatedAt: '2026-11-20T07:00:00.000Z' }

let folder = ''
let bucket: Awaited<ReturnType<typeof localBucket>>
let passed = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pointsman-container-'))
  copyFileSync('functions/routing/default-index.json', join(folder, 'default-index.json'))
  bucket = await localBucket()
  passed = 0
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await bucket.close().catch(() => undefined)
})

/** A container of the routing function, as its index.ts wires it; only the clock is ours. */
const container = () => {
  const faults: unknown[] = []
  const now = () => new Date(Date.now() + passed)
  const environment = {
    POINTSMAN_INDEX_BUCKET: 'index-bucket',
    AWS_REGION: bucket.region,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  }
  const current = currentIndex({ environment, folder, now, log: ({ message }) => faults.push(message) })
  const handle = serve({
    endpoints: routingEndpoints({ current, changes: NO_CHANGES, now }),
    log: () => undefined,
    elapsed: () => 0,
  })
  const ask = async () => {
    const reply = await handle(anEvent({ path: '/api/route' }))
    expect(reply.statusCode).toBe(200)
    return String(JSON.parse(reply.body).model)
  }
  /** What is answered once the load that a request starts has ended; one that a busy machine fails is tried 5 s later. */
  const askUntil = async (model: string) => {
    const giveUpAt = Date.now() + 15_000
    while ((await ask()) !== model && Date.now() < giveUpAt) await new Promise((done) => setTimeout(done, 10))
    return ask()
  }
  return { ask, askUntil, faults }
}

const poison = (body: string) =>
  bucket.s3.send(new PutObjectCommand({ Bucket: 'index-bucket', Key: CURRENT, Body: body }))

describe('The running service', () => {
  it('answers from a changed index once the old one is a minute old, without a restart', async () => {
    await publish({ s3: bucket.s3, bucket: 'index-bucket' }, first)
    const { ask, askUntil } = container()
    expect(await ask()).toBe('anvil-large')
    await publish({ s3: bucket.s3, bucket: 'index-bucket' }, second)
    expect(await ask()).toBe('anvil-large')
    passed = MINUTE
    expect(await askUntil('nova-1')).toBe('nova-1')
  })

  it('goes on answering with S3 stopped, minutes and hours later', async () => {
    await publish({ s3: bucket.s3, bucket: 'index-bucket' }, first)
    const { ask } = container()
    expect(await ask()).toBe('anvil-large')
    await bucket.close()
    for (const later of [MINUTE, 6 * MINUTE, 300 * MINUTE]) {
      passed = later
      expect(await ask()).toBe('anvil-large')
    }
  })

  it('answers from the embedded index when it starts with S3 unreachable', async () => {
    await bucket.close()
    expect(await container().ask()).toBe('gpt-5.6-luna')
  })

  it.each([
    ['no JSON', '<html>'],
    ['half of it', JSON.stringify(first).slice(0, 3000)],
    ['an empty object', '{}'],
    ['no models', JSON.stringify({ ...first, models: [] })],
    ['a model without a price', JSON.stringify(first).replaceAll('"inputPricePer1M":', '"was":')],
    ['an endless price', JSON.stringify(first).replaceAll('"inputPricePer1M":5', '"inputPricePer1M":1e999')],
    ['only retired models', JSON.stringify(first).replaceAll('"retiresAt":null', '"retiresAt":"2020-01-01"')],
    ['two models of one id', JSON.stringify(first).replaceAll('"id":"anvil-small"', '"id":"anvil-large"')],
    ['half of a sealed one', sealed(JSON.stringify(first)).slice(0, 3000)],
    ['a sealed one with another price', sealed(JSON.stringify(first)).replaceAll(':5,', ':-5,')],
    ['9 MB', JSON.stringify({ ...first, generatedBy: 'x'.repeat(9e6) })],
    ['nothing', ''],
  ])('is not moved by a poisoned object (%s)', async (_, body) => {
    await publish({ s3: bucket.s3, bucket: 'index-bucket' }, first)
    const { ask, askUntil, faults } = container()
    expect(await ask()).toBe('anvil-large')
    await poison(body)
    passed = MINUTE
    expect(await ask()).toBe('anvil-large')
    await expect.poll(() => faults.length).toBe(1)
    expect(await ask()).toBe('anvil-large')
    await publish({ s3: bucket.s3, bucket: 'index-bucket' }, second)
    passed = 3 * MINUTE
    expect(await askUntil('nova-1')).toBe('nova-1')
  })

  it('starts from the embedded index when the object is poisoned from the beginning', async () => {
    await poison('{"models": "none"}')
    expect(await container().ask()).toBe('gpt-5.6-luna')
  })
})
