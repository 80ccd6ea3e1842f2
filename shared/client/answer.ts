import * as z from 'zod/mini'
import type { Operation, Schema } from '../http/operation.ts'
import { ApiError, type Failure } from './api-error.ts'

/** An answer of HTTP, read to its end. */
export type Answer = {
  readonly status: number
  readonly type: string
  readonly retryAfter: string | null
  readonly location: string | null
  readonly text: string
}

/** Our own errors carry `statusCode` and `message`; what API Gateway refuses itself carries a message only. */
const Refusal = z.object({ message: z.string() })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messageOf = ({ type, text }: Answer): string | undefined => {
  const refusal = z.safeParse(Refusal, parsed(text))
  if (refusal.success) return refusal.data.message
  return type.startsWith('text/plain') && text !== '' ? text.slice(0, 1000) : undefined
}

const COME_BACK_LATER: readonly number[] = [502, 503, 504]

const kindOf = (status: number, hasMessage: boolean): Failure => {
  if (COME_BACK_LATER.includes(status)) return 'unavailable'
  if (status === 429) return 'refused'
  return status >= 400 && status < 500 && hasMessage ? 'refused' : 'unexpected'
}

const named = (type: string): string => (type === '' ? 'no content type' : type.replace(/;.*/, ''))

const unexpected = (status: number, message: string): ApiError => new ApiError(message, { kind: 'unexpected', status })

const failureOf = (answer: Answer): ApiError => {
  const { status, type, location, retryAfter } = answer
  if (status < 400 && location !== null)
    return unexpected(
      status,
      `The server redirects to ${location}. Redirects are not followed; check the base address.`,
    )
  const message = messageOf(answer)
  const later = retryAfter === null ? '' : ` (try again after ${retryAfter} s)`
  const told = message ?? `The server answered ${status} with ${named(type)}, which is not how Pointsman answers.`
  return new ApiError(told + later, { kind: kindOf(status, message !== undefined), status })
}

const isOf = <S extends Schema>(schema: S, value: unknown): value is z.output<S> => z.safeParse(schema, value).success

/**
 * The value of a success, as it was sent: it is held against the schema, and fields that the schema does not know yet
 * stay. Anything else is thrown as an `ApiError`.
 */
export const resultOf = <S extends Schema>(
  { reply }: Operation & { readonly reply: { readonly schema: S } },
  answer: Answer,
): z.output<S> => {
  const { status, type, text } = answer
  if (status !== reply.status) throw failureOf(answer)
  const value = reply.type === 'json' ? parsed(text) : type.startsWith('text/html') ? undefined : text
  if (isOf(reply.schema, value)) return value
  throw unexpected(
    status,
    `The server answered with ${named(type)} that is not what was asked for; check the base address.`,
  )
}
