import { parse } from 'node:querystring'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
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

export const frontOf = (baseUrl: string): Front => {
  const { hostname, protocol, port } = new URL(baseUrl)
  const proto = protocol.slice(0, -1)
  return { domainName: hostname, proto, port: port || (proto === 'https' ? '443' : '80') }
}

/** What the gateway itself puts into an event. */
export type Stamp = { readonly requestId: string; readonly traceId: string; readonly now: number }

/** All that a function is told of a request, before it is an event. */
export type Call = {
  readonly received: Received
  readonly target: Pick<Target, 'path' | 'query'>
  readonly match: Match
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

type Values = Record<string, string>

/** As JSON gives it: an object like any other, even with a value called `__proto__`. */
const put = (values: Values, name: string, value: string): void => {
  if (name !== '__proto__') values[name] = value
  else Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
}

const addCookies = (cookies: string[], value: string): void => {
  for (const part of value.split(';')) {
    const cookie = part.trim()
    if (cookie !== '') cookies.push(cookie)
  }
}

const headersAndCookies = (rawHeaders: readonly string[]): { headers: Values; cookies: string[] } => {
  const headers: Values = {}
  const cookies: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (HOP_BY_HOP.has(name)) continue
    if (name === 'cookie') addCookies(cookies, value)
    else put(headers, name, Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value)
  }
  return { headers, cookies }
}

const queryOf = (query: string): Values | undefined => {
  if (query === '') return undefined
  const values: Values = {}
  let isEmpty = true
  for (const [name, value = ''] of Object.entries(parse(query, '&', '=', { maxKeys: 0 }))) {
    put(values, name, typeof value === 'string' ? value : value.join(','))
    isEmpty = false
  }
  return isEmpty ? undefined : values
}

const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\s*(?:;|$))/i

/** A compressed text is bytes. */
const isText = (headers: Values): boolean =>
  TEXT.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined

const addOwnHeaders = (headers: Values, { received, stamp }: Call, front: Front): void => {
  const forwarded = headers['x-forwarded-for']
  headers['content-length'] = String(received.body.length)
  headers['x-amzn-trace-id'] ??= stamp.traceId
  headers['x-forwarded-for'] = forwarded === undefined ? received.sourceIp : `${forwarded}, ${received.sourceIp}`
  headers['x-forwarded-port'] = front.port
  headers['x-forwarded-proto'] = front.proto
}

/** The event of an HTTP API, payload format 2.0, as a function has it when it was parsed; what is empty is absent. */
export const eventOf = (call: Call, front: Front): APIGatewayProxyEventV2 => {
  const { received, target, match, stamp } = call
  const { headers, cookies } = headersAndCookies(received.rawHeaders)
  addOwnHeaders(headers, call, front)
  const isBase64Encoded = received.body.length > 0 && !isText(headers)
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: target.path,
    rawQueryString: target.query,
    headers,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: front.domainName,
      domainPrefix: front.domainName.split('.', 1)[0] ?? '',
      http: {
        method: received.method,
        path: target.path,
        protocol: received.protocol,
        sourceIp: received.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: stamp.requestId,
      routeKey: match.routeKey,
      stage: '$default',
      time: timeOf(stamp.now),
      timeEpoch: stamp.now,
    },
    isBase64Encoded,
  }
  const query = queryOf(target.query)
  if (cookies.length > 0) event.cookies = cookies
  if (query !== undefined) event.queryStringParameters = query
  if (match.pathParameters !== undefined) event.pathParameters = { ...match.pathParameters }
  if (received.body.length > 0) event.body = received.body.toString(isBase64Encoded ? 'base64' : 'utf8')
  return event
}
