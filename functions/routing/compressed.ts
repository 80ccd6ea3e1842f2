import { gzipSync } from 'node:zlib'
import type { HttpReply } from '../../shared/http/reply.ts'

/** Whether an `accept-encoding` header allows gzip: named with a weight above 0, or by `*`; RFC 9110 12.5.3. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

export const gzipped = (reply: HttpReply): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, 'content-encoding': 'gzip' },
  body: gzipSync(reply.body, { level: 9 }).toString('base64'),
  isBase64: true,
})
