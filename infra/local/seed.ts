import { readFile } from 'node:fs/promises'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CURRENT_KEY } from '../../shared/models/bucket.ts'
import { publish } from '../../shared/models/publish.ts'
import { Snapshot } from '../../shared/models/schema.ts'
import { S3_CREDENTIALS } from './s3.ts'

export type SeedOptions = {
  readonly s3Url: string
  readonly bucket: string
  /** The index that the repository ships. */
  readonly indexFile: string
}

export type Seeded = 'published' | 'kept'

const clientOf = (endpoint: string): S3Client =>
  new S3Client({ endpoint, region: 'us-east-1', credentials: S3_CREDENTIALS, forcePathStyle: true })

/** Whatever cannot be read as an index counts as none: no function would answer from it either. */
const currentOf = async (s3: S3Client, bucket: string): Promise<Snapshot | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: CURRENT_KEY }))
    return Snapshot.parse(JSON.parse((await Body?.transformToString()) ?? ''))
  } catch {
    return undefined
  }
}

/** Puts the shipped index into the bucket, unless what lies there is as new or newer. */
export const seed = async ({ s3Url, bucket, indexFile }: SeedOptions): Promise<Seeded> => {
  const shipped = Snapshot.parse(JSON.parse(await readFile(indexFile, 'utf8')))
  const s3 = clientOf(s3Url)
  try {
    const current = await currentOf(s3, bucket)
    if (current !== undefined && Date.parse(current.updatedAt) >= Date.parse(shipped.updatedAt)) return 'kept'
    await publish({ s3, bucket }, shipped)
    return 'published'
  } finally {
    s3.destroy()
  }
}
