import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hasBody, NO_BODY, readBody } from './body.ts'
import { type EventInput, eventOf, type Front, type Received, type Stamp } from './event.ts'
import { errorEntry, logLine } from './log-line.ts'
import { router } from './match.ts'
import { BAD_REQUEST, BODY_TOO_LARGE, FAILED, HEADERS_TOO_LARGE, NOT_FOUND, TIMED_OUT } from './own-answers.ts'
import { redirectOf } from './redirect.ts'
import { type Answer, answerOf } from './response.ts'
import { stampAt } from './stamp.ts'
import { targetOf } from './target.ts'
import type { Route } from './template.ts'
import type { Outcome } from './workers.ts'

export type GatewayOptions = {
  readonly baseUrl: string
  readonly routes: readonly Route[]
  /** Hands an event to a function, both as JSON text. */
  readonly invoke: (functionId: string, event: string) => Promise<Outcome>
  /** Takes the gateway's own faults. */
  readonly log: (line: string) => void
}

/** Request line and header values together, as the quotas of HTTP APIs say. */
const MAX_HEADER_BYTES = 10_240
/** Lambda takes and gives no more; API Gateway's own 10 MB never come into play. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024

const redirect = (location: string): Answer => ({
  status: 307,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

const headerBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage): number => {
  let bytes = method.length + url.length + ' HTTP/1.1 '.length
  for (let at = 1; at < rawHeaders.length; at += 2) bytes += rawHeaders[at]?.length ?? 0
  return bytes
}

/** A character has at most three bytes, so most texts need no count. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > MAX_PAYLOAD_BYTES && Buffer.byteLength(text) > MAX_PAYLOAD_BYTES

const answerOfOutcome = (outcome: Outcome): Answer => {
  if (!outcome.ok) return outcome.reason === 'timed out' ? TIMED_OUT : FAILED
  return isTooLarge(outcome.result.json) ? FAILED : (answerOf(outcome.result) ?? FAILED)
}

const frontOf = (baseUrl: string): Front => {
  const { hostname, protocol, port } = new URL(baseUrl)
  const proto = protocol.slice(0, -1)
  return { domainName: hostname, proto, port: port || (proto === 'https' ? '443' : '80') }
}

const sourceOf = ({ socket }: IncomingMessage): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

const receivedOf = (request: IncomingMessage, body: Buffer): Received => ({
  method: request.method ?? '',
  protocol: `HTTP/${request.httpVersion}`,
  rawHeaders: request.rawHeaders,
  sourceIp: sourceOf(request),
  body,
})

type Routed = Pick<EventInput, 'target' | 'match' | 'stamp'>

const write = (response: ServerResponse, answer: Answer, requestId: string): void => {
  const { status, body, headers } = answer
  const hasNoBody = status === 204 || status === 304 || (response.req.method === 'HEAD' && body.length === 0)
  // A flat list is written as it stands.
  const lines: (string | string[])[] = hasNoBody ? [] : ['content-length', String(Buffer.byteLength(body))]
  for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? '')
  lines.push('apigw-requestid', requestId)
  response.writeHead(status, lines)
  response.end(body)
}

/** What API Gateway does between a request and a function, as one request listener. */
export const gateway = ({ baseUrl, routes, invoke, log }: GatewayOptions): RequestListener => {
  const functions = new Map(routes.map(({ routeKey, functionId }) => [routeKey, functionId]))
  const match = router([...functions.keys()])
  const redirectTo = redirectOf(baseUrl)
  const front = frontOf(baseUrl)

  const forward = async (request: IncomingMessage, routed: Routed): Promise<Answer | undefined> => {
    const body = hasBody(request) ? await readBody(request, MAX_PAYLOAD_BYTES) : NO_BODY
    if (body === 'gone') return undefined
    if (body === 'too large') return BODY_TOO_LARGE
    const event = eventOf({ ...routed, received: receivedOf(request, body), front })
    if (isTooLarge(event)) return BODY_TOO_LARGE
    return answerOfOutcome(await invoke(functions.get(routed.match.routeKey) ?? '', event))
  }

  const answer = (request: IncomingMessage, stamp: Stamp): Answer | Promise<Answer | undefined> => {
    const { method = '', url = '' } = request
    if (headerBytes(request) > MAX_HEADER_BYTES) return HEADERS_TOO_LARGE
    const location = redirectTo(request)
    if (location !== undefined) return redirect(location)
    const target = targetOf(url)
    if (target === undefined) return BAD_REQUEST
    const found = match(method, target.segments)
    return found === undefined ? NOT_FOUND : forward(request, { target, match: found, stamp })
  }

  return async (request, response) => {
    const stamp = stampAt(Date.now())
    try {
      const given = await answer(request, stamp)
      if (given !== undefined) write(response, given, stamp.requestId)
    } catch (error) {
      log(logLine({ level: 'ERROR', function: 'gateway', message: errorEntry(error) }, new Date()))
      if (response.headersSent) response.destroy()
      else write(response, FAILED, stamp.requestId)
    }
  }
}
