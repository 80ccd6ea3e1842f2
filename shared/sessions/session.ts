import { type Random, secretText } from '../random.ts'
import type { Session } from './schema.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = 8 * HOUR_MS
const LONGEST_MS = 24 * HOUR_MS
const SEEN_RECORDED_EVERY_MS = 5 * 60_000

export type Person = { readonly userId: string; readonly email: string }

export type Clockwork = { readonly now: Date; readonly random: Random }

export type NewSession = {
  /** For the browser's cookie only; the table holds its digest. */
  readonly id: string
  readonly session: Session
}

export const newSession = ({ userId, email }: Person, { now, random }: Clockwork): NewSession => {
  const at = now.toISOString()
  const session = { userId, email, ticketKey: secretText(random), createdAt: at, lastSeenAt: at }
  return { id: secretText(random), session }
}

/** When a session can last no longer, however busy. */
export const latestEnd = ({ createdAt }: Session): Date => new Date(Date.parse(createdAt) + LONGEST_MS)

/** When a session ends if nothing more is seen of it. */
export const endOf = (session: Session): Date =>
  new Date(Math.min(Date.parse(session.lastSeenAt) + IDLE_MS, latestEnd(session).getTime()))

export const isLive = (session: Session, now: Date): boolean => now.getTime() < endOf(session).getTime()

/** A sign of life is worth a write only when the last one recorded is older than this. */
export const seenDueBefore = (at: Date): string => new Date(at.getTime() - SEEN_RECORDED_EVERY_MS).toISOString()

export const isSeenDue = ({ lastSeenAt }: Session, at: Date): boolean => lastSeenAt < seenDueBefore(at)
