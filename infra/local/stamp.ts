import { randomFillSync } from 'node:crypto'
import type { Stamp } from './event.ts'

const REQUEST_ID_BYTES = 11
const TRACE_ID_BYTES = 12
const pool = Buffer.alloc((REQUEST_ID_BYTES + TRACE_ID_BYTES) * 256)
let used = pool.length

/** Random bytes are drawn in bulk: each single draw costs as much as the rest of an event. */
const take = (count: number, encoding: 'base64' | 'hex'): string => {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.toString(encoding, used - count, used)
}

/** Ids in the forms that AWS gives them, for instance `JKJaXmPLvHcESHA=`. */
export const stampAt = (now: number): Stamp => ({
  requestId: take(REQUEST_ID_BYTES, 'base64'),
  traceId: `Root=1-${Math.floor(now / 1000).toString(16)}-${take(TRACE_ID_BYTES, 'hex')}`,
  now,
})
