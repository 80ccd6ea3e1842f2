import { isTooLarge, MAX_PAYLOAD_BYTES, SMALL_PAYLOAD } from './payload.ts'

export type Answer = {
  readonly status: number
  /** Names and values in turn, the names in lower case; what HTTP does not allow in them is found when they are written. */
  readonly headers: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
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

const headersOf = (result: Fields): string[] => {
  const headers: Record<string, string> = {}
  const cookies = cookiesOf(result)
  const given = result.headers ?? {}
  if (!isFields(given)) throw nonsense('headers')
  for (const name in given) {
    const text = headerText(given[name])
    const lower = name.toLowerCase()
    if (NOT_OF_THE_FUNCTION.has(lower)) continue
    if (lower === 'set-cookie') cookies.push(text)
    else headers[lower] = text
  }
  if (textOf(result) !== '') headers['content-type'] ??= 'text/plain;charset=UTF-8'
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] ?? '')
  for (const cookie of cookies) list.push('set-cookie', cookie)
  return list
}

const fullAnswer = (result: Fields): Answer => ({
  status: statusOf(result),
  headers: headersOf(result),
  body: textOf(result),
  isBase64Encoded: isEncoded(result),
})

/** What a function returned without a `statusCode` is itself the body; a text is sent without its quotes. */
const inferredAnswer = (value: unknown, json: string): Answer => ({
  status: 200,
  headers: ['content-type', 'application/json'],
  body: typeof value === 'string' ? value : json,
  isBase64Encoded: false,
})

const isPlain = (value: object): value is Fields => Object.getPrototypeOf(value) === Object.prototype

/** Far more than any single value but a text takes. */
const SMALL_VALUE = 25

/** How many characters a value has that comes out of JSON as it went in; `NaN` when it may not. */
const charactersOf = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return SMALL_VALUE
  if (typeof value !== 'object' || depth > 1) return Number.NaN
  let characters = 0
  if (Array.isArray(value)) for (const one of value) characters += charactersOf(one, depth + 1)
  else if (isPlain(value)) for (const name in value) characters += name.length + charactersOf(value[name], depth + 1)
  else return Number.NaN
  return characters
}

/** Most results; the others need a copy by way of JSON, as they cross to Lambda. */
const isCopied = (returned: unknown): returned is Fields =>
  isFields(returned) && Object.hasOwn(returned, 'statusCode') && charactersOf(returned) < SMALL_PAYLOAD

/** Reads what a function returned. Throws when it cannot be told in JSON, and when API Gateway makes nothing of it. */
export const answerOf = (returned: unknown): Answer => {
  if (isCopied(returned)) return fullAnswer(returned)
  const json = JSON.stringify(returned) ?? 'null'
  if (isTooLarge(json)) throw new RangeError(`The function answered more than ${MAX_PAYLOAD_BYTES} bytes`)
  const value: unknown = JSON.parse(json)
  return isFields(value) && 'statusCode' in value ? fullAnswer(value) : inferredAnswer(value, json)
}
