import { GetObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { CURRENT_KEY, historyKey, MAX_INDEX_BYTES } from './bucket.ts'
import { Snapshot } from './schema.ts'

type Bucket = { readonly s3: S3Client; readonly bucket: string }

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** One text per content, in whatever order its keys were put together. */
const canonical = (value: unknown): string => JSON.stringify(value, sortKeys)

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0)

const readCurrent = async ({ s3, bucket }: Bucket): Promise<string | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: CURRENT_KEY }))
    return await Body?.transformToString()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const hasContent = (body: string | undefined, snapshot: Snapshot): boolean => {
  if (body === undefined) return false
  try {
    return canonical(JSON.parse(body)) === canonical(snapshot)
  } catch {
    // Whatever lies there now is no index: it is replaced.
    return false
  }
}

const write = ({ s3, bucket }: Bucket, key: string, body: string): Promise<unknown> =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: 'application/json' }))

/**
 * Makes a snapshot the one that answers. Refuses, before anything is written, what every reader would refuse.
 * The history comes first: a run that dies between the two writes has changed no answer, and the next one completes it.
 */
export const publish = async (place: Bucket, snapshot: Snapshot): Promise<'published' | 'unchanged'> => {
  const checked = Snapshot.parse(snapshot)
  if (hasContent(await readCurrent(place), checked)) return 'unchanged'
  const body = JSON.stringify(checked)
  if (Buffer.byteLength(body) > MAX_INDEX_BYTES) throw new Error(`the index is larger than ${MAX_INDEX_BYTES} bytes`)
  await write(place, historyKey(checked.updatedAt), body)
  await write(place, CURRENT_KEY, body)
  return 'published'
}
