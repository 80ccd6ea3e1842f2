import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as send,
} from 'node:http'
import type { Address } from './address.ts'

/** What came of a try; `again` says whether another one may help. */
export type Outcome<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly fault: string; readonly again: boolean }

export const done = <T>(result: T): Outcome<T> => ({ ok: true, result })
export const passing = (fault: string): Outcome<never> => ({ ok: false, fault, again: true })
export const lasting = (fault: string): Outcome<never> => ({ ok: false, fault, again: false })

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

export type Limits = {
  /** From opening the connection to the last byte. */
  readonly tryMilliseconds: number
  readonly maxBytes: number
  /** The statuses whose body is read; that of any other is the empty string. */
  readonly withBody: readonly number[]
}

/** What of a status helps to try again: the service is in trouble, or asks for patience. */
export const outcomeOfStatus = (status: number): Outcome<never> => {
  const fault = `status ${status}`
  return status >= 500 || status === 429 || status === 408 ? passing(fault) : lasting(fault)
}

const tooLarge = (maxBytes: number): Outcome<never> => lasting(`larger than ${maxBytes} bytes`)

// The code alone: messages of the network carry addresses.
const faultOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

// A body that ends only with its connection cannot be told from one that was cut.
const hasLength = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const refusedByHeader = (incoming: IncomingMessage, maxBytes: number): Outcome<never> | undefined => {
  if (!hasLength(incoming)) return passing('no length')
  return Number(incoming.headers['content-length'] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined
}

const replyOf = ({ statusCode = 0, headers }: IncomingMessage, body: string): Reply => ({
  status: statusCode,
  headers,
  body,
})

const receive = (incoming: IncomingMessage, maxBytes: number, settle: (outcome: Outcome<Reply>) => void): void => {
  const chunks: Buffer[] = []
  let received = 0
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) settle(tooLarge(maxBytes))
    else chunks.push(chunk)
  })
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8')
    settle(incoming.complete ? done(replyOf(incoming, body)) : passing('cut short'))
  })
}

const NOT_MODIFIED = 304

/** One request and its reply, or why there is none: a deadline for the whole of it, a cap by header and by count. */
const exchange = (open: () => ClientRequest, body: string, limits: Limits): Promise<Outcome<Reply>> =>
  new Promise((resolve) => {
    const outgoing = open()
    // May be called again by what follows the first outcome, and then changes nothing.
    const settle = (outcome: Outcome<Reply>): void => {
      clearTimeout(timer)
      resolve(outcome)
      if (!outcome.ok) outgoing.destroy()
    }
    // A timeout of the socket alone would let a dripping body go on for ever.
    const timer = setTimeout(() => settle(passing('timed out')), limits.tryMilliseconds)
    outgoing.on('error', (error) => settle(passing(faultOf(error))))
    outgoing.on('response', (incoming) => {
      incoming.on('error', (error) => settle(passing(faultOf(error))))
      const status = incoming.statusCode ?? 0
      if (limits.withBody.includes(status)) {
        const refused = refusedByHeader(incoming, limits.maxBytes)
        if (refused === undefined) receive(incoming, limits.maxBytes, settle)
        else settle(refused)
        return
      }
      incoming.resume()
      settle(done(replyOf(incoming, '')))
      // Only a connection whose reply was read to its end is worth keeping.
      if (status !== NOT_MODIFIED) outgoing.destroy()
    })
    outgoing.end(body)
  })

// An idle connection is given up before the service does so; one that died in a frozen container costs a try.
const CONNECTIONS = { keepAlive: true, maxSockets: 50, timeout: 15_000 }

export type Exchange = (request: RequestOptions, body?: string) => Promise<Outcome<Reply>>

/** Requests to one address over kept connections, by plain `node:http` or `node:https`. */
export const exchangeWith = ({ secure, hostname, port }: Address, limits: Limits): Exchange => {
  if (!secure) {
    const agent = new Agent(CONNECTIONS)
    return (request, body = '') => exchange(() => send({ ...request, hostname, port, agent }), body, limits)
  }
  // Loading TLS takes 7 ms, a third of an empty process: a service on this machine does without.
  const https = process.getBuiltinModule('node:https')
  const agent = new https.Agent(CONNECTIONS)
  return (request, body = '') => exchange(() => https.request({ ...request, hostname, port, agent }), body, limits)
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Tries once more after each pause, as long as that may help and nobody has given up. */
export const persistently = async <T>(
  tryOnce: () => Promise<Outcome<T>>,
  pausesMs: readonly number[],
  signal?: AbortSignal,
): Promise<Outcome<T>> => {
  let outcome = await tryOnce()
  for (const ms of pausesMs) {
    if (outcome.ok || !outcome.again) break
    await pause(ms)
    if (signal?.aborted) break
    outcome = await tryOnce()
  }
  return outcome
}
