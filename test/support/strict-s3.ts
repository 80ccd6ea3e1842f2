import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { S3Client } from '@aws-sdk/client-s3'
import { portOf } from './port.ts'

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const faultOf = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

/** An S3 that honours conditions on writing, as AWS does and the local stand-in does not. */
export const strictBucket = async (bucket = 'index-bucket') => {
  const objects = new Map<string, { readonly body: string; readonly etag: string }>()
  const server = createServer(async (request, response) => {
    const key = decodeURIComponent((request.url ?? '').replace(/\?.*$/, '').slice(bucket.length + 2))
    const held = objects.get(key)
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    if (request.method === 'PUT') {
      const body = await bodyOf(request)
      const isRefused = (ifNoneMatch === '*' && held) || (ifMatch !== undefined && held?.etag !== ifMatch)
      if (isRefused) return response.writeHead(412).end(faultOf('PreconditionFailed'))
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      objects.set(key, { body, etag })
      return response.writeHead(200, { etag }).end()
    }
    if (held === undefined) return response.writeHead(404).end(faultOf('NoSuchKey'))
    return response.writeHead(200, { etag: held.etag }).end(held.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    forcePathStyle: true,
    // Otherwise the body comes in chunks with signatures of their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const close = async () => {
    s3.destroy()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { s3, bucket, objects, close }
}
