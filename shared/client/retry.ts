import type { Answer } from './answer.ts'

/** How often a GET is tried in all, and the pauses between: doubled each time, and never longer than the last. */
const TRIES = 4
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

const WORTH_ANOTHER_TRY: readonly number[] = [429, 503]

/** Seconds, or a date, by RFC 9110 section 10.2.3. */
const askedPauseMs = (retryAfter: string | null, now: number): number => {
  if (retryAfter === null) return 0
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isFinite(asked) ? Math.max(0, asked) : 0
}

type Tried = {
  readonly answer: Answer
  readonly method: string
  /** How many tries there were, this one included. */
  readonly tries: number
  /** Milliseconds of the clock. */
  readonly now: number
  /** From 0 to 1: spreads the callers that were refused together. */
  readonly jitter: number
}

/**
 * How long to wait before the next try, or `undefined` to give up: only a GET is tried again, and a server that asks for
 * a longer pause than ours is not bothered before it.
 */
export const pauseBeforeRetry = ({ answer, method, tries, now, jitter }: Tried): number | undefined => {
  if (method !== 'GET' || tries >= TRIES || !WORTH_ANOTHER_TRY.includes(answer.status)) return undefined
  const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + jitter)
  const pause = Math.max(askedPauseMs(answer.retryAfter, now), backoff)
  return pause > LONGEST_PAUSE_MS ? undefined : pause
}
