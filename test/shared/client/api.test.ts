import { describe, expect, it } from 'vitest'
import { ApiError, client } from '../../../shared/client/api.ts'
import { operations } from '../../../shared/contract/all.ts'
import { answering, aServer, aToken } from '../../support/command-line.ts'
import { thrownBy } from '../../support/thrown.ts'

const aSnapshot = {
  apiVersion: '2026-11-01',
  loopId: 'x',
  generatedAt: '2026-11-21T06:00:00Z',
  workspace: 'ws_1',
  status: 'empty',
  connectors: [],
  signals: [],
  message: 'None yet',
}

const failureOf = async (call: Promise<unknown>) => {
  const error = await thrownBy(call)
  if (!(error instanceof ApiError)) throw error
  return { kind: error.kind, status: error.status, message: error.message }
}

describe('The typed client', () => {
  it('has a function for each operation that answers data, and for no other', () => {
    const data = operations.filter(({ method, reply }) => method !== 'ANY' && reply.type !== 'html')
    expect(Object.keys(client({ baseUrl: 'http://127.0.0.1:1' }))).toEqual(data.map(({ id }) => id))
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['routeRaw', 'createToken', 'connectorSnapshot']))
  })

  it('writes the query from the fields: lists joined, absent ones left out, an empty list sent to be refused', async () => {
    const server = await aServer(answering(200, 'gpt', { 'content-type': 'text/plain' }))
    const { routeRaw } = client({ baseUrl: `${server.url}/` })
    await routeRaw({ task: 'code', providers: ['open ai', 'x&y'], regions: undefined })
    await routeRaw({ providers: [] })
    await routeRaw()
    expect(server.sent.map(({ url }) => url)).toEqual([
      '/api/route/raw?task=code&providers=open+ai%2Cx%26y',
      '/api/route/raw?providers=',
      '/api/route/raw',
    ])
  })

  it('escapes what stands in a path, and refuses what would change the path', async () => {
    const server = await aServer(answering(200, aSnapshot))
    const { connectorSnapshot } = client({ baseUrl: server.url, token: aToken() })
    await connectorSnapshot({ loop: 'a/b?c#d e' })
    for (const loop of ['', '.', '..']) await expect(connectorSnapshot({ loop })).rejects.toThrow(RangeError)
    expect(server.sent.map(({ url }) => url)).toEqual(['/v1/loops/a%2Fb%3Fc%23d%20e/connector-snapshot'])
  })

  it('sends the token to the operations that take one, and to no other', async () => {
    const server = await aServer(answering(200, aSnapshot))
    const calls = client({ baseUrl: server.url, token: aToken() })
    await calls.connectorSnapshot({ loop: 'x' })
    await thrownBy(calls.route())
    await thrownBy(calls.listTokens())
    expect(server.sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${aToken()}`, undefined, undefined])
  })

  it('sends no token in the clear over a network', async () => {
    const calls = client({
      baseUrl: 'http://192.0.2.1',
      token: aToken(),
      fetch: () => Promise.reject(new Error('sent')),
    })
    await expect(calls.connectorSnapshot({ loop: 'x' })).rejects.toThrow('https')
  })

  it('sends a body as JSON', async () => {
    let body = ''
    const server = await aServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => response.writeHead(409, { 'content-type': 'application/json' }).end('{"message":"full"}'))
    })
    const calls = client({ baseUrl: server.url, headers: { cookie: 'session=1' } })
    expect(await failureOf(calls.createToken({ name: 'ci', scopes: ['snapshots:read'], expiresInDays: 7 }))).toEqual({
      kind: 'refused',
      status: 409,
      message: 'full',
    })
    expect(JSON.parse(body)).toEqual({ name: 'ci', scopes: ['snapshots:read'], expiresInDays: 7 })
  })

  it('keeps fields of an answer that it does not know yet', async () => {
    const server = await aServer(answering(200, { ...aSnapshot, later: 1 }))
    expect(await client({ baseUrl: server.url, token: aToken() }).connectorSnapshot({ loop: 'x' })).toEqual({
      ...aSnapshot,
      later: 1,
    })
  })

  const failures: readonly (readonly [what: string, status: number, body: unknown, kind: string, message: RegExp])[] = [
    ['an error of ours', 404, { statusCode: 404, message: 'No model' }, 'refused', /^No model$/],
    ['an error that the gateway wrote', 404, { message: 'Not Found' }, 'refused', /^Not Found$/],
    ['a failure of the gateway', 500, { message: 'Internal Server Error' }, 'unexpected', /^Internal Server Error$/],
    ['a server that is away for a while', 502, { message: 'Bad Gateway' }, 'unavailable', /^Bad Gateway$/],
    ['a page of another server', 404, '<h1>404</h1>', 'unexpected', /answered 404 with text\/html/],
    ['a page where an answer should be', 200, '<h1>Hi</h1>', 'unexpected', /text\/html that is not what was asked/],
    ['JSON of another shape', 200, { model: 1 }, 'unexpected', /application\/json that is not what was asked/],
  ]
  it.each(failures)('tells of %s', async (_, status, body, kind, message) => {
    const server = await aServer(answering(status, body))
    const failure = await failureOf(client({ baseUrl: server.url }).route())
    expect(failure).toEqual({ kind, status, message: expect.stringMatching(message) })
  })

  it('reads a plain text error of a raw endpoint, and takes no page for a model id', async () => {
    const server = await aServer(answering(404, 'No model', { 'content-type': 'text/plain; charset=utf-8' }))
    expect(await failureOf(client({ baseUrl: server.url }).cheapestRaw())).toMatchObject({ message: 'No model' })
    const page = await aServer(answering(200, '<h1>Hi</h1>'))
    expect(await failureOf(client({ baseUrl: page.url }).cheapestRaw())).toMatchObject({ kind: 'unexpected' })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %i', async (status) => {
    const other = await aServer(answering(200, aSnapshot))
    const server = await aServer(answering(status, {}, { location: `${other.url}/v1` }))
    const failure = await failureOf(client({ baseUrl: server.url, token: aToken() }).connectorSnapshot({ loop: 'x' }))
    expect(failure).toMatchObject({ kind: 'unexpected', status, message: expect.stringContaining(other.url) })
    expect(other.sent).toEqual([])
  })

  it('says that a server cannot be reached, and why', async () => {
    const failure = await failureOf(client({ baseUrl: 'http://127.0.0.1:1' }).route())
    expect(failure).toEqual({
      kind: 'unavailable',
      status: undefined,
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached/),
    })
  })

  it('gives up on a server that does not answer in time', async () => {
    const server = await aServer(() => {})
    expect(await failureOf(client({ baseUrl: server.url, timeoutMs: 50 }).route())).toMatchObject({
      kind: 'unavailable',
    })
  })

  it('ends with what the signal of the client or of the call was aborted with', async () => {
    const server = await aServer(() => {})
    const [one, other] = [new AbortController(), new AbortController()]
    const calls = client({ baseUrl: server.url, signal: one.signal })
    const pending = thrownBy(calls.route({}, { signal: other.signal }))
    other.abort(new Error('enough'))
    expect(await pending).toEqual(new Error('enough'))
    one.abort(new Error('all over'))
    expect(await thrownBy(calls.route())).toEqual(new Error('all over'))
  })
})

describe('Trying again', () => {
  const busyThenFine = (status: number, headers: Readonly<Record<string, string>>) => {
    let asked = 0
    return aServer((request, response) => {
      asked += 1
      const answer = asked < 3 ? answering(status, { message: 'Busy' }, headers) : answering(200, aSnapshot)
      answer(request, response)
    })
  }
  const slept = () => {
    const pauses: number[] = []
    const sleep = async (ms: number) => void pauses.push(ms)
    return { pauses, sleep }
  }

  it.each([429, 503])('happens for a GET after %i, each time later', async (status) => {
    const server = await busyThenFine(status, {})
    const { pauses, sleep } = slept()
    await client({ baseUrl: server.url, token: aToken(), sleep }).connectorSnapshot({ loop: 'x' })
    expect(server.sent.length).toBe(3)
    expect(pauses[0]).toBeGreaterThanOrEqual(250)
    expect(pauses[0]).toBeLessThan(500.001)
    expect(pauses[1]).toBeGreaterThanOrEqual(500)
    expect(pauses[1]).toBeLessThan(1000.001)
  })

  it('waits as long as the server asks', async () => {
    const server = await busyThenFine(503, { 'retry-after': '3' })
    const { pauses, sleep } = slept()
    await client({ baseUrl: server.url, token: aToken(), sleep }).connectorSnapshot({ loop: 'x' })
    expect(pauses).toEqual([3000, 3000])
  })

  it('does not happen when the server asks for longer than ten seconds', async () => {
    const server = await busyThenFine(429, { 'retry-after': '60' })
    const { pauses, sleep } = slept()
    const failure = await failureOf(client({ baseUrl: server.url, sleep }).route())
    expect(failure).toEqual({ kind: 'refused', status: 429, message: 'Busy (try again after 60 s)' })
    expect([server.sent.length, pauses]).toEqual([1, []])
  })

  it('ends after four tries', async () => {
    const server = await aServer(answering(503, { message: 'Down' }))
    const { pauses, sleep } = slept()
    expect(await failureOf(client({ baseUrl: server.url, sleep }).route())).toMatchObject({ kind: 'unavailable' })
    expect([server.sent.length, pauses.length]).toEqual([4, 3])
  })

  it('does not happen for other statuses', async () => {
    const server = await aServer(answering(500, { message: 'Internal Server Error' }))
    await thrownBy(client({ baseUrl: server.url }).route())
    expect(server.sent.length).toBe(1)
  })

  it('does not happen for a POST or a DELETE', async () => {
    const server = await aServer(answering(503, { message: 'Down' }))
    const calls = client({ baseUrl: server.url })
    await thrownBy(calls.createToken({ name: 'ci', scopes: ['snapshots:read'] }))
    await thrownBy(calls.revokeToken({ id: 'tok_1' }))
    expect(server.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })
})
