import type { ReadResult } from './store.ts'

const RETRY_MS = 5_000
/** Longer than any read takes: a load that is still open was cut off by a frozen container. */
const GIVE_UP_MS = 10_000

type Deps = {
  readonly read: () => Promise<ReadResult>
  /** Whether that was the last word on it; otherwise it is asked for again after the pause of a failure. */
  readonly take: (result: ReadResult) => boolean
  readonly fail: (message: string) => void
  readonly now: () => number
}

type Load = { readonly number: number; readonly startedAt: number; readonly done: Promise<void> }

// A negative age means that the clock was set back: then nothing is recent.
export const isWithin = (ageMs: number, limitMs: number): boolean => ageMs >= 0 && ageMs < limitMs

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * One load at a time, a pause after one that failed. Nothing here may count on running between two requests: a
 * frozen container stops in the middle of a load, so a load starts at a request and ends in that or in any later one.
 */
export const revalidation = ({ read, take, fail, now }: Deps) => {
  let load: Load | undefined
  let lastStarted = 0
  let lastTaken = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY

  const run = async (number: number, startedAt: number): Promise<void> => {
    try {
      const result = await read()
      if (number < lastTaken) return
      lastTaken = number
      // What S3 said was true when it was asked; a freeze in between may have lasted for hours.
      if (take(result)) checkedAt = startedAt
      else failedAt = now()
    } catch (error) {
      if (number !== lastStarted) return
      failedAt = now()
      fail(messageOf(error))
    } finally {
      if (load?.number === number) load = undefined
    }
  }

  const start = (at: number): void => {
    if (load !== undefined && isWithin(at - load.startedAt, GIVE_UP_MS)) return
    if (isWithin(at - failedAt, RETRY_MS)) return
    lastStarted += 1
    load = { number: lastStarted, startedAt: at, done: run(lastStarted, at) }
  }

  /** `checkedAt` is when S3 last confirmed or replaced what is held; `pending` never rejects. */
  return { start, pending: () => load?.done, checkedAt: () => checkedAt }
}
