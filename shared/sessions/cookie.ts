import { isSecretText } from '../random.ts'
import { SIGN_IN_SECONDS } from './sign-in.ts'

/** How this deployment's cookies are called and guarded. */
export type CookieJar = {
  readonly isSecure: boolean
  readonly session: string
  /** One name for each pending sign-in, so that sign-ins in two tabs do not disturb each other. */
  readonly signIn: (state: string) => string
}

/** A state comes back from outside: nothing of it but letters, digits, `_` and `-` may enter a header. */
const markOf = (state: string): string => state.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 8)

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * `__Host-` ties a cookie to https, this very host and the whole of it. A plain-http loopback service cannot have that;
 * there the port is part of the name, because cookies ignore ports. Throws for any other base URL, which would let
 * sessions travel in the clear.
 */
export const cookieJar = (baseUrl: string): CookieJar => {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol === 'https:') {
    return { isSecure: true, session: '__Host-session', signIn: (state) => `__Host-sign-in-${markOf(state)}` }
  }
  if (protocol !== 'http:' || !LOOPBACK.includes(hostname)) {
    throw new Error('The base URL must be https, or http on 127.0.0.1, localhost or [::1]')
  }
  const place = port === '' ? '80' : port
  return { isSecure: false, session: `session-${place}`, signIn: (state) => `sign-in-${place}-${markOf(state)}` }
}

type Lifetime = { readonly maxAgeSeconds?: number }

/** Lax and not Strict, because the browser comes back from the sign-in page of another site. */
const setCookie = ({ isSecure }: CookieJar, pair: string, { maxAgeSeconds }: Lifetime = {}): string =>
  [
    pair,
    ...(isSecure ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Lax',
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')

/** Without `Max-Age`: it goes with the browser, and the record ends it before. */
export const sessionCookie = (jar: CookieJar, id: string): string => setCookie(jar, `${jar.session}=${id}`)

export const signInCookie = (jar: CookieJar, { state, binding }: { state: string; binding: string }): string =>
  setCookie(jar, `${jar.signIn(state)}=${binding}`, { maxAgeSeconds: SIGN_IN_SECONDS })

/** Beyond these, cookies of sign-ins never finished would crowd out the session's, or make requests too large to be taken. */
const MOST_SIGN_INS = 8

/** The sign-in cookies that have to go before one more is set: the oldest, which browsers send first (RFC 6265 5.4). */
export const crowdedOut = (jar: CookieJar, cookies: readonly string[]): readonly string[] => {
  const prefix = jar.signIn('')
  const names = cookies
    .flatMap((cookie) => cookie.split(';'))
    .map((pair) => pair.trim().split('=', 1)[0] ?? '')
    .filter((name) => name.startsWith(prefix) && /^[A-Za-z0-9_-]{1,8}$/.test(name.slice(prefix.length)))
  return [...new Set(names)].slice(0, 1 - MOST_SIGN_INS)
}

export const clearedCookie = (jar: CookieJar, name: string): string => setCookie(jar, `${name}=`, { maxAgeSeconds: 0 })

/** A browser sends a few kilobytes; more is not searched. */
const MOST_CHARACTERS = 16_384

/**
 * The secret under a name, from cookies as API Gateway lists them or as one header. Malformed pairs are passed over; of
 * two different values under one name neither is believed, because one may have been planted.
 */
export const readCookie = (cookies: readonly string[], name: string): string | undefined => {
  const sent = cookies.join(';')
  if (sent.length > MOST_CHARACTERS) return undefined
  const values = sent
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [value] = new Set(values)
  return value !== undefined && new Set(values).size === 1 && isSecretText(value) ? value : undefined
}
