import type { HttpReply } from '../../shared/http/reply.ts'

const allowsGzip = (acceptEncoding: string): boolean => {
  const weights = new Map(
    acceptEncoding.split(',').map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

let last = { acceptEncoding: '', allows: false }

/** Whether an `accept-encoding` header allows gzip: named with a weight above 0, or by `*`; RFC 9110 12.5.3. */
export const acceptsGzip = (acceptEncoding = ''): boolean => {
  // Most callers send one of a few.
  if (last.acceptEncoding !== acceptEncoding) last = { acceptEncoding, allows: allowsGzip(acceptEncoding) }
  return last.allows
}

// Loaded when first needed: most answers are not compressed here, and every cold start would pay for it.
const gzip = (text: string): Buffer => process.getBuiltinModule('node:zlib').gzipSync(text, { level: 9 })

export const gzipped = (reply: HttpReply): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, 'content-encoding': 'gzip' },
  body: gzip(reply.body).toString('base64'),
  isBase64: true,
})
