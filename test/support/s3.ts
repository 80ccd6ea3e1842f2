import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An empty bucket in a real S3 server on this machine; `close` takes everything away again. */
export const localBucket = async (bucket = 'index-bucket') => {
  const directory = await mkdtemp(join(tmpdir(), 'pointsman-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const region = 'us-east-1'
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const close = async () => {
    s3.destroy()
    server.httpServer.closeAllConnections()
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
  return { bucket, region, endpoint, credentials, s3, close }
}
