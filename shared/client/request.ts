import type { Operation } from '../http/operation.ts'

/** What a call is given: path parameters, query and fields of the body in one object, by their names on the wire. */
export type Given = Readonly<Record<string, unknown>>

export type Sent = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const PLACE = /\{(\w+)\}/g

/** A dot segment would lead to another path, however it is escaped; an empty one would too. */
const segmentOf = (name: string, value: unknown): string => {
  const text = String(value ?? '')
  if (['', '.', '..'].includes(text)) throw new RangeError(`${name}: "${text}" cannot stand in a path`)
  return encodeURIComponent(text)
}

/** A list that is given stays given when it is empty: the service refuses it, because a filter was meant. */
const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

const queryOf = (fields: readonly (readonly [string, unknown])[]): string => {
  const pairs = fields.map(([name, value]): [string, string] => [name, asText(value)])
  const query = new URLSearchParams(pairs).toString()
  return query === '' ? '' : `?${query}`
}

/** The HTTP request that an operation and its input make. */
export const requestOf = (baseUrl: string, { method, path, body }: Operation, given: Given): Sent => {
  const inPath = new Set([...path.matchAll(PLACE)].map(([, name]) => name))
  const filled = path.replace(PLACE, (_, name: string) => segmentOf(name, given[name]))
  const fields = Object.entries(given).filter(([name, value]) => value !== undefined && !inPath.has(name))
  if (body.type === 'none') return { url: baseUrl + filled + queryOf(fields), method, headers: {} }
  const headers = { 'content-type': 'application/json' }
  return { url: baseUrl + filled, method, headers, body: JSON.stringify(Object.fromEntries(fields)) }
}
