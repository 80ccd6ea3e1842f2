const DAY_MS = 86_400_000

/** From how many days before the end on a person is warned. */
const WARNED_DAYS = 7

export type Expiry = { readonly text: string; readonly isOver: boolean; readonly isNear: boolean }

const inDays = (days: number): string => (days === 1 ? 'in 1 day' : `in ${days} days`)

/** How long a token still lives, in whole days begun. */
export const expiryOf = (expiresAt: string, now: Date): Expiry => {
  const left = Date.parse(expiresAt) - now.getTime()
  const isOver = left <= 0
  const text = isOver ? `${expiresAt} (over)` : `${expiresAt} (${inDays(Math.ceil(left / DAY_MS))})`
  return { text, isOver, isNear: !isOver && left <= WARNED_DAYS * DAY_MS }
}
