import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { load } from '../../../shared/models/loaded.ts'
import { publish } from '../../../shared/models/publish.ts'
import { snapshotStore } from '../../../shared/models/store.ts'
import { localBucket } from '../../support/s3.ts'
import { aSnapshot } from '../../support/snapshot.ts'

const HISTORY_KEY = 'index/history/2026-08-07T01:37:53.000Z.json'

describe('publishing to a bucket', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  beforeEach(async () => {
    place = await localBucket()
  })
  afterEach(() => place.close())

  const keys = async () => {
    const { Contents = [] } = await place.s3.send(new ListObjectsV2Command({ Bucket: place.bucket }))
    return Contents.map(({ Key }) => Key).sort()
  }
  const object = async (Key: string) => {
    const { Body, ContentType } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key }))
    const { seal, ...content } = JSON.parse((await Body?.transformToString()) ?? '')
    expect(seal).toMatch(/^1\.[\w-]{43}$/)
    return { type: ContentType, content }
  }
  const put = (Body: string) => place.s3.send(new PutObjectCommand({ Bucket: place.bucket, Key: CURRENT_KEY, Body }))

  it('writes the snapshot as current and keeps it in the history', async () => {
    expect(await publish(place, aSnapshot())).toBe('published')
    expect(await keys()).toEqual([CURRENT_KEY, HISTORY_KEY])
    const written = { type: 'application/json', content: aSnapshot() }
    expect(await object(CURRENT_KEY)).toEqual(written)
    expect(await object(HISTORY_KEY)).toEqual(written)
  })

  it('writes characters of one byte each, whatever a name has in it', async () => {
    const { models, ...rest } = aSnapshot()
    const named = { ...rest, models: models.map((model) => ({ ...model, name: 'Größe 大 🙂 ’\u007f' })) }
    await publish(place, named)
    const { Body } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: CURRENT_KEY }))
    const text = (await Body?.transformToString()) ?? ''
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect((await object(CURRENT_KEY)).content).toEqual(named)
  })

  it('is what the store of the answering side then reads', async () => {
    await publish(place, aSnapshot())
    const store = snapshotStore({ ...place, credentials: () => place.credentials, now: () => Date.now() })
    const result = await store.read(undefined)
    expect(result.kind === 'found' && load(result.body, new Date()).snapshot).toEqual(aSnapshot())
  })

  it('does not write unchanged content again, whatever the order of its keys', async () => {
    const { updatedAt, ...rest } = aSnapshot()
    await put(JSON.stringify({ ...rest, updatedAt }))
    expect(await publish(place, aSnapshot())).toBe('unchanged')
    expect(await keys()).toEqual([CURRENT_KEY])
  })

  it('writes changed content, and the history keeps both', async () => {
    await publish(place, aSnapshot())
    const next = aSnapshot({ updatedAt: '2026-08-07T02:37:53.000Z', generatedBy: 'pointsman 1.1.0' })
    expect(await publish(place, next)).toBe('published')
    expect((await object(CURRENT_KEY)).content).toEqual(next)
    expect(await keys()).toEqual([CURRENT_KEY, HISTORY_KEY, 'index/history/2026-08-07T02:37:53.000Z.json'])
  })

  it('tells the order of a list', async () => {
    await publish(place, aSnapshot({ methodology: ['a', 'b'] }))
    expect(await publish(place, aSnapshot({ methodology: ['b', 'a'] }))).toBe('published')
  })

  it.each(['', '{"updatedAt":', 'null', '[]'])('replaces a current object that is no index: %j', async (body) => {
    await put(body)
    expect(await publish(place, aSnapshot())).toBe('published')
    expect((await object(CURRENT_KEY)).content).toEqual(aSnapshot())
  })

  it('writes nothing that a reader would refuse', async () => {
    await expect(publish(place, aSnapshot({ models: [] }))).rejects.toThrow()
    const large = aSnapshot({ methodology: Array.from({ length: 5_000 }, () => 'x'.repeat(2_000)) })
    await expect(publish(place, large)).rejects.toThrow('the index is larger than 8388608 bytes')
    expect(await keys()).toEqual([])
  })
})

describe('publishing when S3 fails', () => {
  const client = new S3Client({ region: 'us-east-1' })
  const s3 = mockClient(client)
  const place = { s3: client, bucket: 'index-bucket' }
  const failure = (name: string, httpStatusCode: number) =>
    new S3ServiceException({ name, message: name, $fault: 'server', $metadata: { httpStatusCode } })
  const written = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key)
  beforeEach(() => {
    s3.reset()
  })

  it.each([
    ['404', failure('NoSuchKey', 404)],
    ['403', failure('AccessDenied', 403)],
  ])('takes %s for a bucket without an index, and writes the history before the current one', async (_name, reply) => {
    s3.on(GetObjectCommand).rejects(reply)
    s3.on(PutObjectCommand).resolves({})
    expect(await publish(place, aSnapshot())).toBe('published')
    expect(written()).toEqual([HISTORY_KEY, CURRENT_KEY])
  })

  it('writes nothing when the current one cannot be read', async () => {
    s3.on(GetObjectCommand).rejects(failure('SlowDown', 503))
    await expect(publish(place, aSnapshot())).rejects.toThrow('SlowDown')
    expect(written()).toEqual([])
  })

  it('changes no answer when the history cannot be written', async () => {
    s3.on(GetObjectCommand).rejects(failure('NoSuchKey', 404))
    s3.on(PutObjectCommand).rejects(failure('SlowDown', 503))
    await expect(publish(place, aSnapshot())).rejects.toThrow('SlowDown')
    expect(written()).toEqual([HISTORY_KEY])
  })
})
