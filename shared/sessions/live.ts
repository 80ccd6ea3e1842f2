import * as z from 'zod/mini'
import type { Change, Items } from '../aws/items.ts'
import { type Report, tryBriefly } from '../best-effort.ts'
import { digestOf } from '../digest.ts'
import { isSecretText } from '../random.ts'
import { Session } from './schema.ts'
import { isLive, isSeenDue, seenDueBefore } from './session.ts'

export type SessionItems = {
  readonly items: Items
  /** Partition key `key`: the kind of an item and the digest of its secret. */
  readonly table: string
  readonly report: Report
}

const TOUCH_MS = 150

/** `key` is a reserved word of DynamoDB's expressions. */
export const NAMES = { '#key': 'key' }

export const sessionKey = (id: string): string => `session:${digestOf(id)}`

/** The session of an id that a browser sent, if it is one and still lives. */
const get =
  ({ items, table }: SessionItems) =>
  async (id: string, now: Date): Promise<Session | undefined> => {
    if (!isSecretText(id)) return undefined
    const item = await items.get(table, { key: sessionKey(id) })
    if (item === undefined) return undefined
    const session = z.parse(Session, item)
    return isLive(session, now) ? session : undefined
  }

const sightingOf = (table: string, id: string, at: Date): Change => ({
  table,
  key: { key: sessionKey(id) },
  update: 'SET lastSeenAt = :at',
  condition: 'attribute_exists(#key) AND lastSeenAt < :due',
  names: NAMES,
  values: { ':at': at.toISOString(), ':due': seenDueBefore(at) },
})

/** Notes a sign of life, when that is due. It never fails, never takes longer than 150 ms, and cannot undo a sign-out. */
const touch =
  ({ items, table, report }: SessionItems) =>
  async (id: string, session: Session, at: Date): Promise<void> => {
    if (!isSeenDue(session, at)) return
    const write = (signal: AbortSignal) => items.update(sightingOf(table, id, at), signal)
    await tryBriefly(write, { event: 'sign of life not recorded', withinMs: TOUCH_MS, report })
  }

/** What becomes of a session that a browser presents: it is read, and a sign of life is noted. */
export const liveSessions = (sessions: SessionItems) => ({ get: get(sessions), touch: touch(sessions) })
export type LiveSessions = ReturnType<typeof liveSessions>
