import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hasBody, NO_BODY, readBody } from './body.ts'
import { type Call, eventOf, type Front, frontOf, type Received, type Stamp } from './event.ts'
import { errorEntry, logLine } from './log-line.ts'
import { router } from './match.ts'
import {
  BAD_REQUEST,
  BODY_TOO_LARGE,
  FAILED,
  HEADERS_TOO_LARGE,
  NOT_FOUND,
  redirectTo,
  TIMED_OUT,
} from './own-answers.ts'
import { isTooLarge, MAX_PAYLOAD_BYTES, SMALL_PAYLOAD } from './payload.ts'
import { redirectOf } from './redirect.ts'
import type { Answer } from './response.ts'
import { stampAt } from './stamp.ts'
import { targetOf } from './target.ts'
import type { Route } from './template.ts'
import type { Outcome } from './workers.ts'

export type GatewayOptions = {
  readonly baseUrl: string
  readonly routes: readonly Route[]
  readonly invoke: (functionId: string, call: Call) => Promise<Outcome>
  /** Takes the gateway's own faults. */
  readonly log: (line: string) => void
}

/** Request line and header values together, as the quotas of HTTP APIs say. */
const MAX_HEADER_BYTES = 10_240

const headerBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage): number => {
  let bytes = method.length + url.length + ' HTTP/1.1 '.length
  for (let at = 1; at < rawHeaders.length; at += 2) bytes += rawHeaders[at]?.length ?? 0
  return bytes
}

/** Only a large body can make an event too large, and only the event itself tells whether it does. */
const isCallTooLarge = (call: Call, front: Front): boolean =>
  call.received.body.length > SMALL_PAYLOAD && isTooLarge(JSON.stringify(eventOf(call, front)))

const answerOf = (outcome: Outcome): Answer => {
  if (outcome.ok) return outcome.answer
  return outcome.reason === 'timed out' ? TIMED_OUT : FAILED
}

const sourceOf = ({ socket }: IncomingMessage): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

const receivedOf = (request: IncomingMessage, body: Buffer): Received => ({
  method: request.method ?? '',
  protocol: `HTTP/${request.httpVersion}`,
  rawHeaders: request.rawHeaders,
  sourceIp: sourceOf(request),
  body,
})

const write = (response: ServerResponse, answer: Answer, requestId: string): void => {
  const { status, headers, isBase64Encoded } = answer
  const body = isBase64Encoded ? Buffer.from(answer.body, 'base64') : answer.body
  const hasNoBody = status === 204 || status === 304 || (response.req.method === 'HEAD' && body.length === 0)
  // A flat list is checked and written as it stands.
  const lines = headers.concat('apigw-requestid', requestId)
  if (!hasNoBody) lines.push('content-length', String(Buffer.byteLength(body)))
  response.writeHead(status, lines)
  response.end(body)
}

/** What API Gateway does between a request and a function, as one request listener. */
export const gateway = ({ baseUrl, routes, invoke, log }: GatewayOptions): RequestListener => {
  const functions = new Map(routes.map(({ routeKey, functionId }) => [routeKey, functionId]))
  const match = router([...functions.keys()])
  const locationOf = redirectOf(baseUrl)
  const front = frontOf(baseUrl)

  const forward = async (
    request: IncomingMessage,
    { target, match, stamp }: Omit<Call, 'received'>,
  ): Promise<Answer | undefined> => {
    const body = hasBody(request) ? await readBody(request, MAX_PAYLOAD_BYTES) : NO_BODY
    if (body === 'gone') return undefined
    if (body === 'too large') return BODY_TOO_LARGE
    const call: Call = { received: receivedOf(request, body), target, match, stamp }
    if (isCallTooLarge(call, front)) return BODY_TOO_LARGE
    return answerOf(await invoke(functions.get(match.routeKey) ?? '', call))
  }

  const answer = (request: IncomingMessage, stamp: Stamp): Answer | Promise<Answer | undefined> => {
    const { method = '', url = '' } = request
    if (headerBytes(request) > MAX_HEADER_BYTES) return HEADERS_TOO_LARGE
    const location = locationOf(request)
    if (location !== undefined) return redirectTo(location)
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
