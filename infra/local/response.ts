import { validateHeaderName, validateHeaderValue } from 'node:http'
import * as z from 'zod/mini'

/** An answer that can be written as it stands. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | Buffer
}

const FullResult = z.object({
  statusCode: z.int().check(z.minimum(200), z.maximum(599)),
  headers: z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))),
  cookies: z.optional(z.nullable(z.array(z.string()))),
  body: z.optional(z.nullable(z.string())),
  isBase64Encoded: z.optional(z.nullable(z.boolean())),
})
type FullResult = z.infer<typeof FullResult>

/** The gateway's own to say, about the connection or about the body that it writes. */
const NOT_OF_THE_FUNCTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const isFull = (value: unknown): boolean => typeof value === 'object' && value !== null && 'statusCode' in value

const headersOf = (result: FullResult): Record<string, string | string[]> => {
  const headers: Record<string, string | string[]> = {}
  const cookies = [...(result.cookies ?? [])]
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    const lower = name.toLowerCase()
    if (NOT_OF_THE_FUNCTION.has(lower)) continue
    const text = String(value)
    validateHeaderName(lower)
    validateHeaderValue(lower, text)
    if (lower === 'set-cookie') cookies.push(text)
    else headers[lower] = text
  }
  for (const cookie of cookies) validateHeaderValue('set-cookie', cookie)
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

const fullAnswer = (value: unknown): Answer => {
  const result = FullResult.parse(value)
  const text = result.body ?? ''
  const headers = headersOf(result)
  if (text !== '') headers['content-type'] ??= 'text/plain;charset=UTF-8'
  return {
    status: result.statusCode,
    headers,
    body: result.isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  }
}

/** What a function returned without a `statusCode` is itself the body; a text is sent without its quotes. */
const inferredAnswer = (value: unknown, json: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : json,
})

/** Reads what a function returned, as JSON text; `undefined` when API Gateway would make nothing of it. */
export const answerOf = (json: string): Answer | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    return isFull(value) ? fullAnswer(value) : inferredAnswer(value, json)
  } catch {
    return undefined
  }
}
