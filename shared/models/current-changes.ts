import * as z from 'zod/mini'
import { CHANGES_FEED_KEY, CHANGES_KEY } from './bucket.ts'
import { snapshotCache } from './cache.ts'
import { ChangeLog, EMPTY_FEED, EMPTY_LOG, Feed } from './change-log.ts'
import { type Surroundings, storeOf } from './current.ts'
import type { SnapshotStore } from './store.ts'

export type CurrentChanges = {
  /** Promises only where the answer has to wait for S3. */
  readonly log: () => ChangeLog | Promise<ChangeLog>
  readonly feed: () => string | Promise<string>
}

type Kept<T> = { readonly key: string; readonly empty: T; readonly parse: (text: string) => T }
type Place = Omit<Surroundings, 'folder'>

/** That nothing was ever recorded is no fault: the first refresh writes the first change. */
const orEmpty =
  ({ read }: SnapshotStore, empty: string): SnapshotStore['read'] =>
  async (etag) => {
    const result = await read(etag)
    return result.kind === 'missing' ? { kind: 'found', etag: '', body: empty } : result
  }

const current = <T>(place: Place, { key, empty, parse }: Kept<T>): (() => T | Promise<T>) => {
  const { now, log } = place
  return snapshotCache({
    read: orEmpty(storeOf(place, key), typeof empty === 'string' ? empty : JSON.stringify(empty)),
    embedded: () => empty,
    parse,
    now: () => now().getTime(),
    log: (entry) => log({ ...entry, event: 'changes-not-loaded' }),
  }).current
}

/** Made when first asked for: most containers never are, and a cold start would pay for it. */
const lazily = <T>(make: () => () => T): (() => T) => {
  let made: (() => T) | undefined
  return () => {
    made ??= make()
    return made()
  }
}

/** The changes as this container knows them. S3 makes no request fail: without it, nothing is known to have changed. */
export const currentChanges = (place: Place): CurrentChanges => ({
  log: lazily(() =>
    current(place, {
      key: CHANGES_KEY,
      empty: EMPTY_LOG,
      parse: (text) => z.parse(ChangeLog, JSON.parse(text)),
    }),
  ),
  feed: lazily(() =>
    current(place, { key: CHANGES_FEED_KEY, empty: EMPTY_FEED, parse: (text) => z.parse(Feed, text) }),
  ),
})
