import { etagOf, type HttpReply } from '../../shared/http/reply.ts'

const CACHE_CONTROL = 'public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400'

/** Adds what lets browsers and edges keep a public answer: the validators and how long it is good for. */
export const cacheable = (reply: HttpReply, updatedAt: string | null): HttpReply => ({
  ...reply,
  headers: {
    ...reply.headers,
    etag: etagOf(reply.body),
    ...(updatedAt === null ? {} : { 'last-modified': new Date(updatedAt).toUTCString() }),
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
  },
})
