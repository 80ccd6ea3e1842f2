import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atomOf } from '../../../shared/models/atom.ts'
import { CHANGES_FEED_KEY, CHANGES_KEY } from '../../../shared/models/bucket.ts'
import { type ChangeLog, EMPTY_FEED, EMPTY_LOG } from '../../../shared/models/change-log.ts'
import { currentChanges } from '../../../shared/models/current-changes.ts'
import { aChange } from '../../support/changes.ts'
import { localBucket } from '../../support/s3.ts'

const MINUTE = 60_000
const log: ChangeLog = { updatedAt: aChange().at, changes: [aChange()] }
const feed = await atomOf(log, undefined)

let bucket: Awaited<ReturnType<typeof localBucket>>
let passed = 0
beforeEach(async () => {
  bucket = await localBucket()
  passed = 0
})
afterEach(() => bucket.close().catch(() => undefined))

const put = (key: string, body: string) =>
  bucket.s3.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: key, Body: body }))

const container = () => {
  const logged: Record<string, unknown>[] = []
  const environment = {
    POINTSMAN_INDEX_BUCKET: bucket.bucket,
    AWS_REGION: bucket.region,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  }
  const now = () => new Date(Date.now() + passed)
  return { changes: currentChanges({ environment, now, log: (entry) => logged.push(entry) }), logged }
}

describe('The changes as a container knows them', () => {
  it('are those in the bucket', async () => {
    await put(CHANGES_KEY, JSON.stringify(log))
    await put(CHANGES_FEED_KEY, feed)
    const { changes, logged } = container()
    expect([await changes.log(), await changes.feed()]).toEqual([log, feed])
    expect(logged).toEqual([])
  })

  it('are none where nothing was recorded yet, which is no fault', async () => {
    const { changes, logged } = container()
    expect([await changes.log(), await changes.feed()]).toEqual([EMPTY_LOG, EMPTY_FEED])
    expect(logged).toEqual([])
  })

  it('are found by a container that started before the first of them', async () => {
    const { changes } = container()
    expect(await changes.log()).toEqual(EMPTY_LOG)
    await put(CHANGES_KEY, JSON.stringify(log))
    passed = 2 * MINUTE
    await expect.poll(() => changes.log()).toEqual(log)
  })

  it('are none while S3 is down', async () => {
    await bucket.close()
    const { changes } = container()
    expect([await changes.log(), await changes.feed()]).toEqual([EMPTY_LOG, EMPTY_FEED])
  })

  it.each(['', '{}', '<html>', 'null', JSON.stringify(log).slice(0, 100), JSON.stringify({ ...log, changes: [{}] })])(
    'are not moved by a poisoned object: %s',
    async (body) => {
      await put(CHANGES_KEY, body)
      await put(CHANGES_FEED_KEY, body)
      const { changes, logged } = container()
      expect([await changes.log(), await changes.feed()]).toEqual([EMPTY_LOG, EMPTY_FEED])
      expect(logged.map(({ event }) => event)).toEqual(['changes-not-loaded', 'changes-not-loaded'])
    },
  )

  it('stay the last good ones when they are poisoned later', async () => {
    await put(CHANGES_FEED_KEY, feed)
    const { changes, logged } = container()
    expect(await changes.feed()).toBe(feed)
    await put(CHANGES_FEED_KEY, feed.slice(0, -20))
    passed = 2 * MINUTE
    await changes.feed()
    await expect.poll(() => logged.length).toBe(1)
    expect(await changes.feed()).toBe(feed)
  })
})
