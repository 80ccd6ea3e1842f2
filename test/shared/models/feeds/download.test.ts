import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { download } from '../../../../shared/models/feeds/download.ts'
import { MISBEHAVIOURS } from '../../../support/misbehaviour.ts'
import { playSources, type Sources } from '../../../support/sources.ts'

const LIMITS = { tryMilliseconds: 300, pauseMilliseconds: 5, maxBytes: 1024 * 1024, tries: 2 }
const TEXT = '{"data":[1]}'

const FAULTS: Readonly<Record<string, readonly [fault: string, requests: number]>> = {
  'closes the connection': ['ECONNRESET', 2],
  hangs: ['timed out', 2],
  'hangs after its headers': ['timed out', 2],
  'drips a byte now and then': ['timed out', 2],
  'answers 500': ['status 500', 2],
  'answers 404': ['status 404', 1],
  'answers 304 unasked': ['status 304', 1],
  'redirects in a circle': ['too many redirects', 4],
  'redirects to a file': ['redirected to nowhere safe', 1],
  'serves a page': ['wrong content type', 1],
  'sends half of what it announced': ['ECONNRESET', 2],
  'announces 100 MB': ['too large', 1],
  'sends 100 MB': ['too large', 1],
  'sends a gzip bomb': ['too large', 1],
  'sends half of a gzip stream': ['cut short', 2],
  'uses an encoding that was not asked for': ['unknown encoding', 1],
}

describe('A download', () => {
  let sources: Sources
  let other: Sources
  beforeEach(async () => {
    sources = await playSources({ '/feed': TEXT })
    other = await playSources({ '/feed': TEXT })
  })
  afterEach(async () => {
    await sources.close()
    await other.close()
  })
  const get = (path = '/feed', rest = {}) => download({ address: `${sources.url}${path}`, ...rest }, LIMITS)

  it('gives the text and what names its version', async () => {
    const found = { ok: true, kind: 'found', text: TEXT, validators: { etag: expect.any(String), lastModified: '' } }
    expect(await get()).toEqual(found)
  })

  it('transfers nothing that is held already', async () => {
    const first = await get()
    const held = first.ok && first.kind === 'found' ? first.validators : undefined
    expect(await get('/feed', { held })).toEqual({ ok: true, kind: 'unchanged' })
  })

  it('asks by date where the server gave no tag', async () => {
    let asked: unknown
    sources.play('/feed', (response, request) => {
      asked = request.headers['if-modified-since']
      response.writeHead(304).end()
    })
    const held = { etag: '', lastModified: 'Fri, 20 Nov 2026 06:00:00 GMT' }
    expect(await get('/feed', { held })).toEqual({ ok: true, kind: 'unchanged' })
    expect(asked).toBe('Fri, 20 Nov 2026 06:00:00 GMT')
  })

  it('unpacks gzip', async () => {
    sources.play('/feed', (response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' })
      response.end(gzipSync(TEXT))
    })
    expect(await get()).toMatchObject({ ok: true, text: TEXT })
  })

  it.each(Object.entries(MISBEHAVIOURS))('ends in bounded time where the server %s', async (name, behaviour) => {
    const [fault = '', requests = 0] = FAULTS[name] ?? []
    sources.play('/feed', behaviour)
    const started = performance.now()
    expect(await get()).toEqual({ ok: false, fault })
    expect(sources.requests.length).toBe(requests)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('knows a fault for every misbehaviour', () => {
    expect(Object.keys(FAULTS)).toEqual(Object.keys(MISBEHAVIOURS))
  })

  it('says of a server that is not there only that it is not', async () => {
    await sources.close()
    expect(await get()).toEqual({ ok: false, fault: 'ECONNREFUSED' })
  })

  it('tries once more after a fault that may pass', async () => {
    let tries = 0
    sources.play('/feed', (response) => {
      tries += 1
      response.writeHead(tries === 1 ? 503 : 200, { 'content-type': 'application/json' }).end(TEXT)
    })
    expect(await get()).toMatchObject({ ok: true, text: TEXT })
  })

  it('takes a key to the origin that it is for, and nowhere else', async () => {
    const keys: unknown[] = []
    sources.play('/feed', (response, request) => {
      keys.push(request.headers['x-api-key'])
      response.writeHead(307, { location: `${other.url}/feed` }).end()
    })
    other.play('/feed', (response, request) => {
      keys.push(request.headers['x-api-key'])
      response.writeHead(200, { 'content-type': 'application/json' }).end(TEXT)
    })
    expect(await get('/feed', { headers: { 'x-api-key': 'the key' } })).toMatchObject({ ok: true })
    expect(keys).toEqual(['the key', undefined])
  })

  it('unfolds no more of a bomb than it may hold', async () => {
    const [, behaviour = () => undefined] = Object.entries(MISBEHAVIOURS).find(([name]) => name.includes('bomb')) ?? []
    sources.play('/feed', behaviour)
    await get()
    const before = process.memoryUsage().arrayBuffers
    await get()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  })
})
