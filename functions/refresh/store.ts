import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import * as z from 'zod/mini'
import type { SourceId } from './sources.ts'
import { type Checked, Kept, KnownOffers } from './state.ts'

/** A run has minutes, and S3 must not take them all. */
export const s3Client = (config: S3ClientConfig = {}): S3Client =>
  new S3Client({ maxAttempts: 3, requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000 }, ...config })

const CHECKED_KEY = 'index/checked.json'
const OFFERS_KEY = 'index/sources/openrouter-endpoints.json'
const keptKey = (id: SourceId): string => `index/sources/${id}.json`

/** What a run remembers beside the index. Whatever cannot be read counts as not there: it is then learnt anew. */
export const refreshStore = (s3: S3Client, bucket: string) => {
  const read = async <T extends z.core.$ZodType>(key: string, schema: T): Promise<z.output<T> | undefined> => {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return z.safeParse(schema, JSON.parse((await Body?.transformToString()) ?? '')).data
    } catch (error) {
      const isAbsent =
        error instanceof SyntaxError ||
        (error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0))
      if (isAbsent) return undefined
      throw error
    }
  }
  const write = async (key: string, value: unknown): Promise<void> => {
    const Body = JSON.stringify(value)
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentType: 'application/json' }))
  }
  return {
    kept: (id: SourceId) => read(keptKey(id), Kept),
    keep: (id: SourceId, kept: Kept) => write(keptKey(id), kept),
    offers: async () => (await read(OFFERS_KEY, KnownOffers)) ?? {},
    keepOffers: (known: KnownOffers) => write(OFFERS_KEY, known),
    checked: (checked: Checked) => write(CHECKED_KEY, checked),
  }
}

export type RefreshStore = ReturnType<typeof refreshStore>
