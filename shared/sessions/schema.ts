import * as z from 'zod/mini'

const dateTime = z.iso.datetime()
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const digest = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/))

/** Who is signed in in one browser; the id that the browser holds is not part of it. */
export const Session = z.object({
  userId: z.string().check(z.minLength(1)),
  email: z.string().check(z.minLength(1)),
  /** Signs this session's approval tickets, so that a ticket is worth nothing in another session. */
  ticketKey: secret,
  createdAt: dateTime,
  lastSeenAt: dateTime,
})
export type Session = z.infer<typeof Session>

/** What must be remembered between leaving for the sign-in page and coming back. */
export const PendingSignIn = z.object({
  /** The digest of what the browser that started holds in a cookie. */
  bindingHash: digest,
  nonce: secret,
  /** The PKCE code verifier. */
  verifier: secret,
  returnPath: z.string(),
  expiresAt: dateTime,
})
export type PendingSignIn = z.infer<typeof PendingSignIn>

/** A used-up nonce, and what it was used for. */
export const UsedNonce = z.object({ usedFor: z.string() })
