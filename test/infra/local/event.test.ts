import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayTime } from '../../../infra/local/event.ts'
import { ECHO } from './deployment.ts'
import { type Running, requestRaw, running } from './running.ts'

let service: Running

beforeAll(async () => {
  service = await running({
    functions: { Echo: { code: ECHO } },
    routes: { 'GET /items/{id}': 'Echo', $default: 'Echo' },
  })
})
afterAll(() => service.stop())

const eventOf = async (lines: readonly string[], body?: string) => {
  const answer = await requestRaw(service.url, lines, body)
  expect(answer.status).toBe(200)
  return JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8'))
}

test('an event has every field of payload format 2.0, and the empty optional ones are absent', async () => {
  const before = Date.now()
  const event = await eventOf(['GET /items/a%20b?x=1&y=%C3%A9 HTTP/1.1', 'User-Agent: curl/8.0', 'Accept: */*'])
  const { host, port } = new URL(service.url)
  const { requestId, time, timeEpoch } = event.requestContext
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'GET /items/{id}',
    rawPath: '/items/a b',
    rawQueryString: 'x=1&y=%C3%A9',
    headers: {
      host,
      'user-agent': 'curl/8.0',
      accept: '*/*',
      'content-length': '0',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': port,
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { x: '1', y: 'é' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: '127.0.0.1',
      domainPrefix: '127',
      http: {
        method: 'GET',
        path: '/items/a b',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'curl/8.0',
      },
      requestId,
      routeKey: 'GET /items/{id}',
      stage: '$default',
      time,
      timeEpoch,
    },
    pathParameters: { id: 'a b' },
    isBase64Encoded: false,
  })
  expect(requestId).toMatch(/^[A-Za-z0-9+/]{15}=$/)
  expect(timeEpoch).toBeGreaterThanOrEqual(before)
  expect(timeEpoch).toBeLessThanOrEqual(Date.now())
  expect(time).toBe(gatewayTime(timeEpoch))
})

test('the time is written as the common log format writes it, in UTC', () => {
  expect(gatewayTime(Date.UTC(2026, 7, 7, 1, 37, 53, 999))).toBe('07/Aug/2026:01:37:53 +0000')
})

test('every request has ids of its own', async () => {
  const events = await Promise.all(Array.from({ length: 300 }, () => eventOf(['GET / HTTP/1.1'])))
  expect(new Set(events.map((event) => event.requestContext.requestId)).size).toBe(300)
  expect(new Set(events.map((event) => event.headers['x-amzn-trace-id'])).size).toBe(300)
})

test('the reply carries the request id of the event', async () => {
  const response = await fetch(service.url)
  const event = JSON.parse(await response.text())
  expect(response.headers.get('apigw-requestid')).toBe(event.requestContext.requestId)
})

test.each([
  ['duplicates are joined with a comma', ['X-Tag: a', 'x-tag: b', 'X-TAG: c, d'], { 'x-tag': 'a,b,c, d' }],
  [
    'even those that a server of ours would drop',
    ['Authorization: one', 'authorization: two'],
    { authorization: 'one,two' },
  ],
  ['an empty value stays', ['X-Empty:'], { 'x-empty': '' }],
  [
    'the address of the client follows those that it names',
    ['X-Forwarded-For: 192.0.2.1'],
    { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' },
  ],
  ['a client does not choose the protocol', ['X-Forwarded-Proto: https'], { 'x-forwarded-proto': 'http' }],
  ['a given trace goes on', ['X-Amzn-Trace-Id: Root=1-2-3'], { 'x-amzn-trace-id': 'Root=1-2-3' }],
])('of headers, %s', async (_rule, lines, headers) => {
  expect((await eventOf(['GET / HTTP/1.1', ...lines])).headers).toMatchObject(headers)
})

test('headers of the connection stay with the gateway', async () => {
  const lines = ['Keep-Alive: timeout=5', 'TE: trailers', 'Upgrade: h2c', 'Proxy-Authorization: Basic eA==']
  const { headers } = await eventOf(['GET / HTTP/1.1', ...lines])
  expect(Object.keys(headers).sort()).toEqual([
    'content-length',
    'host',
    'x-amzn-trace-id',
    'x-forwarded-for',
    'x-forwarded-port',
    'x-forwarded-proto',
  ])
})

test('what a client expects of the gateway is met by the gateway', async () => {
  const { head, body } = await requestRaw(service.url, ['GET / HTTP/1.1', 'Expect: 100-continue'])
  expect(head).toBe('HTTP/1.1 100 Continue')
  expect(body).toContain('"version":"2.0"')
  expect(body).not.toContain('expect')
})

test('a header may have the name of something that every object has', async () => {
  const { headers } = await eventOf(['GET / HTTP/1.1', '__proto__: a', 'constructor: b'])
  expect(Object.entries(headers)).toContainEqual(['__proto__', 'a'])
  expect(Object.entries(headers)).toContainEqual(['constructor', 'b'])
})

test('cookies come one by one, and not among the headers', async () => {
  const event = await eventOf(['GET / HTTP/1.1', 'Cookie: a=1; b=2;', 'cookie: c="x=y"', 'Cookie: ; '])
  expect(event.cookies).toEqual(['a=1', 'b=2', 'c="x=y"'])
  expect(event.headers).not.toHaveProperty('cookie')
})

test.each([
  ['duplicates are joined with a comma', 'a=1&b=2&a=3', { a: '1,3', b: '2' }],
  ['a name alone has an empty value', 'a&b=', { a: '', b: '' }],
  ['a plus is a space', 'a=x+y', { a: 'x y' }],
  ['names are decoded too', '%61%20=1', { 'a ': '1' }],
  ['a broken encoding is left to the function', 'a=%zz', { a: '%zz' }],
  ['only the first equals sign divides', 'a=b=c', { a: 'b=c' }],
  [
    'a name may be that of something that every object has',
    'constructor=1&toString=2',
    { constructor: '1', toString: '2' },
  ],
  [
    'there may be many',
    Array.from({ length: 1200 }, (_, at) => `${at}`).join('&'),
    Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`${at}`, ''])),
  ],
])('of the query, %s', async (_rule, query, parameters) => {
  const event = await eventOf([`GET /?${query} HTTP/1.1`])
  expect(event.queryStringParameters).toEqual(parameters)
  expect(event.rawQueryString).toBe(query)
})

test('a parameter called __proto__ is a parameter', async () => {
  const { queryStringParameters } = await eventOf(['GET /?__proto__=1 HTTP/1.1'])
  expect(Object.entries(queryStringParameters)).toEqual([['__proto__', '1']])
})

test.each([['GET /'], ['GET /?'], ['GET /?&&']])('%s has no parameters', async (line) => {
  const event = await eventOf([`${line} HTTP/1.1`])
  expect(event).not.toHaveProperty('queryStringParameters')
  expect(event).not.toHaveProperty('cookies')
  expect(event).not.toHaveProperty('pathParameters')
  expect(event).not.toHaveProperty('body')
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test.each([
  ['JSON', 'application/json', '{"a":"é"}', false],
  ['JSON with a charset', 'Application/JSON; charset=utf-8', '{}', false],
  ['JavaScript', 'application/javascript', 'x', false],
  ['XML', 'application/xml', '<x/>', false],
  ['any text', 'text/anything', 'x', false],
  ['a form', 'application/x-www-form-urlencoded', 'a=1', true],
  ['a kind of JSON', 'application/problem+json', '{}', true],
  ['bytes', 'application/octet-stream', 'x', true],
])('of bodies, %s is %s', async (_what, type, body, isBase64Encoded) => {
  const response = await fetch(service.url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(body),
  })
  expect(JSON.parse(await response.text())).toMatchObject({
    body: isBase64Encoded ? base64(body) : body,
    isBase64Encoded,
    headers: { 'content-length': String(Buffer.byteLength(body)) },
  })
})

test('a body without a type, and a compressed one, are bytes', async () => {
  const lines = ['POST / HTTP/1.1', 'Content-Length: 2']
  expect(await eventOf(lines, 'hi')).toMatchObject({ body: base64('hi'), isBase64Encoded: true })
  const compressed = [...lines, 'Content-Type: application/json', 'Content-Encoding: gzip']
  expect(await eventOf(compressed, '{}')).toMatchObject({ body: base64('{}'), isBase64Encoded: true })
})

test('a body in chunks arrives whole, with its length', async () => {
  const lines = ['POST / HTTP/1.1', 'Content-Type: text/plain', 'Transfer-Encoding: chunked']
  const event = await eventOf(lines, '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n')
  expect(event).toMatchObject({ body: 'abcde', headers: { 'content-length': '5' } })
  expect(event.headers).not.toHaveProperty('transfer-encoding')
})

test('every method reaches the function under its own name', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PURGE', 'QUERY']) {
    const { head, body } = await requestRaw(service.url, [`${method} /x HTTP/1.1`])
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    if (method !== 'HEAD') expect(JSON.parse(body).requestContext.http.method).toBe(method)
  }
})
