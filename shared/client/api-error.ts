/**
 * `refused`: the service said no (4xx). `unavailable`: no answer, or one that says to come back later (502, 503, 504).
 * `unexpected`: an answer that the contract does not know, such as a page of some other server.
 */
export type Failure = 'refused' | 'unavailable' | 'unexpected'

type Told = { readonly kind: Failure; readonly status?: number | undefined; readonly cause?: unknown }

/** Why a call of the typed client came to nothing; the message is the service's own where it gave one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: Failure
  /** The HTTP status, or `undefined` when there was no answer. */
  readonly status: number | undefined

  constructor(message: string, { kind, status, cause }: Told) {
    super(message, { cause })
    this.kind = kind
    this.status = status
  }
}
