import type { Operation } from '../http/operation.ts'
import { MEDIA_TYPES } from '../http/reply.ts'
import { isCacheable } from './caching.ts'
import type { OperationExamples } from './examples.ts'
import { redirectHeaders, refusalHeaders, successHeaders } from './headers.ts'
import type { Json } from './json-schema.ts'
import type { Schemas } from './schemas.ts'

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'The answer.',
  201: 'Made.',
  303: 'Go on there.',
  304: 'The answer that you hold, by its etag, is still right.',
  400: 'Something sent is not accepted; the message names it.',
  401: 'Nobody is authenticated: the credential is missing, invalid, expired or revoked.',
  403: 'Authenticated, but not allowed: by this way of authenticating, with these scopes, or from that page.',
  404: 'There is no such thing, or nothing that fits.',
  409: 'It does not go with what is there; the message says what helps.',
  413: 'The body is larger than 16 KB.',
  415: 'The body is of another type.',
  429: 'Too many requests for this path just now. API Gateway answers this itself, before our code sees the request.',
  500: 'A fault of ours; the message names the request.',
  503: 'A part of the service does not answer; try again shortly.',
}

const meaningOf = (status: number): string => MEANINGS[status] ?? 'See the body.'

const text = (mediaType: string, schema: Json = {}, example: Json = {}): Json => ({
  [mediaType]: { schema: { type: 'string', ...schema }, ...example },
})

/** What any operation answers when our code has a bug. */
const BUG_STATUS = 500

/** The files of the pages, by their types: the operation itself knows them as text. */
const FILES = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'image/svg+xml']

type Told = { readonly schemas: Schemas; readonly examples: OperationExamples }

const successContent = ({ id, reply }: Operation, { schemas, examples }: Told): Json => {
  if (id === 'asset') return Object.assign({}, ...FILES.map((type) => text(type)))
  const example = examples.reply === undefined ? {} : { example: examples.reply }
  if (reply.type !== 'json') return text(MEDIA_TYPES[reply.type], {}, example)
  return { [MEDIA_TYPES.json]: { schema: schemas.reply(reply.schema), ...example } }
}

const refusalContent = ({ reply }: Operation, message: string | undefined, status: number): Json => {
  if (reply.type === 'html') return text(MEDIA_TYPES.html)
  if (reply.type === 'text') return text(MEDIA_TYPES.text, {}, message === undefined ? {} : { example: message })
  const example = message === undefined ? {} : { example: { statusCode: status, message } }
  return { [MEDIA_TYPES.json]: { schema: { $ref: '#/components/schemas/Error' }, ...example } }
}

/** The same of every path: API Gateway knows nothing of operations. */
export const GATEWAY: Json = {
  description: meaningOf(429),
  content: {
    [MEDIA_TYPES.json]: {
      schema: { $ref: '#/components/schemas/GatewayError' },
      example: { message: 'Too Many Requests' },
    },
  },
}

const success = (operation: Operation, told: Told): Json => {
  const { status } = operation.reply
  return status === 303
    ? { description: meaningOf(status), headers: redirectHeaders(operation) }
    : {
        description: meaningOf(status),
        headers: successHeaders(operation),
        content: successContent(operation, told),
      }
}

/** Pages send whoever is not signed in to sign in and back; programs get 401. */
const sendsToSignIn = ({ auth, method, reply }: Operation): boolean =>
  auth === 'session' && method === 'GET' && reply.type === 'html'

const TO_SIGN_IN = 'Nobody is signed in: go to /auth/sign-in, and come back.'

const refusal = (operation: Operation, status: number, message: string | undefined): Json => ({
  description: meaningOf(status),
  headers: refusalHeaders(operation, status),
  content: refusalContent(operation, message, status),
})

export type Response = readonly [status: number, response: Json]

/** Every response of an operation by status, in ascending order. */
export const responsesOf = (operation: Operation, told: Told): readonly Response[] => {
  const { reply, errors } = operation
  const refusals = [...errors, BUG_STATUS].map(
    (status): Response => [status, refusal(operation, status, told.examples.refusals?.[status])],
  )
  const all: readonly Response[] = [
    [reply.status, success(operation, told)],
    ...(sendsToSignIn(operation)
      ? [[303, { description: TO_SIGN_IN, headers: redirectHeaders(operation) }] as const]
      : []),
    ...(isCacheable(operation)
      ? [[304, { description: meaningOf(304), headers: successHeaders(operation) }] as const]
      : []),
    ...refusals,
  ]
  return all.toSorted(([a], [b]) => a - b)
}
