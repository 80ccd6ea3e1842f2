import { badRequest, type HttpError } from './errors.ts'

/** A request as the rest of the code sees it: API Gateway's event (payload format 2.0), checked field by field. */
export type HttpRequest = {
  readonly routeKey: string
  readonly method: string
  readonly path: string
  readonly rawQuery: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: readonly string[]
  readonly params: Readonly<Record<string, string | undefined>>
  readonly requestId: string
  readonly body: string | undefined
  readonly isBase64: boolean
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

// Every request brings a dozen headers: a list of them only to look at it would show in the time of a warm answer.
const isTexts = (value: unknown): value is Readonly<Record<string, string>> => {
  if (!isFields(value)) return false
  for (const name in value) if (!isText(value[name])) return false
  return true
}

const malformed = (): HttpError => badRequest('Malformed request')

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  if (!isText(value)) throw malformed()
  return value
}

const textsOf = (value: unknown): Readonly<Record<string, string>> => {
  if (value === undefined || value === null) return {}
  if (!isTexts(value)) throw malformed()
  return value
}

const cookiesOf = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every(isText)) throw malformed()
  return value
}

/** Reads an event without trusting its shape; by hand, because a schema here would cost more than the whole answer. */
export const requestOf = (event: unknown): HttpRequest => {
  if (!isFields(event) || !isFields(event.requestContext) || !isFields(event.requestContext.http)) throw malformed()
  const { requestContext: context } = event
  return {
    routeKey: textOf(event, 'routeKey'),
    method: textOf(event.requestContext.http, 'method'),
    path: textOf(event, 'rawPath'),
    rawQuery: event.rawQueryString === undefined ? '' : textOf(event, 'rawQueryString'),
    headers: textsOf(event.headers),
    cookies: cookiesOf(event.cookies),
    params: textsOf(event.pathParameters),
    requestId: textOf(context, 'requestId'),
    body: event.body === undefined || event.body === null ? undefined : textOf(event, 'body'),
    isBase64: event.isBase64Encoded === true,
  }
}

/** Names to all their values in the order sent, decoded as forms are; broken percent-encoding is a 400. */
export const queryOf = (rawQuery: string): Readonly<Record<string, readonly string[]>> => {
  const values: Record<string, string[]> = Object.create(null)
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue
    const [name, value] = decodedPair(pair)
    values[name] ??= []
    values[name].push(value)
  }
  return values
}

const decodedPair = (pair: string): readonly [string, string] => {
  const cut = pair.indexOf('=')
  const [name, value] = cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)]
  try {
    return [decodeURIComponent(name.replaceAll('+', ' ')), decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    throw badRequest('The query holds broken percent-encoding')
  }
}
