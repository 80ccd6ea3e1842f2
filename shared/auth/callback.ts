/** Where a command-line client listens: checked, and kept as the very text that it sent. */
export type Callback = {
  readonly uri: string
  readonly host: CallbackHost
  readonly port: number
}

export const CALLBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'] as const
type CallbackHost = (typeof CALLBACK_HOSTS)[number]

export type CallbackFault =
  | 'length'
  | 'characters'
  | 'scheme'
  | 'user-info'
  | 'host'
  | 'port'
  | 'fragment'
  | 'dot-segment'
  | 'reserved-name'
  | 'ambiguous'

export type CheckedCallback =
  | { readonly ok: true; readonly callback: Callback }
  | { readonly ok: false; readonly reason: CallbackFault }

const LONGEST = 1024

/** What the redirect adds itself: a second one of these could be taken for ours. */
const RESERVED_NAMES = ['token', 'state', 'workspace', 'api_url', 'expires_at', 'error']

/** Printable ASCII without space, quotes, `<`, `>` and backslash; `%` only as the start of an escape. */
const CHARACTERS = /^(?:[!$&(-;=?-[\]-~#]|%[0-9A-Fa-f]{2})*$/

/** Scheme, authority, path and query, each ending where RFC 3986 says; the host is looked at apart. */
const PARTS = /^http:\/\/([^/?]*)([^?]*)(?:\?(.*))?$/
const AUTHORITY = /^(127\.0\.0\.1|localhost|\[::1\])(?::(.*))?$/
const PORT = /^[1-9][0-9]{0,4}$/

/** RFC 3986 pchar and the slash: a browser would rewrite any other character of a path. */
const PATH = /^(?:\/[A-Za-z0-9\-._~!$&()*+,;=:@%/]*)?$/
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

const isCallbackHost = (text: string | undefined): text is CallbackHost => CALLBACK_HOSTS.some((host) => host === text)

/** `token[]` too: some readers of queries make `token` of it. */
const isReserved = (name: string): boolean => RESERVED_NAMES.includes(name.replace(/\[.*/, '').trim().toLowerCase())

/** By whatever separator and in whatever case a listener may read its query. */
const hasReservedName = (query: string): boolean =>
  [...new URLSearchParams(query.replaceAll(';', '&')).keys()].some(isReserved)

const portOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return 80
  return PORT.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

/** The second opinion: what a browser would open must be what the grammar read, character by character. */
const isReadAlike = ({ uri, host, port }: Callback, path: string, query: string | undefined): boolean => {
  if (!URL.canParse(uri)) return false
  const read = new URL(uri)
  return (
    read.protocol === 'http:' &&
    read.username + read.password + read.hash === '' &&
    read.hostname === host &&
    read.port === (port === 80 ? '' : String(port)) &&
    read.pathname === (path === '' ? '/' : path) &&
    read.search === (query === undefined || query === '' ? '' : `?${query}`)
  )
}

const fault = (reason: CallbackFault): CheckedCallback => ({ ok: false, reason })

/** Checks a `redirect_uri` by a strict grammar over its raw text, and by `new URL` agreeing with it. */
export const checkCallback = (uri: string): CheckedCallback => {
  if (uri.length > LONGEST) return fault('length')
  if (!CHARACTERS.test(uri)) return fault('characters')
  if (uri.includes('#')) return fault('fragment')
  const [, authority = '', path = '', query] = PARTS.exec(uri) ?? []
  if (!uri.startsWith('http://')) return fault('scheme')
  if (authority.includes('@')) return fault('user-info')
  const [, host, portText] = AUTHORITY.exec(authority) ?? []
  if (!isCallbackHost(host)) return fault('host')
  const port = portOf(portText)
  if (port === undefined) return fault('port')
  if (!PATH.test(path)) return fault('characters')
  if (path.split('/').some((segment) => DOT_SEGMENT.test(segment))) return fault('dot-segment')
  if (query !== undefined && hasReservedName(query)) return fault('reserved-name')
  const callback = { uri, host, port }
  return isReadAlike(callback, path, query) ? { ok: true, callback } : fault('ambiguous')
}

/** What the page says of a `redirect_uri` that it does not accept. */
export const CALLBACK_FAULTS = {
  length: `It is longer than ${LONGEST} characters.`,
  characters: 'It holds a character that has no place in an address.',
  scheme: 'It must start with "http://".',
  'user-info': 'It must not hold a user name or a password.',
  host: `Its host must be one of ${CALLBACK_HOSTS.join(', ')}.`,
  port: 'Its port must be a number from 1 to 65535 without leading zeros.',
  fragment: 'It must not hold a fragment ("#").',
  'dot-segment': 'Its path must not hold "." or ".." as a segment.',
  'reserved-name': `Its query must not hold ${RESERVED_NAMES.join(', ')}.`,
  ambiguous: 'Browsers would read it differently from how it is written.',
} as const satisfies Record<CallbackFault, string>

/** A question mark counts only as the first: any later one is part of the query. */
const joinOf = (uri: string): string => {
  const cut = uri.indexOf('?')
  if (cut < 0) return '?'
  return cut === uri.length - 1 || uri.endsWith('&') ? '' : '&'
}

/** The address to send the browser to: the callback's bytes unchanged, then each parameter once. */
export const redirectTo = ({ uri }: Callback, parameters: Readonly<Record<string, string>>): string => {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return uri + joinOf(uri) + added.join('&')
}

/**
 * What CSP `form-action` must name beside `'self'`, because browsers apply it to every hop of a form's redirect. No host
 * source can name an IPv6 address, so `[::1]` needs the whole scheme.
 */
export const formActionSource = ({ host, port }: Callback): string =>
  host === '[::1]' ? 'http:' : `http://${host}:${port}`
