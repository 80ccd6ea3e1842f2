import { afterAll, beforeAll, expect, test } from 'vitest'
import { ECHO } from './deployment.ts'
import { type Running, requestRaw, running, sendRaw } from './running.ts'

let service: Running

beforeAll(async () => {
  service = await running({
    functions: { Echo: { code: ECHO } },
    routes: {
      'GET /': 'Echo',
      'GET /api/route': 'Echo',
      'GET /router': 'Echo',
      'GET /settings/tokens': 'Echo',
      'POST /': 'Echo',
    },
  })
})
afterAll(() => service.stop())

/** What the gateway says itself has a message and nothing more. */
const own = (message: string) => JSON.stringify({ message })

test('what no route matches is not found', async () => {
  for (const line of ['GET /nowhere', 'PUT /', 'OPTIONS /', 'HEAD /', 'GET /api/route/'])
    expect((await requestRaw(service.url, [`${line} HTTP/1.1`])).status, line).toBe(404)
  const { head, body } = await requestRaw(service.url, ['GET /nowhere HTTP/1.1'])
  expect(body).toBe(own('Not Found'))
  expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/)
  expect(head).toMatch(/\r\napigw-requestid: [A-Za-z0-9+/]{15}=\r\n/)
})

test.each([
  ['broken percent-encoding', 'GET /%zz HTTP/1.1'],
  ['an encoding that is no UTF-8', 'GET /%ff HTTP/1.1'],
  ['raw bytes in the path', 'GET /\u00c3\u00a9 HTTP/1.1'],
  ['an asterisk', 'OPTIONS * HTTP/1.1'],
])('%s in the path is a bad request', async (_what, line) => {
  expect(await requestRaw(service.url, [line])).toMatchObject({ status: 400, body: own('Bad Request') })
})

test('an absolute target is its path', async () => {
  const { status, body } = await requestRaw(service.url, ['GET http://elsewhere.example/?a=1 HTTP/1.1'])
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ rawPath: '/', rawQueryString: 'a=1', routeKey: 'GET /' })
})

const LIMIT = 10_240

/** A request whose line and header values have exactly so many bytes. */
const ofBytes = (bytes: number): string[] => {
  const line = 'GET /?HTTP/1.1 '
  const others = new URL(service.url).host.length + 'close'.length
  const query = 'x'.repeat(5_000)
  return [`GET /?${query} HTTP/1.1`, `X-Long: ${'y'.repeat(bytes - line.length - query.length - others)}`]
}

test('request line and header values may have 10,240 bytes together, and not one more', async () => {
  expect((await requestRaw(service.url, ofBytes(LIMIT))).status).toBe(200)
  const { status, body } = await requestRaw(service.url, ofBytes(LIMIT + 1))
  expect([status, body.slice(0, 100)]).toEqual([431, own('Request Header Fields Too Large')])
})

test.each([
  ['100 kB of query', 100_000],
  ['1 MB of query', 1_000_000],
])('%s is refused before it reaches a function', async (_what, bytes) => {
  expect(await requestRaw(service.url, [`GET /?x=${'x'.repeat(bytes)} HTTP/1.1`])).toMatchObject({
    status: 431,
    body: own('Request Header Fields Too Large'),
  })
})

const MEBIBYTE = 1024 * 1024
const post = async (body: Buffer<ArrayBuffer> | ReadableStream, type = 'text/plain') => {
  const headers = { 'content-type': type }
  const response = await fetch(service.url, { method: 'POST', headers, body, duplex: 'half' })
  return { status: response.status, body: await response.text() }
}
const TOO_LARGE = { status: 413, body: own('Request Entity Too Large') }

test('a body that Lambda would not take is refused', async () => {
  expect(await post(Buffer.alloc(6 * MEBIBYTE + 1, 'x'))).toEqual(TOO_LARGE)
})

test('so is one that grows too large only in base64, and one that does not say its length', async () => {
  expect(await post(Buffer.alloc(5 * MEBIBYTE), 'image/png')).toEqual(TOO_LARGE)
  const chunk = Buffer.alloc(MEBIBYTE, 'x')
  expect(await post(ReadableStream.from(Array.from({ length: 7 }, () => chunk)))).toEqual(TOO_LARGE)
})

test('one below the limit reaches the function', async () => {
  expect((await post(Buffer.alloc(5 * MEBIBYTE, 'x'))).status).toBe(200)
})

test('the next request on the connection of a refused one is answered', async () => {
  const { host } = new URL(service.url)
  const refused = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${7 * MEBIBYTE}\r\n\r\n${'x'.repeat(7 * MEBIBYTE)}`
  const { body } = await sendRaw(
    service.url,
    `${refused}GET /?next HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  expect(body).toContain('Request Entity Too Large')
  expect(body).toContain('"rawQueryString\\":\\"next'.replaceAll('\\', ''))
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['bytes', '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
])('%s is refused, and the service goes on', async (_what, text) => {
  expect((await sendRaw(service.url, text)).status).toBe(400)
  expect((await fetch(service.url)).status).toBe(200)
})

test('clients that leave in the middle of a request do no harm', async () => {
  const leave = async () => {
    const signal = AbortSignal.timeout(20)
    await fetch(service.url, {
      method: 'POST',
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: 'half',
      signal,
    })
  }
  const left = await Promise.allSettled(Array.from({ length: 20 }, leave))
  expect(left.every(({ status }) => status === 'rejected')).toBe(true)
  expect((await fetch(service.url)).status).toBe(200)
  expect(service.lines()).toEqual([])
})

const openPage = (path: string, host: string, accept = 'text/html,*/*', method = 'GET') => {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Accept: ${accept}`, 'Connection: close', '', '']
  return sendRaw(service.url, lines.join('\r\n'))
}

const locationOf = ({ head }: { readonly head: string }) => /\r\nlocation: ([^\r]*)/.exec(head)?.[1]

test.each([['localhost'], ['LOCALHOST'], ['[::1]']])('a page opened as %s belongs to the base URL', async (name) => {
  const answer = await openPage('/settings/tokens?a=%20b', `${name}:${new URL(service.url).port}`)
  expect(answer).toMatchObject({ status: 307, body: '' })
  expect(locationOf(answer)).toBe(`${service.url}/settings/tokens?a=%20b`)
})

test('a path that looks like another host stays on this one', async () => {
  expect(locationOf(await openPage('//evil.example/', 'localhost:1'))).toBe(`${service.url}//evil.example/`)
})

test('an absolute target is answered, not glued to the base URL', async () => {
  expect((await openPage('http://localhost:1/', 'localhost:1')).status).toBe(200)
})

test.each([
  ['a call of the API', '/api/route', 'text/html', 'GET', 200],
  ['a call of the router', '/router', 'text/html', 'GET', 200],
  ['a client that wants no page', '/', 'application/json', 'GET', 200],
  ['a form that is sent', '/', 'text/html', 'POST', 200],
])('%s is answered under any loopback name', async (_what, path, accept, method, status) => {
  expect((await openPage(path, `localhost:${new URL(service.url).port}`, accept, method)).status).toBe(status)
})

test('a page opened under the base URL, or a name that somebody else gave the machine, is answered', async () => {
  expect((await openPage('/', new URL(service.url).host)).status).toBe(200)
  expect((await openPage('/', 'box.example')).status).toBe(200)
})
