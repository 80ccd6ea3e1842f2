import type { IncomingMessage } from 'node:http'

export const NO_BODY: Buffer = Buffer.alloc(0)

/** `too large` as soon as that is known; `gone` when the client left before the end. */
export type ReadBody = Buffer | 'too large' | 'gone'

/** Most requests have none, and are answered without waiting for its end. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

export const readBody = (request: IncomingMessage, maxBytes: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) resolve('too large')
    // What comes after a refusal is read and dropped: a client that is cut off while sending never sees the answer.
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve('too large')
      }
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
  })
