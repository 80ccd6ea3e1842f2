import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf } from '../../../infra/local/response.ts'
import { type Running, requestRaw, running } from './running.ts'

const JSON_TYPE = ['content-type', 'application/json']
const TEXT_TYPE = ['content-type', 'text/plain;charset=UTF-8']

test.each([
  ['an object without a status is the body', { a: 1 }, { status: 200, headers: JSON_TYPE, body: '{"a":1}' }],
  ['a list is the body', [1], { status: 200, headers: JSON_TYPE, body: '[1]' }],
  ['nothing is the body', null, { status: 200, headers: JSON_TYPE, body: 'null' }],
  ['a number is the body', 7, { status: 200, headers: JSON_TYPE, body: '7' }],
  ['a text is the body, without its quotes', 'hello', { status: 200, headers: JSON_TYPE, body: 'hello' }],
  [
    'a body without a type is plain text',
    { statusCode: 200, body: 'x' },
    { status: 200, headers: TEXT_TYPE, body: 'x' },
  ],
  ['no body needs no type', { statusCode: 204 }, { status: 204, headers: [], body: '' }],
  [
    'null stands for absent',
    { statusCode: 200, headers: null, cookies: null, body: null, isBase64Encoded: null },
    { status: 200, headers: [], body: '' },
  ],
  [
    'header names lose their case, values become text',
    { statusCode: 201, headers: { 'X-Count': 7, 'Content-Type': 'a/b', 'x-yes': true }, body: 'x' },
    { status: 201, headers: ['x-count', '7', 'content-type', 'a/b', 'x-yes', 'true'], body: 'x' },
  ],
  [
    'each cookie becomes a header, beside one that the function set itself',
    { statusCode: 200, headers: { 'Set-Cookie': 'c=3' }, cookies: ['a=1; Path=/', 'b=2'] },
    {
      status: 200,
      headers: ['set-cookie', 'a=1; Path=/', 'set-cookie', 'b=2', 'set-cookie', 'c=3'],
      body: '',
    },
  ],
  [
    'bytes come in base64',
    { statusCode: 200, headers: { 'content-type': 'application/json' }, body: 'AP8=', isBase64Encoded: true },
    { status: 200, headers: JSON_TYPE, body: 'AP8=', isBase64Encoded: true },
  ],
  [
    'the connection and the length are the business of the gateway',
    { statusCode: 200, headers: { Connection: 'close', 'content-length': '99', 'Transfer-Encoding': 'chunked' } },
    { status: 200, headers: [], body: '' },
  ],
])('%s', (_rule, result, answer) => {
  expect(answerOf(result)).toEqual({ isBase64Encoded: false, ...answer })
})

test.each([
  ['a status in a text', { statusCode: '200' }],
  ['a status that is none', { statusCode: 99 }],
  ['a fraction for a status', { statusCode: 200.5 }],
  ['a status of an interim answer', { statusCode: 101 }],
  ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
  ['headers in a list', { statusCode: 200, headers: ['a'] }],
  ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
  ['cookies in one text', { statusCode: 200, cookies: 'a=1' }],
  ['a word for a flag', { statusCode: 200, isBase64Encoded: 'yes' }],
])('%s is nonsense', (_what, result) => {
  expect(() => answerOf(result)).toThrow('The function answered nonsense')
})

class Told {
  statusCode = 200
  headers = { etag: 'of the object' }
  toJSON() {
    return { statusCode: 201, headers: { etag: 'of its JSON' }, body: 'told' }
  }
}

test.each([
  ['what writes itself', new Told(), { status: 201, headers: ['etag', 'of its JSON', ...TEXT_TYPE], body: 'told' }],
  [
    'a time in a header',
    { statusCode: 200, headers: { expires: new Date(0) } },
    { status: 200, headers: ['expires', '1970-01-01T00:00:00.000Z'], body: '' },
  ],
  [
    'a header without a value',
    { statusCode: 200, headers: { etag: undefined, vary: 'accept' } },
    { status: 200, headers: ['vary', 'accept'], body: '' },
  ],
  ['a status without a value', { statusCode: undefined, a: 1 }, { status: 200, headers: JSON_TYPE, body: '{"a":1}' }],
  ['a function beside the rest', { statusCode: 204, close: () => 0 }, { status: 204, headers: [], body: '' }],
])('%s crosses as JSON has it', (_what, result, answer) => {
  expect(answerOf(result)).toEqual({ isBase64Encoded: false, ...answer })
})

const cyclic: Record<string, unknown> = { statusCode: 200 }
cyclic.headers = cyclic

test.each([
  ['a number that JSON has not', { statusCode: Number.NaN }, 'nonsense: statusCode'],
  ['a circle', cyclic, 'circular'],
  ['a big integer', { statusCode: 200n }, 'BigInt'],
  ['more than Lambda hands over', { statusCode: 200, body: '\u0000'.repeat(1024 * 1024) }, '6291456 bytes'],
])('%s does not cross', (_what, result, message) => {
  expect(() => answerOf(result)).toThrow(message)
})

const RESULTS = `exports.handler = async (event) => ({
  '/nonsense': { statusCode: 'x' },
  '/line-break': { statusCode: 200, headers: { a: 'b\\r\\nc: d' }, body: 'secret' },
  '/spaced-name': { statusCode: 200, headers: { 'a b': 'c' } },
  '/cookie-break': { statusCode: 200, cookies: ['a\\nb'] },
  '/undefined': undefined,
  '/bytes': { statusCode: 200, headers: { 'content-type': 'image/png' }, body: 'AP8=', isBase64Encoded: true },
  '/cookies': { statusCode: 303, headers: { location: '/x' }, cookies: ['a=1', 'b=2'] },
  '/empty': { statusCode: 204 },
  '/kept': { statusCode: 304, headers: { etag: 'W/"1"' }, body: '' },
  '/umlaut': { statusCode: 200, body: 'é' },
  '/huge': { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) },
  '/large': { statusCode: 200, body: 'x'.repeat(5 * 1024 * 1024) },
})[event.rawPath]`

let service: Running

beforeAll(async () => {
  service = await running({ functions: { Results: { code: RESULTS } }, routes: { $default: 'Results' } })
})
afterAll(() => service.stop())

const get = (path: string, method = 'GET') => requestRaw(service.url, [`${method} ${path} HTTP/1.1`])

test.each([
  ['nonsense', '/nonsense', 500, '{"message":"Internal Server Error"}'],
  ['a header with a line break', '/line-break', 500, '{"message":"Internal Server Error"}'],
  ['a header name with a space', '/spaced-name', 500, '{"message":"Internal Server Error"}'],
  ['a cookie with a line break', '/cookie-break', 500, '{"message":"Internal Server Error"}'],
  ['more than Lambda hands over', '/huge', 500, '{"message":"Internal Server Error"}'],
  ['nothing at all', '/undefined', 200, 'null'],
  ['bytes', '/bytes', 200, '\u0000\u00ff'],
  ['an empty answer', '/empty', 204, ''],
  ['an answer that the client has already', '/kept', 304, ''],
  ['a text beyond ASCII', '/umlaut', 200, '\u00c3\u00a9'],
])('%s arrives as it should', async (_what, path, status, body) => {
  expect(await get(path)).toMatchObject({ status, body })
})

test('an answer below the limit of Lambda arrives whole', async () => {
  expect((await get('/large')).body).toHaveLength(5 * 1024 * 1024)
})

test('every body has its length in bytes, and no answer without a body has one', async () => {
  expect((await get('/umlaut')).head).toMatch(/\r\ncontent-length: 2\r\n/)
  expect((await get('/bytes')).head).toMatch(/\r\ncontent-length: 2\r\n/)
  for (const path of ['/empty', '/kept']) expect((await get(path)).head).not.toMatch(/content-length|transfer-encoding/)
})

test('cookies arrive as one header each', async () => {
  const { head } = await get('/cookies')
  expect(head).toMatch(/\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n/)
  expect(head).toMatch(/\r\nlocation: \/x\r\n/)
})

test('an answer to HEAD has the headers and no body', async () => {
  expect(await get('/umlaut', 'HEAD')).toMatchObject({ status: 200, body: '' })
  expect((await get('/umlaut', 'HEAD')).head).toMatch(/\r\ncontent-length: 2\r\n/)
  expect((await get('/empty', 'HEAD')).head).not.toMatch(/content-length|transfer-encoding/)
})
