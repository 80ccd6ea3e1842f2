import { parse } from 'node:querystring'
import type { Match } from './match.ts'
import type { Target } from './target.ts'

/** A request as it came over the wire. */
export type Received = {
  readonly method: string
  readonly protocol: string
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[]
  readonly sourceIp: string
  readonly body: Buffer
}

/** How the outside sees the gateway. */
export type Front = { readonly domainName: string; readonly proto: string; readonly port: string }

/** What the gateway itself puts into an event. */
export type Stamp = { readonly requestId: string; readonly traceId: string; readonly now: number }

export type EventInput = {
  readonly received: Received
  readonly target: Target
  readonly match: Match
  readonly front: Front
  readonly stamp: Stamp
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const padded = (number: number): string => String(number).padStart(2, '0')

/** As the common log format writes it: `07/Aug/2026:01:37:53 +0000`. */
export const gatewayTime = (now: number): string => {
  const date = new Date(now)
  const day = `${padded(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(padded).join(':')
  return `${day}:${time} +0000`
}

let timeOfSecond = { second: -1, text: '' }

/** Many requests fall into one second. */
const timeOf = (now: number): string => {
  const second = Math.floor(now / 1000)
  if (timeOfSecond.second !== second) timeOfSecond = { second, text: gatewayTime(now) }
  return timeOfSecond.text
}

/** About one connection, so not for the function (RFC 9110 7.6.1); the body arrives whole. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type Headers = Record<string, string>

// No prototype: a header may be called `__proto__`.
const emptyRecord = (): Headers => Object.create(null)

const addCookies = (cookies: string[], value: string): void => {
  for (const part of value.split(';')) {
    const cookie = part.trim()
    if (cookie !== '') cookies.push(cookie)
  }
}

const headersAndCookies = (rawHeaders: readonly string[]): { headers: Headers; cookies: string[] } => {
  const headers = emptyRecord()
  const cookies: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (HOP_BY_HOP.has(name)) continue
    const before = headers[name]
    if (name === 'cookie') addCookies(cookies, value)
    else headers[name] = before === undefined ? value : `${before},${value}`
  }
  return { headers, cookies }
}

const queryOf = (query: string): Headers | undefined => {
  if (query === '') return undefined
  const values = emptyRecord()
  let isEmpty = true
  for (const [name, value = ''] of Object.entries(parse(query, '&', '=', { maxKeys: 0 }))) {
    values[name] = typeof value === 'string' ? value : value.join(',')
    isEmpty = false
  }
  return isEmpty ? undefined : values
}

const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\s*(?:;|$))/i

/** A compressed text is bytes. */
const isText = (headers: Headers): boolean =>
  TEXT.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined

const addOwnHeaders = (headers: Headers, { received, front, stamp }: EventInput): void => {
  const forwarded = headers['x-forwarded-for']
  headers['content-length'] = String(received.body.length)
  headers['x-amzn-trace-id'] ??= stamp.traceId
  headers['x-forwarded-for'] = forwarded === undefined ? received.sourceIp : `${forwarded}, ${received.sourceIp}`
  headers['x-forwarded-port'] = front.port
  headers['x-forwarded-proto'] = front.proto
}

/** The event of an HTTP API, payload format 2.0, as the text that crosses to the function. */
export const eventOf = (input: EventInput): string => {
  const { received: request, target, match, front, stamp } = input
  const { headers, cookies } = headersAndCookies(request.rawHeaders)
  addOwnHeaders(headers, input)
  const hasBody = request.body.length > 0
  const isBase64Encoded = hasBody && !isText(headers)
  // JSON leaves out what is undefined, and so are the optional fields of an event when they are empty.
  return JSON.stringify({
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: target.path,
    rawQueryString: target.query,
    cookies: cookies.length === 0 ? undefined : cookies,
    headers,
    queryStringParameters: queryOf(target.query),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: front.domainName,
      domainPrefix: front.domainName.split('.', 1)[0],
      http: {
        method: request.method,
        path: target.path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: stamp.requestId,
      routeKey: match.routeKey,
      stage: '$default',
      time: timeOf(stamp.now),
      timeEpoch: stamp.now,
    },
    pathParameters: match.pathParameters,
    body: hasBody ? request.body.toString(isBase64Encoded ? 'base64' : 'utf8') : undefined,
    isBase64Encoded,
  })
}
