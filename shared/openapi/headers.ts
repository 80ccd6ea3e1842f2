import type { Operation } from '../http/operation.ts'
import { cacheControlOf, isCacheable } from './caching.ts'
import type { Json } from './json-schema.ts'

const header = (description: string, schema: Json = {}): Json => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
})

/** The headers worth knowing, by their key among the components. */
export const HEADERS: Readonly<Record<string, Json>> = {
  RequestId: header('Id of the request, which the logs of the service carry too.'),
  NoStore: header('Nobody may keep this answer.', { const: 'no-store' }),
  Etag: header('Validator of the body: send it as if-none-match.', { examples: ['W/"Yx2Qm6T0b1vKc9aWn4sR8g"'] }),
  LastModified: header('Time of the index snapshot.', { examples: ['Fri, 14 Aug 2026 18:19:14 GMT'] }),
  AnyOrigin: header('Pages of any origin may read the answer.', { const: '*' }),
  Location: header('Where the browser goes next.', { format: 'uri-reference' }),
  SetCookie: header('Sets or clears the cookies of signing in: HttpOnly, SameSite=Lax and, on https, Secure.'),
  ClearCookie: {
    ...header('Clears the cookie of the sign-in that this ends, if one was begun.'),
    required: false,
  },
  RetryAfter: header('Seconds after which to try again.', { pattern: '^\\d+$', examples: ['2'] }),
  Challenge: header('What to authenticate with, and what was wrong with what was sent (RFC 6750).', {
    examples: ['Bearer realm="api", error="invalid_token"'],
  }),
  AllowedMethods: header('What pages of other origins may send.', { const: 'GET, HEAD, OPTIONS' }),
  AllowedHeaders: header('What pages of other origins may send along.', { const: '*' }),
  MaxAge: header('Seconds for which a browser may remember this permission.', { const: '86400' }),
}

const KEYS: Readonly<Record<string, string>> = {
  'x-request-id': 'RequestId',
  etag: 'Etag',
  'last-modified': 'LastModified',
  location: 'Location',
  'set-cookie': 'SetCookie',
  'retry-after': 'RetryAfter',
  'www-authenticate': 'Challenge',
  'access-control-allow-origin': 'AnyOrigin',
  'access-control-allow-methods': 'AllowedMethods',
  'access-control-allow-headers': 'AllowedHeaders',
  'access-control-max-age': 'MaxAge',
}

const referring = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${KEYS[name]}` }]))

const keeping = (value: string): Json =>
  value === 'no-store'
    ? { 'cache-control': { $ref: '#/components/headers/NoStore' } }
    : { 'cache-control': header('How long the answer may be kept.', { const: value }) }

const always = ({ isPublic }: Operation): readonly string[] =>
  isPublic ? ['x-request-id', 'access-control-allow-origin'] : ['x-request-id']

/** Answers from the index carry its time; while nothing is known to have changed, the changes have none. */
const isDated = ({ group, id }: Operation): boolean => group === 'routing' && !id.startsWith('changes')

/** The headers of a success, and of the 304 in its place. */
export const successHeaders = (operation: Operation, more: readonly string[] = []): Json => ({
  ...referring([
    ...always(operation),
    ...(isCacheable(operation) ? ['etag'] : []),
    ...(isDated(operation) ? ['last-modified'] : []),
    ...more,
  ]),
  ...keeping(cacheControlOf(operation)),
})

/** What a redirect may set: the cookies of whoever signs in or out. */
export const redirectHeaders = (operation: Operation): Json => ({
  ...referring([...always(operation), 'location', ...(operation.group === 'sign-in' ? ['set-cookie'] : [])]),
  ...keeping('no-store'),
})

const refusalNames = ({ auth }: Operation, status: number): readonly string[] => {
  if (status === 503) return ['retry-after']
  return auth === 'bearer' && (status === 401 || status === 403) ? ['www-authenticate'] : []
}

/** Coming back from the sign-in page is for one try, whatever its outcome. */
const cleared = ({ id }: Operation): Json =>
  id === 'signInCallback' ? { 'set-cookie': { $ref: '#/components/headers/ClearCookie' } } : {}

export const refusalHeaders = (operation: Operation, status: number): Json => ({
  ...referring([...always(operation), ...refusalNames(operation, status)]),
  ...cleared(operation),
  ...keeping('no-store'),
})

export const preflightHeaders: Json = {
  ...referring([
    'x-request-id',
    'access-control-allow-origin',
    'access-control-allow-methods',
    'access-control-allow-headers',
    'access-control-max-age',
  ]),
  ...keeping('public, max-age=86400'),
}
