import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Result } from './protocol.ts'

/** An answer that can be written as it stands. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | Buffer
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nonsense = (what: string): Error => new TypeError(`The function answered nonsense: ${what}`)

// By hand, not by a schema: every request of the local service passes here, and a schema cost a tenth of it.
const statusOf = ({ statusCode }: Fields): number => {
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode)) throw nonsense('statusCode')
  if (statusCode < 200 || statusCode > 599) throw nonsense('statusCode')
  return statusCode
}

const textOf = ({ body }: Fields): string => {
  if (body === undefined || body === null) return ''
  if (typeof body !== 'string') throw nonsense('body')
  return body
}

const isEncoded = ({ isBase64Encoded: flag }: Fields): boolean => {
  if (flag !== undefined && flag !== null && typeof flag !== 'boolean') throw nonsense('isBase64Encoded')
  return flag === true
}

const cookiesOf = ({ cookies }: Fields): string[] => {
  if (cookies === undefined || cookies === null) return []
  if (!Array.isArray(cookies)) throw nonsense('cookies')
  return cookies.map((cookie: unknown) => {
    if (typeof cookie !== 'string') throw nonsense('cookies')
    return cookie
  })
}

const headerText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'boolean') throw nonsense('headers')
  return String(value)
}

/** The gateway's own to say, about the connection or about the body that it writes. */
const NOT_OF_THE_FUNCTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const headersOf = (result: Fields): Record<string, string | string[]> => {
  const headers: Record<string, string | string[]> = {}
  const cookies = cookiesOf(result)
  const given = result.headers ?? {}
  if (!isFields(given)) throw nonsense('headers')
  for (const name of Object.keys(given)) {
    const text = headerText(given[name])
    const lower = name.toLowerCase()
    if (NOT_OF_THE_FUNCTION.has(lower)) continue
    validateHeaderName(lower)
    validateHeaderValue(lower, text)
    if (lower === 'set-cookie') cookies.push(text)
    else headers[lower] = text
  }
  for (const cookie of cookies) validateHeaderValue('set-cookie', cookie)
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

const fullAnswer = (result: Fields): Answer => {
  const text = textOf(result)
  const headers = headersOf(result)
  if (text !== '') headers['content-type'] ??= 'text/plain;charset=UTF-8'
  return { status: statusOf(result), headers, body: isEncoded(result) ? Buffer.from(text, 'base64') : text }
}

/** What a function returned without a `statusCode` is itself the body; a text is sent without its quotes. */
const inferredAnswer = (value: unknown, json: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : json,
})

/** Reads what a function returned; `undefined` when API Gateway would make nothing of it. */
export const answerOf = ({ json, body }: Result): Answer | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    if (!isFields(value)) return inferredAnswer(value, json)
    if (body !== undefined) value.body = body
    return 'statusCode' in value ? fullAnswer(value) : inferredAnswer(value, JSON.stringify(value))
  } catch {
    return undefined
  }
}
