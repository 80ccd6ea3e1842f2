import type { Aws } from '../aws/environment.ts'
import { done, exchangeWith, type Outcome, outcomeOfStatus, persistently, type Reply } from '../aws/exchange.ts'
import { CURRENT_KEY, MAX_INDEX_BYTES } from './bucket.ts'
import { objectAddress, signedGet } from './request.ts'

export type StoreOptions = Aws & {
  readonly bucket: string
  readonly key?: string
  /** Milliseconds since the epoch; a signature carries its time. */
  readonly now: () => number
  /** From opening the connection to the last byte; a read has at most two tries. */
  readonly tryMilliseconds?: number
  readonly pauseMilliseconds?: number
  readonly maxBytes?: number
}

export type ReadResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly etag: string; readonly body: string }

export type SnapshotStore = { readonly read: (etag: string | undefined) => Promise<ReadResult> }

const resultOf = ({ status, headers, body }: Reply, wasConditional: boolean): Outcome<ReadResult> => {
  if (status === 200) return done({ kind: 'found', etag: headers.etag ?? '', body })
  // Without the right to list the bucket, S3 says 403 of an object that is not there.
  if (status === 403 || status === 404) return done({ kind: 'missing' })
  if (status === 304 && wasConditional) return done({ kind: 'unchanged' })
  return outcomeOfStatus(status)
}

/**
 * Reads the index object of a bucket. Signs by itself and speaks plain `node:https`: the AWS SDK alone would
 * make a cold start several times as long. Rejects with a short message that holds neither address nor secret.
 */
export const snapshotStore = (options: StoreOptions): SnapshotStore => {
  const { bucket, region, endpoint, key = CURRENT_KEY, credentials, now } = options
  const { tryMilliseconds = 2_000, pauseMilliseconds = 50, maxBytes = MAX_INDEX_BYTES } = options
  const address = objectAddress({ bucket, key, region, endpoint })
  const exchange = exchangeWith(address, { tryMilliseconds, maxBytes, withBody: [200] })
  const tryOnce = async (etag: string | undefined): Promise<Outcome<ReadResult>> => {
    const got = await exchange(signedGet(address, { region, credentials: credentials(), etag, at: now() }))
    return got.ok ? resultOf(got.result, etag !== undefined) : got
  }
  const read = async (etag: string | undefined): Promise<ReadResult> => {
    const condition = etag === '' ? undefined : etag
    const outcome = await persistently(() => tryOnce(condition), [pauseMilliseconds])
    if (outcome.ok) return outcome.result
    throw new Error(`S3 read of ${key}: ${outcome.fault}`)
  }
  return { read }
}
