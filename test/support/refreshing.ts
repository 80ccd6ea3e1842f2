import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { PACE } from '../../functions/refresh/offers.ts'
import { type Deps, refresh } from '../../functions/refresh/run.ts'
import { liveSources } from '../../functions/refresh/sources.ts'
import { refreshStore } from '../../functions/refresh/store.ts'
import { CURRENT_KEY } from '../../shared/models/bucket.ts'
import type { Limits } from '../../shared/models/feeds/download.ts'
import { publishAfter, standing } from '../../shared/models/publish.ts'
import type { Snapshot } from '../../shared/models/schema.ts'
import { lastIndex } from './market.ts'
import type { Sources } from './sources.ts'

/** Fast enough for a test, and bounded in the same way. */
const BRISK: Limits = { tryMilliseconds: 400, pauseMilliseconds: 5, maxBytes: 4 * 1024 * 1024, tries: 2 }

export const BEGUN = new Date('2026-11-20T06:00:00.000Z')

type Place = { readonly s3: S3Client; readonly bucket: string }
type Given = { readonly place: Place; readonly sources: Sources; readonly key?: string }

/** Runs as the function does, against the bucket and the sources of a test; collects what it logs. */
export const refresher = ({ place, sources, key }: Given) => {
  const logged: Record<string, unknown>[] = []
  const run = (at: Date = BEGUN, overrides: Partial<Deps> = {}) =>
    refresh({
      sources: liveSources(sources.addresses, key),
      store: refreshStore(place.s3, place.bucket),
      standing: () => standing(place),
      publish: (publication) => publishAfter(place, publication),
      shipped: lastIndex,
      baseUrl: undefined,
      accepted: [],
      limits: BRISK,
      pace: { ...PACE, pauseMilliseconds: 0, totalMilliseconds: 2_000, limits: { ...BRISK, tries: 1 } },
      now: () => at,
      log: (entry) => logged.push(entry),
      ...overrides,
    })
  return { run, logged }
}

export const putCurrent = ({ s3, bucket }: Place, snapshot: Snapshot) =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key: CURRENT_KEY, Body: JSON.stringify(snapshot) }))

export const hoursLater = (hours: number, at: Date = BEGUN): Date => new Date(at.getTime() + hours * 3_600_000)
