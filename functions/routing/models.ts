import { modelsOperation } from '../../shared/contract/routing.ts'
import { answer, type HttpReply } from '../../shared/http/reply.ts'
import { answersOf } from '../../shared/models/answers.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import { cacheable } from './cacheable.ts'
import { acceptsGzip, gzipped } from './compressed.ts'
import { whileCurrent } from './while-current.ts'

const plainReply = ({ snapshot }: Loaded, now: Date): HttpReply => {
  const { updatedAt, models } = snapshot
  const answers = answersOf(models, updatedAt, now)
  return cacheable(answer(modelsOperation, { ...snapshot, answers }, {}), updatedAt)
}

/** The whole index, written and compressed once per snapshot; its `answers` are those of the other endpoints. */
export const modelsReply = () => {
  const plain = whileCurrent(plainReply)
  const compressed = whileCurrent((loaded, now) => gzipped(plain(loaded, now)))
  return (loaded: Loaded, now: Date, acceptEncoding: string | undefined): HttpReply =>
    acceptsGzip(acceptEncoding) ? compressed(loaded, now) : plain(loaded, now)
}
