export type Bearer =
  | { readonly ok: true; readonly token: string }
  /** `malformed`: a bearer credential was sent, but not one that can be read. */
  | { readonly ok: false; readonly reason: 'missing' | 'other-scheme' | 'malformed' }

/** Far above any token of ours; nothing longer is hashed. */
const LONGEST = 512

/** RFC 6750 section 2.1; the scheme in any case, by RFC 9110 section 11.1. */
const CREDENTIALS = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const NAMES_BEARER = /(?:^|,)[ \t]*bearer(?:[ \t,]|$)/i

/**
 * Reads an `authorization` header. Two headers reach us joined by a comma, which no token holds: which one was meant is
 * not ours to guess, so both are refused.
 */
export const readBearer = (header: string | undefined): Bearer => {
  if (header === undefined) return { ok: false, reason: 'missing' }
  const sent = header.trim()
  if (sent === '') return { ok: false, reason: 'missing' }
  if (!NAMES_BEARER.test(sent)) return { ok: false, reason: 'other-scheme' }
  const token = sent.length > LONGEST ? undefined : CREDENTIALS.exec(sent)?.[1]
  return token === undefined ? { ok: false, reason: 'malformed' } : { ok: true, token }
}
