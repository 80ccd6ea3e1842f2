import type * as z from 'zod/mini'
import type { Operation, Schema } from '../http/operation.ts'
import { isConfidential, readAddress } from './address.ts'
import { type Answer, resultOf } from './answer.ts'
import { ApiError } from './api-error.ts'
import { type Given, requestOf, type Sent } from './request.ts'
import { pauseBeforeRetry } from './retry.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type ClientOptions = {
  /** Where the service answers, for example `https://pointsman.example`. */
  readonly baseUrl: string
  /** An API token; sent to the operations that take one, and to no other. */
  readonly token?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined
  /** Further headers of every request, such as the cookie of a session. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long one try may take; 30 seconds unless given. */
  readonly timeoutMs?: number | undefined
  /** How to wait between tries; by a timer unless given. */
  readonly sleep?: ((ms: number) => Promise<unknown>) | undefined
}

const TIMEOUT_MS = 30_000

const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))

const whyNot = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.message : String(cause)
}

const unreachable = (baseUrl: string, error: unknown): ApiError =>
  new ApiError(`${baseUrl} cannot be reached (${whyNot(error)}).`, { kind: 'unavailable', cause: error })

const signalOf = ({ signal, timeoutMs = TIMEOUT_MS }: ClientOptions): AbortSignal => {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout])
}

const exchange = async ({ url, ...sent }: Sent, options: ClientOptions): Promise<Answer> => {
  const ask: Fetch = options.fetch ?? fetch
  try {
    // Never followed: a redirect could carry a token to another server, and an API of ours sends none.
    const response = await ask(url, { ...sent, redirect: 'manual', signal: signalOf(options) })
    const text = await response.text()
    const header = (name: string): string | null => response.headers.get(name)
    const type = header('content-type') ?? ''
    return { status: response.status, type, retryAfter: header('retry-after'), location: header('location'), text }
  } catch (error) {
    options.signal?.throwIfAborted()
    throw unreachable(options.baseUrl, error)
  }
}

const answerTo = async (sent: Sent, options: ClientOptions): Promise<Answer> => {
  const wait = options.sleep ?? pause
  for (let tries = 1; ; tries++) {
    const answer = await exchange(sent, options)
    const ms = pauseBeforeRetry({ answer, method: sent.method, tries, now: Date.now(), jitter: Math.random() })
    if (ms === undefined) return answer
    await wait(ms)
    options.signal?.throwIfAborted()
  }
}

/** The token goes where the contract asks for one, and never in the clear over a network. */
const credentialsFor = ({ auth }: Operation, { token, baseUrl }: ClientOptions): Record<string, string> => {
  if (auth !== 'bearer' || token === undefined) return {}
  if (!isConfidential(baseUrl)) throw new RangeError('A token is sent over https only, or to this computer.')
  return { authorization: `Bearer ${token}` }
}

/** One call of one operation. Throws an `ApiError`, or what the signal was aborted with. */
export const call = async <S extends Schema>(
  options: ClientOptions,
  operation: Operation & { readonly reply: { readonly schema: S } },
  given: Given,
): Promise<z.output<S>> => {
  const base = readAddress(options.baseUrl)
  if (!base.ok) throw new RangeError(base.fault)
  const at = { ...options, baseUrl: base.address }
  at.signal?.throwIfAborted()
  const sent = requestOf(base.address, operation, given)
  const headers = { ...at.headers, ...sent.headers, ...credentialsFor(operation, at) }
  return resultOf(operation, await answerTo({ ...sent, headers }, at))
}
