import { mkdirSync } from 'node:fs'
import S3rver from 's3rver'

export type LocalS3 = { readonly url: string; readonly stop: () => Promise<void> }

/** The only credentials that s3rver takes. */
export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const

/** A bucket name out of a logical id: as stable as the template, and as unique. */
export const bucketNameOf = (logicalId: string): string => logicalId.toLowerCase().slice(0, 63)

/** Starts the stand-in for S3; every object is a file in the folder and is still there at the next start. */
export const startS3 = async (folder: string, buckets: readonly string[]): Promise<LocalS3> => {
  mkdirSync(folder, { recursive: true })
  const server = new S3rver({
    // Never `localhost`: by an IP address, clients put the bucket into the path.
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name })),
  })
  const { port } = await server.run()
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = server.close()
      // The functions' connections are kept alive and would hold the server open.
      server.httpServer.closeAllConnections()
      await closed
    },
  }
}
