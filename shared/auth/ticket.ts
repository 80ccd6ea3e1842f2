import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Random, secretText } from '../random.ts'
import type { ApprovalRequest } from './approval-request.ts'

const LIFETIME_MS = 10 * 60_000

/** Expiry in epoch milliseconds, nonce, signature. */
const TICKET = /^([0-9]{13})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/
const TICKET_LENGTH = 13 + 1 + 43 + 1 + 43

type Terms = { readonly expiry: string; readonly nonce: string }

/** As JSON, because joined texts could be cut elsewhere and mean another request. */
const signatureOf = (key: string, { client, callback, state }: ApprovalRequest, { expiry, nonce }: Terms): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['approval', client, callback.uri, state, expiry, nonce]))
    .digest('base64url')

/** Shows that a form was made by us, for this session and this very request. `key` is the session's own. */
export const newTicket = (
  key: string,
  request: ApprovalRequest,
  { now, random }: { readonly now: Date; readonly random: Random },
): string => {
  const terms = { expiry: String(now.getTime() + LIFETIME_MS), nonce: secretText(random) }
  return `${terms.expiry}.${terms.nonce}.${signatureOf(key, request, terms)}`
}

export type Ticket =
  | { readonly ok: true; readonly nonce: string; readonly expiresAt: Date }
  | { readonly ok: false; readonly reason: 'malformed' | 'forged' | 'expired' }

export type Presented = { readonly ticket: string; readonly now: Date }

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Only a ticket of our own making is told that it has expired. */
export const checkTicket = (key: string, request: ApprovalRequest, { ticket, now }: Presented): Ticket => {
  if (ticket.length !== TICKET_LENGTH) return { ok: false, reason: 'malformed' }
  const [, expiry, nonce, signature] = TICKET.exec(ticket) ?? []
  if (expiry === undefined || nonce === undefined || signature === undefined) return { ok: false, reason: 'malformed' }
  if (!isSame(signature, signatureOf(key, request, { expiry, nonce }))) return { ok: false, reason: 'forged' }
  if (now.getTime() >= Number(expiry)) return { ok: false, reason: 'expired' }
  return { ok: true, nonce, expiresAt: new Date(Number(expiry)) }
}
