import { createHash, timingSafeEqual } from 'node:crypto'
import { readAddress } from './address.ts'
import { type Credential, TOKEN_FORM } from './credentials.ts'

export type Expected = { readonly state: string; readonly baseUrl: string; readonly now: Date }

export type Fault = 'state' | 'denied' | 'repeated' | 'token' | 'workspace' | 'address' | 'expiry'

export type Delivered =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly reason: Fault }

const NAMES = ['token', 'state', 'workspace', 'api_url', 'expires_at', 'error'] as const

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In a time that does not depend on where the first difference is, or on how long the given text is. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

const WORKSPACE = /^[\x21-\x7e]{1,100}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

const isLater = (text: string, now: Date): boolean => INSTANT.test(text) && Date.parse(text) > now.getTime()

const addressOf = (text: string): string | undefined => {
  const read = readAddress(text)
  return read.ok ? read.address : undefined
}

const no = (reason: Fault): Delivered => ({ ok: false, reason })

/** Reads what the browser was redirected with. The state comes first: without it nothing else is believed. */
export const readDelivered = (query: URLSearchParams, { state, baseUrl, now }: Expected): Delivered => {
  if (!isSame(query.getAll('state').join('\n'), state)) return no('state')
  if (NAMES.some((name) => query.getAll(name).length > 1)) return no('repeated')
  if (query.has('error')) return no('denied')
  const [token = '', workspace = '', address = '', expiresAt] = [
    query.get('token') ?? '',
    query.get('workspace') ?? '',
    query.get('api_url') ?? '',
    query.get('expires_at') ?? undefined,
  ]
  if (!TOKEN_FORM.test(token)) return no('token')
  if (!WORKSPACE.test(workspace)) return no('workspace')
  if (addressOf(address) !== baseUrl) return no('address')
  if (expiresAt === undefined) return { ok: true, credential: { baseUrl, token, workspace } }
  return isLater(expiresAt, now) ? { ok: true, credential: { baseUrl, token, workspace, expiresAt } } : no('expiry')
}
