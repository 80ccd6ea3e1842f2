const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_MS = 24 * HOUR

/** Each unit and where the next one takes over; a year is said as one only when it is nearly full. */
const UNITS = [
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, DAY_MS],
  ['day', DAY_MS, 120 * DAY_MS],
  ['month', 30.44 * DAY_MS, 700 * DAY_MS],
  ['year', 365.25 * DAY_MS, Number.POSITIVE_INFINITY],
]

/** `3 days ago`, `in 90 days`, `just now`. */
export const relative = (time, now) => {
  const distance = time - now
  if (Math.abs(distance) < MINUTE) return distance < 0 ? 'just now' : 'in less than a minute'
  const rounded = ([, ms]) => Math.round(Math.abs(distance) / ms) * ms
  const unit = UNITS.find((each) => rounded(each) < each[2])
  return RELATIVE.format(Math.round(distance / unit[1]), unit[0])
}

export const dayIn = (days, now) => DAY.format(now + days * DAY_MS)

/** Shows a moment relative to now, with the exact time on hover; `absent` where there is none. */
export const showTime = (element, iso, { now, absent }) => {
  if (iso === null) {
    element.textContent = absent
    element.removeAttribute('datetime')
    element.removeAttribute('title')
    return
  }
  element.textContent = relative(Date.parse(iso), now)
  element.dateTime = iso
  element.title = EXACT.format(new Date(iso))
}

const SOON_MS = 7 * DAY_MS

/** The signal of a token: its word and the class that gives it colour and shape. */
export const signalOf = ({ revokedAt, expiresAt }, now) => {
  if (revokedAt !== null) return { word: 'revoked', look: 'badge badge--stop' }
  if (expiresAt === null) return { word: 'active', look: 'badge badge--go' }
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return { word: 'expired', look: 'badge' }
  return left <= SOON_MS
    ? { word: 'expires soon', look: 'badge badge--caution' }
    : { word: 'active', look: 'badge badge--go' }
}
