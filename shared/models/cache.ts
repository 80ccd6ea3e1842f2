import type { Log } from '../log.ts'
import { isWithin, messageOf, revalidation } from './revalidation.ts'
import type { ReadResult } from './store.ts'

const FRESH_MS = 60_000
const OLD_MS = 5 * 60_000
const COLD_WAIT_MS = 1_000
const OLD_WAIT_MS = 300
const MAX_FAULTS = 50

export type CacheDeps<T> = {
  readonly read: (etag: string | undefined) => Promise<ReadResult>
  /** What answers while S3 has given nothing; not asked before, nor again once it was had. */
  readonly embedded: () => T | Promise<T>
  /** Throws when the body must not be believed. */
  readonly parse: (body: string) => T
  readonly now: () => number
  readonly log: Log
}

export type SnapshotCache<T> = {
  /** A promise only where the answer has to wait for S3; rejects only when the embedded snapshot cannot be had. */
  readonly current: () => T | Promise<T>
}

const atMost = (milliseconds: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void done.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Logs a fault when it first appears, and again only after things went well in between. */
const faultLog = (log: Log) => {
  const known = new Set<string>()
  const report = (message: string, etag?: string): void => {
    const fault = `${etag} ${message}`
    if (known.has(fault)) return
    if (known.size >= MAX_FAULTS) known.clear()
    known.add(fault)
    log({ level: 'error', event: 'index-not-loaded', message, ...(etag === undefined ? {} : { etag }) })
  }
  return { report, clear: () => known.clear() }
}

/**
 * What S3 last gave, whether believed or refused. What is refused is fetched once more, because a store that does not
 * replace an object in one piece may have been read meanwhile; refused again, not before it changes.
 */
const examiner = <T>(parse: (body: string) => T, log: Log) => {
  const faults = faultLog(log)
  let held: { readonly value: T } | undefined
  let examined: string | undefined
  let doubted: string | undefined

  const examine = (etag: string, body: string): boolean => {
    try {
      held = { value: parse(body) }
      examined = etag
      faults.clear()
      return true
    } catch (error) {
      faults.report(`refused: ${messageOf(error)}`, etag)
      if (doubted === etag) examined = etag
      doubted = etag
      return examined === etag
    }
  }
  const take = (result: ReadResult): boolean => {
    if (result.kind === 'found') return examine(result.etag, result.body)
    if (result.kind === 'missing') faults.report('no index in the bucket, or no right to read it')
    else faults.clear()
    return true
  }
  return { take, fail: faults.report, etag: () => examined, held: () => held }
}

/** The index as one container holds it. S3 makes no request fail, and after the first second makes few of them wait. */
export const snapshotCache = <T>({ read, embedded, parse, now, log }: CacheDeps<T>): SnapshotCache<T> => {
  const fromS3 = examiner(parse, log)
  const loads = revalidation({ read: () => read(fromS3.etag()), take: fromS3.take, fail: fromS3.fail, now })
  let standIn: { readonly value: T } | undefined
  let waiting: Promise<T> | undefined
  let waitedAt = Number.NEGATIVE_INFINITY

  const onHand = () => fromS3.held() ?? standIn

  const answerWithin = async (milliseconds: number): Promise<T> => {
    const pending = loads.pending()
    if (pending !== undefined) await atMost(milliseconds, pending)
    const held = onHand()
    if (held !== undefined) return held.value
    const instead = { value: await embedded() }
    standIn = instead
    // S3 may have arrived while the embedded snapshot was being read.
    return (fromS3.held() ?? instead).value
  }

  const waitAtMost = (milliseconds: number, at: number): Promise<T> => {
    waitedAt = at
    waiting = answerWithin(milliseconds).finally(() => {
      waiting = undefined
    })
    return waiting
  }

  return {
    current: () => {
      const at = now()
      const held = onHand()
      const ageMs = at - loads.checkedAt()
      if (held !== undefined && isWithin(ageMs, FRESH_MS)) return held.value
      loads.start(at)
      if (waiting !== undefined) return waiting
      if (held === undefined) return waitAtMost(COLD_WAIT_MS, at)
      if (loads.pending() === undefined || isWithin(ageMs, OLD_MS)) return held.value
      // One wait in five minutes: in a long outage of S3 a request must not pay for what the one before has learnt.
      return isWithin(at - waitedAt, OLD_MS) ? held.value : waitAtMost(OLD_WAIT_MS, at)
    },
  }
}
