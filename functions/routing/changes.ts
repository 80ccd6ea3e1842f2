import { changesFeedOperation, changesOperation } from '../../shared/contract/routing.ts'
import { anyone, type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { answer, type HttpReply } from '../../shared/http/reply.ts'
import type { CurrentChanges } from '../../shared/models/current-changes.ts'
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

/** The changes as JSON and as a feed. They come from objects of their own: no other endpoint waits for them. */
export const changesEndpoints = ({ log, feed }: CurrentChanges): readonly Endpoint[] => {
  const logReply = bytesOf((known: Awaited<ReturnType<typeof log>>) =>
    cacheable(answer(changesOperation, known, {}), known.updatedAt),
  )
  const feedReply = bytesOf((known: string) => cacheable(answer(changesFeedOperation, known, {}), null))
  return [
    endpoint(changesOperation, anyone, async ({ request }) =>
      logReply(await log(), request.headers['accept-encoding']),
    ),
    endpoint(changesFeedOperation, anyone, async ({ request }) =>
      feedReply(await feed(), request.headers['accept-encoding']),
    ),
  ]
}
