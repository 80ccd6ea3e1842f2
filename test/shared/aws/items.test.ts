import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isUnavailable } from '../../../shared/aws/faults.ts'
import type { Change } from '../../../shared/aws/items.ts'
import {
  badServer,
  cut,
  cutChunked,
  drip,
  endless,
  hang,
  largeByHeader,
  nonsense,
  type Reply,
  reset,
  status,
  tooShort,
  withoutLength,
} from '../../support/bad-server.ts'
import { dynamodb, itemsFor } from '../../support/dynamodb.ts'
import { closed, listening } from '../../support/listening.ts'
import { smithySigner } from '../../support/smithy-signer.ts'
import { SESSIONS } from '../../support/tables.ts'
import { thrownBy } from '../../support/thrown.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const opened = async <T extends { close: () => Promise<void> }>(server: Promise<T>): Promise<T> => {
  const started = await server
  closers.push(started.close)
  return started
}

const saying =
  (code: number, value: unknown): Reply =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(value))

const refusing = (name: string): Reply =>
  saying(400, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: '' })

const ITEM = { key: 'x', of: [1, 'two', null, true] }
const found = saying(200, {
  Item: { key: { S: 'x' }, of: { L: [{ N: '1' }, { S: 'two' }, { NULL: true }, { BOOL: true }] } },
})

const KEY = 'session:a-key'
const SHORT_TRY_MS = 200

const itemsAt = (endpoint: string, replies: readonly Reply[]) =>
  itemsFor(endpoint, {
    // A deadline only where it is what ends a try, so that a busy machine is not taken for a slow database.
    tryMilliseconds: replies.some((reply) => endless.has(reply)) ? SHORT_TRY_MS : 10_000,
    credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'the-secret', sessionToken: 'the-token' }),
  })

const readFrom = async (...replies: readonly [Reply, ...Reply[]]) => {
  const server = await opened(badServer(...replies))
  const outcome = await itemsAt(server.endpoint, replies)
    .get('sessions', { key: KEY })
    .catch((error: unknown) => error)
  return { outcome, tries: server.requests.length, endpoint: server.endpoint }
}

describe('what the database answers and what a read makes of it', () => {
  it.each<[string, readonly [Reply, ...Reply[]], unknown, number]>([
    ['an item', [found], ITEM, 1],
    ['no item', [saying(200, {})], undefined, 1],
    ['too many requests once', [refusing('ProvisionedThroughputExceededException'), found], ITEM, 2],
    ['too many requests twice', [refusing('ThrottlingException'), refusing('RequestLimitExceeded'), found], ITEM, 3],
    ['500 once', [status(500), found], ITEM, 2],
    ['a reset connection once', [reset, found], ITEM, 2],
    ['a hang once', [hang, found], ITEM, 2],
    ['a cut body once', [cut, found], ITEM, 2],
  ])('%s', async (_, replies, item, tries) => {
    expect(await readFrom(...replies)).toMatchObject({ outcome: item, tries })
  })

  it.each<[string, Reply, string]>([
    ['too many requests', refusing('ProvisionedThroughputExceededException'), 'ProvisionedThroughputExceededException'],
    ['500', status(500), 'status 500'],
    ['503', status(503), 'status 503'],
    ['a reset connection', reset, 'ECONNRESET'],
    ['a hang', hang, 'timed out'],
    ['a body that drips', drip, 'timed out'],
    ['a body shorter than its length', tooShort, 'timed out'],
    ['a body that is cut', cut, 'ECONNRESET'],
    ['a body in chunks that is cut', cutChunked, 'ECONNRESET'],
    ['a body that ends only with its connection', withoutLength, 'no length'],
    ['something that is not HTTP', nonsense, 'HPE_INVALID_CONSTANT'],
    ['a page of something before it', (response) => response.end('<html>busy</html>'), 'an answer that is not its own'],
    ['a refusal of something before it', status(400), 'an answer that is not its own'],
    ['an item that is none', saying(200, { Item: { key: 'x' } }), 'an answer that is not its own'],
    ['nothing at all', saying(200, null), 'an answer that is not its own'],
    ['an object of something before it', saying(200, { message: 'busy' }), 'an answer that is not its own'],
    [
      'an item of a type that there is not',
      saying(200, { Item: { key: { X: 'y' } } }),
      'an answer that is not its own',
    ],
    ['a list that is none', saying(200, { Item: { key: { L: 5 } } }), 'an answer that is not its own'],
    ['a request that took too long', status(408), 'status 408'],
    ['throttling in another word', refusing('ThrottledException:http://127.0.0.1/'), 'ThrottledException'],
  ])('%s, for ever: unavailable after three tries', async (_, reply, fault) => {
    const { outcome, tries } = await readFrom(reply)
    expect(outcome).toMatchObject({ name: `UnavailableError: ${fault}`, message: `DynamoDB GetItem: ${fault}` })
    expect([isUnavailable(outcome), tries]).toEqual([true, 3])
  })

  it.each<[string, Reply, string]>([
    ['a mistake of ours', refusing('ValidationException'), 'ValidationException'],
    ['a table that is not there', refusing('ResourceNotFoundException'), 'ResourceNotFoundException'],
    ['a grant that is missing', refusing('AccessDeniedException'), 'AccessDeniedException'],
    ['403', status(403), 'status 403'],
    ['an answer larger than any item', largeByHeader(2_000_001), 'larger than 2000000 bytes'],
  ])('%s: not unavailable, after one try', async (_, reply, name) => {
    const { outcome, tries } = await readFrom(reply)
    expect(outcome).toMatchObject({ name, message: `DynamoDB GetItem: ${name}` })
    expect([isUnavailable(outcome), tries]).toEqual([false, 1])
  })

  it('no error holds an address, a key or a secret', async () => {
    for (const reply of [status(500), reset, refusing('ValidationException')]) {
      const { outcome, endpoint } = await readFrom(reply)
      const told = outcome instanceof Error ? `${outcome.message} ${outcome.stack} ${JSON.stringify(outcome)}` : ''
      expect(told).toContain('DynamoDB GetItem')
      for (const text of [endpoint, KEY, 'the-secret', 'the-token']) expect(told).not.toContain(text)
    }
  })
})

describe('the read of one item', () => {
  it('answers each of several keys with its own item, one after the other and at once', async () => {
    const world = await opened(dynamodb([SESSIONS]))
    const keys = ['one', 'two', 'three']
    const items = keys.map((key) => ({ key, of: { lists: [key, 1, null] } }))
    for (const Item of items) await world.plain.send(new PutCommand({ TableName: 'sessions', Item }))
    const read: unknown[] = []
    for (const key of [...keys, 'none']) read.push(await world.items.get('sessions', { key }))
    expect(read).toEqual([...items, undefined])
    expect(await Promise.all(keys.map((key) => world.items.get('sessions', { key })))).toEqual(items)
  })

  it('is consistent, by the key alone, and keeps its connection', async () => {
    const asked: unknown[] = []
    const sockets = new Set<unknown>()
    const server = createServer(async (request, response) => {
      sockets.add(request.socket)
      asked.push([request.method, request.url, request.headers['x-amz-target'], await json(request)])
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}')
    })
    const items = itemsFor(`http://127.0.0.1:${await listening(server)}`)
    expect([await items.get('sessions', { key: 'ü' }), await items.get('other', { id: 'y' })]).toEqual([
      undefined,
      undefined,
    ])
    const call = ['POST', '/', 'DynamoDB_20120810.GetItem'] as const
    expect(asked).toEqual([
      [...call, { TableName: 'sessions', Key: { key: { S: 'ü' } }, ConsistentRead: true }],
      [...call, { TableName: 'other', Key: { id: { S: 'y' } }, ConsistentRead: true }],
    ])
    expect(sockets.size).toBe(1)
    await closed(server)
  })
})

describe('the signature is that of the AWS SDK', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  it.each([
    ['with a session token', { ...keys, sessionToken: 'FwoGZXIvYXdzEXAMPLE//token==' }],
    ['without one', keys],
  ])('%s', async (_, credentials) => {
    const server = await opened(badServer(found))
    const at = Date.UTC(2026, 7, 7, 1, 37, 53)
    const region = 'ap-southeast-2'
    const items = itemsFor(server.endpoint, { region, credentials: () => credentials, now: () => at })
    await items.get('sessions', { key: 'ü' })
    const { authorization, 'content-length': length, connection: _kept, ...headers } = server.requests[0]?.headers ?? {}
    const body = JSON.stringify({ TableName: 'sessions', Key: { key: { S: 'ü' } }, ConsistentRead: true })
    const request = { method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', query: {}, body }
    const sent = z.parse(z.record(z.string(), z.string()), headers)
    const { 'x-amz-date': _date, 'x-amz-content-sha256': _hash, 'x-amz-security-token': _token, ...unsigned } = sent
    const signer = smithySigner({ service: 'dynamodb', region, credentials })
    const signed = await signer.sign({ ...request, headers: unsigned }, { signingDate: new Date(at) })
    expect({ authorization, ...sent }).toEqual(signed.headers)
    expect(length).toBe(String(Buffer.byteLength(body)))
  })
})

describe('the change of one item', () => {
  const change: Change = {
    table: 'sessions',
    key: { key: 'one' },
    update: 'SET lastSeenAt = :at',
    condition: 'attribute_exists(#key)',
    names: { '#key': 'key' },
    values: { ':at': 'now' },
  }
  const patience = () => new AbortController().signal

  it('is made where its condition holds, and only there', async () => {
    const world = await opened(dynamodb([SESSIONS]))
    expect(await world.items.update(change, patience())).toBe(false)
    expect(await world.items.get('sessions', { key: 'one' })).toBeUndefined()
    await world.plain.send(new PutCommand({ TableName: 'sessions', Item: { key: 'one', by: 'ann' } }))
    expect(await world.items.update(change, patience())).toBe(true)
    expect(await world.items.get('sessions', { key: 'one' })).toEqual({ key: 'one', by: 'ann', lastSeenAt: 'now' })
  })

  it('tells a fault from a refusal', async () => {
    const server = await opened(badServer(refusing('ValidationException')))
    const error = await thrownBy(itemsFor(server.endpoint).update(change, patience()))
    expect(error).toMatchObject({ name: 'ValidationException' })
  })

  it('is given up when told to, and not tried again', async () => {
    const server = await opened(badServer(hang))
    const patienceEnds = new AbortController()
    const update = thrownBy(itemsFor(server.endpoint).update(change, patienceEnds.signal))
    await expect.poll(() => server.requests.length).toBe(1)
    patienceEnds.abort()
    expect(await update).toMatchObject({ message: 'DynamoDB UpdateItem: ABORT_ERR' })
    await expect.poll(() => server.requests[0]?.socket.destroyed).toBe(true)
    expect(server.requests.length).toBe(1)
  })
})
