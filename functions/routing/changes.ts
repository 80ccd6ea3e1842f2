import { changesFeedOperation, changesOperation } from '../../shared/contract/routing.ts'
import { answer, type HttpReply } from '../../shared/http/reply.ts'
import type { ChangeLog } from '../../shared/models/change-log.ts'
import { cacheable } from './cacheable.ts'
import { acceptsGzip, gzipped } from './compressed.ts'

/** Keeps what was made of a value until another one comes. */
const whileSame = <T, V>(make: (of: T) => V) => {
  let kept: { readonly of: T; readonly value: V } | undefined
  return (of: T): V => {
    if (kept?.of !== of) kept = { of, value: make(of) }
    return kept.value
  }
}

const bytesOf = <T>(plain: (of: T) => HttpReply) => {
  const made = whileSame(plain)
  const compressed = whileSame((of: T) => gzipped(made(of)))
  return (of: T, acceptEncoding: string | undefined) => (acceptsGzip(acceptEncoding) ? compressed(of) : made(of))
}

/** The log as it stands, written and compressed once for each log. */
export const changesReply = () =>
  bytesOf((log: ChangeLog) => cacheable(answer(changesOperation, log, {}), log.updatedAt))

export const feedReply = () => bytesOf((feed: string) => cacheable(answer(changesFeedOperation, feed, {}), null))
