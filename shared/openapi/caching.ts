import type { Operation } from '../http/operation.ts'

const ANSWERS = 'public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400'
const REFERENCE = 'public, max-age=300'
const ASSETS = 'public, no-cache'

/** Whether a success carries an etag, so that asking again may cost 304 and no body. */
export const isCacheable = ({ id, isPublic }: Operation): boolean => isPublic || id === 'asset'

/** How long a success may be kept; whatever is not meant to be kept says so. Held against the replies by a test. */
export const cacheControlOf = (operation: Operation): string => {
  if (operation.group === 'routing') return ANSWERS
  if (!isCacheable(operation)) return 'no-store'
  return operation.isPublic ? REFERENCE : ASSETS
}
