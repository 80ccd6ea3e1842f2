import { hash } from 'node:crypto'
import type { Headers } from './errors.ts'
import type { Operation } from './operation.ts'
import { encode } from './schema.ts'

/** What a handler answers; `serve` adds the headers that every reply carries. */
export type HttpReply = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly isBase64?: true
  readonly cookies?: readonly string[]
  /** What the log line of this request says besides the usual. */
  readonly logged?: Readonly<Record<string, string>>
}

/** What a body is, by the type that an operation declares. */
export const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
} as const

/** What leaves goes through the operation's schema, so that no field leaves that the contract does not name. */
export const answer = (declared: Operation, value: unknown, headers: Headers): HttpReply => {
  const { status, type, schema } = declared.reply
  const encoded = encode(schema, value)
  const body = type === 'json' ? JSON.stringify(encoded) : String(encoded)
  return { status, headers: { 'content-type': MEDIA_TYPES[type], ...headers }, body }
}

/** A refusal in the form that the operation's callers read: the compact JSON body, or plain text. */
export const refusal = (type: 'json' | 'text', status: number, message: string, headers: Headers = {}): HttpReply => ({
  status,
  headers: { 'content-type': MEDIA_TYPES[type], 'cache-control': 'no-store', ...headers },
  body: type === 'json' ? JSON.stringify({ statusCode: status, message }) : message,
})

/** A weak validator over the bytes of a body. */
export const etagOf = (body: string | Buffer): string => `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Whether an `if-none-match` header (a list, or `*`) already holds this validator; weak comparison, RFC 9110 8.8.3.2. */
export const hasMatch = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}
