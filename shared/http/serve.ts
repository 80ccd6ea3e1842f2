import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Log } from '../log.ts'
import type { Caller, Endpoint } from './endpoint.ts'
import { HttpError } from './errors.ts'
import { type Operation, type Reply, routeKeysOf } from './operation.ts'
import { type HttpReply, hasMatch, refusal } from './reply.ts'
import { type HttpRequest, requestOf } from './request.ts'

/** What API Gateway takes from a Lambda (payload format 2.0), each field given. */
export type GatewayResult = Omit<APIGatewayProxyStructuredResultV2, 'cookies'> & {
  readonly cookies?: string[]
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** A refusal as a page, for operations that a person opens in a browser. */
export type ErrorPage = (status: number, message: string) => HttpReply | Promise<HttpReply>

export type Served = {
  readonly endpoints: readonly Endpoint[]
  readonly log: Log
  /** Tells an expected fault of a part (a database that does not answer) from a bug. */
  readonly expected?: (error: unknown) => HttpError | undefined
  readonly errorPage?: ErrorPage
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number
}

/** Pages of every origin may read the reply, without credentials. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, x-request-id' }

const PREFLIGHT: HttpReply = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
    'cache-control': 'public, max-age=86400',
  },
  body: '',
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

const HSTS = 'max-age=63072000; includeSubDomains'

const unhandled = (requestId: string): HttpError =>
  new HttpError(500, `Something went wrong on our side; the request was ${requestId}`)

const isConditional = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Without a body; its headers stay, as RFC 9110 15.4.5 asks. */
const notModified = (reply: HttpReply): HttpReply => {
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = reply.headers
  return { ...reply, status: 304, headers: kept, body: '' }
}

/** Many replies are made once and given often. */
const unchanged = new WeakMap<HttpReply, HttpReply>()

/** 304 for a caller that already holds the body. */
const conditional = (reply: HttpReply, { method, headers }: HttpRequest): HttpReply => {
  const { etag } = reply.headers
  if (etag === undefined || !isConditional(method) || !hasMatch(headers['if-none-match'], etag)) return reply
  const made = unchanged.get(reply) ?? notModified(reply)
  unchanged.set(reply, made)
  return made
}

type Finish = { readonly reply: HttpReply; readonly request: HttpRequest; readonly isPublic: boolean }

const finish = ({ reply, request, isPublic }: Finish): GatewayResult => {
  const { status, headers, body, isBase64 = false, cookies } = reply
  // Field by field: after a first one, each further object spread shows in the time of a warm answer.
  const every: Record<string, string> = {
    ...headers,
    'x-content-type-options': 'nosniff',
    'x-request-id': request.requestId,
  }
  if (isPublic) {
    every['access-control-allow-origin'] = ANY_ORIGIN['access-control-allow-origin']
    every['access-control-expose-headers'] = ANY_ORIGIN['access-control-expose-headers']
  }
  if (request.headers['x-forwarded-proto'] === 'https') every['strict-transport-security'] = HSTS
  const result = {
    statusCode: status,
    headers: every,
    body: request.method === 'HEAD' ? '' : body,
    isBase64Encoded: isBase64,
  }
  return cookies === undefined ? result : { ...result, cookies: [...cookies] }
}

const NO_REQUEST: HttpRequest = {
  routeKey: '',
  method: '',
  path: '',
  rawQuery: '',
  headers: {},
  cookies: [],
  params: {},
  requestId: 'unknown',
  body: undefined,
  isBase64: false,
}

const byRouteKey = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> =>
  new Map(endpoints.flatMap((endpoint) => routeKeysOf(endpoint.operation).map((key) => [key, endpoint] as const)))

/** The handler of one Lambda: every event is answered, whatever it holds, and every answer is logged once. */
export const serve = ({ endpoints, log, elapsed, errorPage, expected = () => undefined }: Served) => {
  const routes = byRouteKey(endpoints)

  const present = async ({ status, message, headers }: HttpError, type: Reply['type']): Promise<HttpReply> => {
    if (type !== 'html' || errorPage === undefined)
      return refusal(type === 'text' ? 'text' : 'json', status, message, headers)
    const page = await errorPage(status, message)
    return { ...page, headers: { ...page.headers, ...headers } }
  }

  const refused = (error: unknown, { requestId }: HttpRequest, operation: Operation | undefined) => {
    const type = operation?.reply.type ?? 'json'
    if (error instanceof HttpError) return present(error, type)
    const known = expected(error)
    // Of an expected fault the name alone: its message could quote what was asked for.
    if (known !== undefined) log({ level: 'error', message: known.message, requestId, fault: nameOf(error) })
    else log({ level: 'error', message: 'unhandled', requestId, error })
    return present(known ?? unhandled(requestId), type)
  }

  return async (event: unknown): Promise<GatewayResult> => {
    const start = elapsed()
    let request = NO_REQUEST
    let endpoint: Endpoint | undefined
    let caller: string | undefined
    let reply: HttpReply
    const known = ({ kind }: Caller) => {
      caller = kind
    }
    try {
      request = requestOf(event)
      endpoint = routes.get(request.routeKey)
      if (endpoint === undefined) throw new HttpError(404, 'Not found')
      const isPreflight = request.method === 'OPTIONS' && endpoint.operation.isPublic
      const pending = isPreflight ? PREFLIGHT : endpoint.answer(request, known)
      reply = conditional(pending instanceof Promise ? await pending : pending, request)
    } catch (error) {
      reply = await refused(error, request, endpoint?.operation)
    }
    const { requestId } = request
    const [operation, milliseconds] = [endpoint?.operation.id, elapsed() - start]
    log({ ...reply.logged, requestId, operation, status: reply.status, milliseconds, caller })
    return finish({ reply, request, isPublic: endpoint?.operation.isPublic === true })
  }
}
