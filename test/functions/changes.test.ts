import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { atomOf } from '../../shared/models/atom.ts'
import { type ChangeLog, EMPTY_FEED } from '../../shared/models/change-log.ts'
import { aChange } from '../support/changes.ts'
import { routing } from '../support/routing.ts'

const log: ChangeLog = {
  updatedAt: '2026-11-20T07:00:00.000Z',
  changes: [aChange({ at: '2026-11-20T07:00:00.000Z', summary: '<i>newer</i>' }), aChange()],
}
const feed = await atomOf(log, 'https://pointsman.example')
const changed = () => routing({ changes: { log: () => log, feed: () => Promise.resolve(feed) } })
const PATHS = ['/api/changes', '/api/changes.atom']

describe('"GET /api/changes answers the latest changes as JSON, newest first, GET /api/changes.atom the same as an Atom feed"', () => {
  it('as JSON', async () => {
    const reply = await changed().ask('/api/changes')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(JSON.parse(reply.body)).toEqual(log)
    expect(reply.headers['last-modified']).toBe('Fri, 20 Nov 2026 07:00:00 GMT')
  })

  it('as a feed', async () => {
    const reply = await changed().ask('/api/changes.atom')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(reply.body).toBe(feed)
    expect(reply.body).not.toContain('<i>')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  it('as nothing where nothing changed yet', async () => {
    const { ask, json } = routing()
    expect(await json('/api/changes')).toEqual({ updatedAt: null, changes: [] })
    expect((await ask('/api/changes.atom')).body).toBe(EMPTY_FEED)
  })
})

describe.each(PATHS)('%s is "cached like the rest of area A"', (path) => {
  it('has the validators and lifetimes of the other endpoints, and 304', async () => {
    const { ask } = changed()
    const first = await ask(path)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'cache-control': (await ask('/api/route')).headers['cache-control'],
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
    })
    const again = await ask(path, { headers: { 'if-none-match': first.headers.etag ?? '' } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  it('answers HEAD as GET without the body, and a preflight', async () => {
    const { ask } = changed()
    const { body: _, ...got } = await ask(path)
    expect(await ask(path, { method: 'HEAD' })).toEqual({ ...got, body: '' })
    expect((await ask(path, { method: 'OPTIONS' })).statusCode).toBe(204)
  })

  it('is compressed for those who can read it', async () => {
    const { ask } = changed()
    const packed = await ask(path, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await ask(path)
    expect([packed.isBase64Encoded, packed.headers['content-encoding']]).toEqual([true, 'gzip'])
    expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(plain.body)
    expect(packed.headers.etag).toBe(plain.headers.etag)
  })

  it('ignores whatever is sent as a query, and has no alias', async () => {
    const { ask } = changed()
    expect(await ask(`${path}?task=nonsense&providers=`)).toEqual(await ask(path))
    expect((await ask(path.replace('/api', '/router'))).statusCode).toBe(404)
  })
})

it('answers from another log as soon as there is one', async () => {
  let current = log
  const { json } = routing({ changes: { log: () => current, feed: () => feed } })
  expect(await json('/api/changes')).toEqual(log)
  current = { ...log, changes: [aChange()] }
  expect(await json('/api/changes')).toEqual(current)
})

it('keeps nobody waiting who asks for something else', async () => {
  const never = new Promise<never>(() => undefined)
  const { ask } = routing({ changes: { log: () => never, feed: () => never } })
  for (const path of ['/api/route', '/api/models', '/router/cheapest/raw'])
    expect((await ask(path)).statusCode).toBe(200)
})
