import type * as z from 'zod/mini'
import { badRequest, HttpError } from './errors.ts'
import type { Body, Schema } from './operation.ts'
import { type HttpRequest, queryOf } from './request.ts'
import { decode } from './schema.ts'

const MOST_BYTES = 16_384

const MEDIA_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

const mediaTypeOf = ({ headers }: HttpRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const textOf = ({ body = '', isBase64 }: HttpRequest): string =>
  isBase64 ? Buffer.from(body, 'base64').toString('utf8') : body

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}

/** The text of a body of the right type and size: 415 and 413 come before anything of it is read. */
export const bodyText = (type: 'json' | 'form', request: HttpRequest): string => {
  const expected = MEDIA_TYPES[type]
  if (mediaTypeOf(request) !== expected) throw new HttpError(415, `The body must be ${expected}`)
  const text = textOf(request)
  if (Buffer.byteLength(text) > MOST_BYTES) throw new HttpError(413, `The body must be at most ${MOST_BYTES} bytes`)
  return text
}

/** The body as the operation's schema has it; for an operation without one, whatever was sent is not looked at. */
export const readBody = <S extends Schema>(
  { type, schema }: Body & { schema: S },
  request: HttpRequest,
): z.output<S> => {
  if (type === 'none') return decode(schema, {})
  const text = bodyText(type, request)
  return decode(schema, type === 'json' ? parsedJson(text) : queryOf(text))
}
