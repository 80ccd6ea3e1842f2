import { S3Client } from '@aws-sdk/client-s3'

/** A slow-down on purpose: somebody reads the index with the SDK. */
export const s3 = new S3Client({})

export { handler } from '../../../functions/routing/index.ts'
