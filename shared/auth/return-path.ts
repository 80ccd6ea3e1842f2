export type ReturnPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: 'length' | 'characters' | 'page' | 'ambiguous' }

/** An approval request at its longest, every character escaped, takes 5,000; API Gateway itself stops at 10 kB. */
const LONGEST = 8192

/** Printable ASCII without space, quotes, `<`, `>`, backslash and `#`: what a browser sends as path and query, unchanged. */
const CHARACTERS = /^[!$%&(-;=?-[\]-~]*$/

/** Any origin serves to see what a browser would make of a path. */
const ORIGIN = 'https://pointsman.invalid'

/**
 * Checks where to go after sign-in: one of our own pages, spelt exactly so, with any query. The path is compared raw and
 * never decoded, so no spelling of it can lead elsewhere; `new URL` must agree.
 */
export const checkReturnPath = (text: string, pages: readonly string[]): ReturnPath => {
  if (text.length > LONGEST) return { ok: false, reason: 'length' }
  if (!CHARACTERS.test(text)) return { ok: false, reason: 'characters' }
  const cut = text.indexOf('?')
  const page = cut < 0 ? text : text.slice(0, cut)
  if (!pages.includes(page)) return { ok: false, reason: 'page' }
  const read = URL.canParse(text, ORIGIN) ? new URL(text, ORIGIN) : undefined
  const isSame = read?.origin === ORIGIN && read.pathname + read.search === (text === `${page}?` ? page : text)
  return isSame ? { ok: true, path: text } : { ok: false, reason: 'ambiguous' }
}
