import type { OpenApi } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'
import { type Described, partsOf, textOf } from './look-up.ts'

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

/** The path with an example in place of each variable, and the query that it needs. */
const target = (path: string, parameters: readonly Json[]): string => {
  const ofPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const filled = ofPlace('path').reduce(
    (text, parameter) => text.replace(`{${textOf(parameter, 'name')}}`, shown(parameter.example)),
    path,
  )
  const required = ofPlace('query').filter((parameter) => parameter.required === true)
  const query = required.map((each) => `${textOf(each, 'name')}=${encodeURIComponent(shown(each.example))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** A command that works when it is pasted; none where a browser's session is needed, which nobody pastes. */
export const commandFor = (
  { servers }: OpenApi,
  { path, method, operation }: Described,
  parameters: readonly Json[],
): string | undefined => {
  const [server] = Array.isArray(servers) ? servers.filter(isJson) : []
  const schemes = partsOf(operation, 'security').flatMap((each) => Object.keys(each))
  if (method !== 'GET' || server === undefined || schemes.includes('session')) return undefined
  const header = schemes.includes('apiToken') ? ` -H 'authorization: Bearer <API_TOKEN>'` : ''
  return `curl -s${header} '${textOf(server, 'url')}${target(path, parameters)}'`
}
