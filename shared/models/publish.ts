import { GetObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import * as z from 'zod/mini'
import { asciiJson } from './ascii.ts'
import { CHANGES_FEED_KEY, CHANGES_KEY, CURRENT_KEY, historyKey, MAX_INDEX_BYTES } from './bucket.ts'
import { ChangeLog, EMPTY_LOG } from './change-log.ts'
import { Snapshot } from './schema.ts'
import { sealed } from './seal.ts'

type Bucket = { readonly s3: S3Client; readonly bucket: string }

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** One text per content, in whatever order its keys were put together. */
const canonical = (value: unknown): string => JSON.stringify(value, sortKeys)

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0)

/** An object as it was found; `etag` is empty where there is none. */
type Found = { readonly etag: string; readonly body: string | undefined }

const read = async ({ s3, bucket }: Bucket, key: string): Promise<Found> => {
  try {
    const { Body, ETag = '' } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return { etag: ETag, body: await Body?.transformToString() }
  } catch (error) {
    if (isMissing(error)) return { etag: '', body: undefined }
    throw error
  }
}

const hasContent = (body: string | undefined, snapshot: Snapshot): boolean => {
  if (body === undefined) return false
  try {
    const { seal: _, ...content } = JSON.parse(body)
    return canonical(content) === canonical(snapshot)
  } catch {
    // Whatever lies there now is no index: it is replaced.
    return false
  }
}

type Written = { readonly key: string; readonly body: string; readonly type?: string }

const write = ({ s3, bucket }: Bucket, { key, body, type = 'application/json' }: Written): Promise<unknown> =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }))

/** Writes only while the object is as it was found; whether it did. A store that knows no conditions always does. */
const replace = async ({ s3, bucket }: Bucket, { key, body }: Written, { etag }: Found): Promise<boolean> => {
  const condition = etag === '' ? { IfNoneMatch: '*' } : { IfMatch: etag }
  const put = { Bucket: bucket, Key: key, Body: body, ContentType: 'application/json' }
  try {
    await s3.send(new PutObjectCommand({ ...put, ...condition }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && [409, 412].includes(error.$metadata.httpStatusCode ?? 0)) return false
    throw error
  }
}

const bodyOf = (snapshot: Snapshot): string => {
  const body = sealed(asciiJson(snapshot))
  if (body.length > MAX_INDEX_BYTES) throw new Error(`the index is larger than ${MAX_INDEX_BYTES} bytes`)
  return body
}

/**
 * Makes a snapshot the one that answers. Refuses, before anything is written, what every reader would refuse.
 * The history comes first: a run that dies between the two writes has changed no answer, and the next one completes it.
 */
export const publish = async (place: Bucket, snapshot: Snapshot): Promise<'published' | 'unchanged'> => {
  const checked = Snapshot.parse(snapshot)
  if (hasContent((await read(place, CURRENT_KEY)).body, checked)) return 'unchanged'
  const body = bodyOf(checked)
  await write(place, { key: historyKey(checked.updatedAt), body })
  await write(place, { key: CURRENT_KEY, body })
  return 'published'
}

/** The published index as a run found it, to be replaced by nothing but that run; none where nothing readable lies. */
export type Standing = Found & { readonly snapshot: Snapshot | undefined }

const parsed = <T extends z.core.$ZodType>(schema: T, body: string | undefined): z.output<T> | undefined => {
  try {
    return z.safeParse(schema, JSON.parse(body ?? '')).data
  } catch {
    return undefined
  }
}

export const standing = async (place: Bucket): Promise<Standing> => {
  const found = await read(place, CURRENT_KEY)
  return { ...found, snapshot: parsed(Snapshot, found.body) }
}

export type Publication = {
  readonly before: Standing
  readonly after: Snapshot
  /** The log with what this publication changes, and the same as a feed. */
  readonly record: (log: ChangeLog) => Promise<{ readonly log: ChangeLog; readonly feed: string }>
}

/**
 * Publishes in the order history, changes, current. Of two runs that began with one index, the one that comes second
 * stops where it finds the other's writing; one that dies leaves the index as it was, and the next one writes over what
 * it left: the history is keyed by the publication, and the log drops what never came to be published.
 */
export const publishAfter = async (
  place: Bucket,
  { before, after, record }: Publication,
): Promise<'published' | 'overtaken'> => {
  const isStill = async () => (await read(place, CURRENT_KEY)).body === before.body
  const body = bodyOf(Snapshot.parse(after))
  const changes = await read(place, CHANGES_KEY)
  if (!(await isStill())) return 'overtaken'
  const { log, feed } = await record(parsed(ChangeLog, changes.body) ?? EMPTY_LOG)
  await write(place, { key: historyKey(after.updatedAt), body })
  if (!(await replace(place, { key: CHANGES_KEY, body: JSON.stringify(log) }, changes))) return 'overtaken'
  await write(place, { key: CHANGES_FEED_KEY, body: feed, type: 'application/atom+xml' })
  // Asked once more for a store without conditions.
  if (!(await isStill())) return 'overtaken'
  return (await replace(place, { key: CURRENT_KEY, body }, before)) ? 'published' : 'overtaken'
}
