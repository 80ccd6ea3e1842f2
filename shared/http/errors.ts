export type Headers = Readonly<Record<string, string>>

/** An expected refusal: its status and message reach the caller as they are, so the message must hold nothing secret. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Headers

  constructor(status: number, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

export const badRequest = (message: string): HttpError => new HttpError(400, message)
export const notFound = (message: string): HttpError => new HttpError(404, message)
