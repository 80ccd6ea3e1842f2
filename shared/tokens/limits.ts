import type { TokenRecord } from './schema.ts'
import { tokenState } from './token.ts'

const MOST_ACTIVE = 100
const MOST_RECORDS = 1000

export type Room =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'active' | 'records'; readonly limit: number }

/** Whether a person may have one more token. Records go by themselves, 400 days after their token ended. */
export const roomForOneMore = (records: readonly TokenRecord[], now: Date): Room => {
  const active = records.filter((record) => tokenState(record, now) === 'active').length
  if (active >= MOST_ACTIVE) return { ok: false, reason: 'active', limit: MOST_ACTIVE }
  if (records.length >= MOST_RECORDS) return { ok: false, reason: 'records', limit: MOST_RECORDS }
  return { ok: true }
}
