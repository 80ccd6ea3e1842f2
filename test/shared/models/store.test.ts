import { createServer } from 'node:net'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { type StoreOptions, snapshotStore } from '../../../shared/models/store.ts'
import {
  badServer,
  cut,
  cutChunked,
  drip,
  endless,
  hang,
  largeByHeader,
  largeChunked,
  nonsense,
  type Reply,
  reset,
  status,
  tooShort,
  withoutLength,
} from '../../support/bad-server.ts'
import { localBucket } from '../../support/s3.ts'

const SHORT_TRY_MS = 400

const aStore = (overrides: Partial<StoreOptions> = {}) =>
  snapshotStore({
    bucket: 'index-bucket',
    region: 'eu-central-1',
    credentials: () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret-key' }),
    now: () => Date.now(),
    tryMilliseconds: 10_000,
    pauseMilliseconds: 1,
    maxBytes: 1_000,
    ...overrides,
  })

const whole: Reply = (response) => response.writeHead(200, { etag: '"v1"', 'content-length': 5 }).end('whole')
const chunked: Reply = (response) => {
  response.writeHead(200, { etag: '"v1"' })
  response.write('who')
  response.end('le')
}

/** Only where the deadline is what ends a try, so that a busy machine is not taken for a slow S3. */
const deadline = (replies: readonly Reply[]) =>
  replies.some((reply) => endless.has(reply)) ? { tryMilliseconds: SHORT_TRY_MS } : {}

const FOUND = { kind: 'found', etag: '"v1"', body: 'whole' } as const

const closers: (() => Promise<void>)[] = []
const opened = async <T extends { close: () => Promise<void> }>(server: Promise<T>): Promise<T> => {
  const started = await server
  closers.push(started.close)
  return started
}
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})

const readFrom = async (replies: readonly [Reply, ...Reply[]], etag?: string) => {
  const s3 = await opened(badServer(...replies))
  const started = Date.now()
  const result = await aStore({ endpoint: s3.endpoint, ...deadline(replies) })
    .read(etag)
    .catch((error: unknown) => (error instanceof Error ? error.message : 'no error'))
  return { result, tries: s3.requests.length, milliseconds: Date.now() - started }
}

describe('what S3 answers and what a read makes of it', () => {
  const failed = (fault: string) => `S3 read of index/current.json: ${fault}`
  const table: readonly [string, readonly [Reply, ...Reply[]], unknown, number][] = [
    ['a whole object', [whole], FOUND, 1],
    ['an object in chunks', [chunked], FOUND, 1],
    ['403, which is how S3 says missing to who may not list', [status(403)], { kind: 'missing' }, 1],
    ['404', [status(404)], { kind: 'missing' }, 1],
    ['500 once', [status(500), whole], FOUND, 2],
    ['503 once', [status(503), whole], FOUND, 2],
    ['429 once', [status(429), whole], FOUND, 2],
    ['a reset connection once', [reset, whole], FOUND, 2],
    ['a hang once', [hang, whole], FOUND, 2],
    ['a cut body once', [cut, whole], FOUND, 2],
    ['500 for ever', [status(500)], failed('status 500'), 2],
    ['429 for ever', [status(429)], failed('status 429'), 2],
    ['a reset connection for ever', [reset], failed('ECONNRESET'), 2],
    ['a hang for ever', [hang], failed('timed out'), 2],
    ['a body that drips', [drip], failed('timed out'), 2],
    ['a body shorter than its length', [tooShort], failed('timed out'), 2],
    ['a body that is cut', [cut], failed('ECONNRESET'), 2],
    ['a body in chunks that is cut', [cutChunked], failed('ECONNRESET'), 2],
    ['a body that ends only with its connection', [withoutLength], failed('no length'), 2],
    ['something that is not HTTP', [nonsense], failed('HPE_INVALID_CONSTANT'), 2],
    ['a length above the limit', [largeByHeader(1_001)], failed('larger than 1000 bytes'), 1],
    ['chunks above the limit', [largeChunked], failed('larger than 1000 bytes'), 1],
    ['400', [status(400)], failed('status 400'), 1],
    ['a redirect', [status(307)], failed('status 307'), 1],
    ['304 to a read that named no ETag', [status(304)], failed('status 304'), 1],
  ]
  it.each(table)('%s', async (_name, replies, result, tries) => {
    const outcome = await readFrom(replies)
    expect({ result: outcome.result, tries: outcome.tries }).toEqual({ result, tries })
    expect(outcome.milliseconds).toBeLessThan(5_000)
  })

  it('gives up on nobody listening', async () => {
    const s3 = await badServer(whole)
    await s3.close()
    await expect(aStore({ endpoint: s3.endpoint }).read(undefined)).rejects.toThrow(failed('ECONNREFUSED'))
  })
})

describe('what a read sends', () => {
  it('asks for the named object in path style, signed, under the host it was given', async () => {
    const s3 = await opened(badServer(whole))
    await aStore({ endpoint: s3.endpoint, key: 'index/a b+c/ü(1).json' }).read(undefined)
    const [request] = s3.requests
    expect(request?.method).toBe('GET')
    expect(request?.url).toBe('/index-bucket/index/a%20b%2Bc/%C3%BC%281%29.json')
    expect(request?.headers.host).toBe(s3.endpoint.slice('http://'.length))
    expect(request?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/s3\/aws4_req/,
    )
    expect(request?.headers['if-none-match']).toBeUndefined()
  })

  it('is conditional when it names an ETag, and then 304 means unchanged', async () => {
    const s3 = await opened(badServer(status(304)))
    expect(await aStore({ endpoint: s3.endpoint }).read('"v1"')).toEqual({ kind: 'unchanged' })
    expect(s3.requests[0]?.headers['if-none-match']).toBe('"v1"')
  })

  it('speaks TLS unless the endpoint says http', async () => {
    const firstBytes: (number | undefined)[] = []
    const server = createServer((socket) => socket.once('data', (data) => firstBytes.push(data[0]) && socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expect(aStore({ endpoint: `https://127.0.0.1:${port}` }).read(undefined)).rejects.toThrow('ECONNRESET')
    const TLS_HANDSHAKE = 22
    expect(firstBytes).toEqual([TLS_HANDSHAKE, TLS_HANDSHAKE])
  })

  it('asks for the credentials at every read', async () => {
    const s3 = await opened(badServer(whole))
    const ids = ['FIRST', 'SECOND']
    const store = aStore({
      endpoint: s3.endpoint,
      credentials: () => ({ accessKeyId: ids.shift() ?? '', secretAccessKey: 'secret-key', sessionToken: 'session' }),
    })
    await store.read(undefined)
    await store.read(undefined)
    expect(s3.requests.map(({ headers }) => headers.authorization?.match(/Credential=(\w+)/)?.[1])).toEqual([
      'FIRST',
      'SECOND',
    ])
    expect(s3.requests[0]?.headers['x-amz-security-token']).toBe('session')
  })

  it('keeps its connection from one read to the next', async () => {
    const s3 = await opened(badServer(whole, status(304), whole))
    const store = aStore({ endpoint: s3.endpoint })
    await store.read(undefined)
    await store.read('"v1"')
    await store.read('"v0"')
    expect([s3.requests.length, s3.connections()]).toEqual([3, 1])
  })

  it.each([
    ['that drips', drip],
    ['that is too large', largeChunked],
    ['that hangs', hang],
  ])('closes the connection of a reply %s', async (_name, reply) => {
    const s3 = await opened(badServer(reply, whole))
    await Promise.allSettled([aStore({ endpoint: s3.endpoint, ...deadline([reply]) }).read(undefined)])
    await vi.waitFor(() => expect(s3.requests[0]?.socket.destroyed).toBe(true))
  })

  it('leaves no timer behind that would keep a process alive', async () => {
    const s3 = await opened(badServer(whole, status(403), status(400)))
    const store = aStore({ endpoint: s3.endpoint })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const results = [await store.read(undefined), await store.read(undefined)]
    await expect(store.read(undefined)).rejects.toThrow('status 400')
    expect([results.length, vi.getTimerCount()]).toEqual([2, 0])
  })

  it('is unconditional after an object that came without an ETag', async () => {
    const s3 = await opened(badServer((response) => response.writeHead(200, { 'content-length': 5 }).end('whole')))
    const store = aStore({ endpoint: s3.endpoint })
    expect(await store.read('')).toEqual({ kind: 'found', etag: '', body: 'whole' })
    expect(s3.requests[0]?.headers).not.toHaveProperty('if-none-match')
  })
})

describe('beside a real S3 server', () => {
  it('reads what the SDK wrote, then nothing while it is unchanged, then the next version', async () => {
    const { s3, ...bucket } = await opened(localBucket())
    const store = aStore({ ...bucket, credentials: () => bucket.credentials })
    const put = (Body: string) => s3.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: CURRENT_KEY, Body }))
    expect(await store.read(undefined)).toEqual({ kind: 'missing' })
    await put('{"name":"Grüße"}')
    const first = await store.read(undefined)
    expect(first).toMatchObject({ kind: 'found', body: '{"name":"Grüße"}' })
    const etag = first.kind === 'found' ? first.etag : ''
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(await store.read(etag)).toEqual({ kind: 'unchanged' })
    await put('{"name":"2"}')
    expect(await store.read(etag)).toMatchObject({ kind: 'found', body: '{"name":"2"}' })
  })
})
