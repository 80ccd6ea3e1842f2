import { gzipSync } from 'node:zlib'
import { modelsOperation } from '../../shared/contract/routing.ts'
import { answer, type HttpReply } from '../../shared/http/reply.ts'
import { answersOf } from '../../shared/models/answers.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import { cacheable } from './cacheable.ts'
import { whileCurrent } from './while-current.ts'

/** Whether an `accept-encoding` header allows gzip: named with a weight above 0, or by `*`; RFC 9110 12.5.3. */
const acceptsGzip = (acceptEncoding: string | undefined): boolean => {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

const plainReply = ({ snapshot }: Loaded, now: Date): HttpReply => {
  const { updatedAt, models } = snapshot
  const answers = answersOf(models, updatedAt, now)
  return cacheable(answer(modelsOperation, { ...snapshot, answers }, {}), updatedAt)
}

const gzipped = (reply: HttpReply): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, 'content-encoding': 'gzip' },
  body: gzipSync(reply.body, { level: 9 }).toString('base64'),
  isBase64: true,
})

/** The whole index, written and compressed once per snapshot; its `answers` are those of the other endpoints. */
export const modelsReply = () => {
  const plain = whileCurrent(plainReply)
  const compressed = whileCurrent((loaded, now) => gzipped(plain(loaded, now)))
  return (loaded: Loaded, now: Date, acceptEncoding: string | undefined): HttpReply =>
    acceptsGzip(acceptEncoding) ? compressed(loaded, now) : plain(loaded, now)
}
