/** The index that answers are given from. */
export const CURRENT_KEY = 'index/current.json'

/** What changed from publication to publication: for programs, and the same as a feed for readers. */
export const CHANGES_KEY = 'index/changes.json'
export const CHANGES_FEED_KEY = 'index/changes.atom'

export const historyKey = (updatedAt: string): string => `index/history/${updatedAt}.json`

/** Far above a real index; what is larger is refused by readers, and therefore never written. */
export const MAX_INDEX_BYTES = 8 * 1024 * 1024
