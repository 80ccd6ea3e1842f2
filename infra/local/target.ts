/** The request target, taken apart. */
export type Target = {
  /** Decoded. */
  readonly path: string
  /** Decoded one by one, without the empty one before the first slash. */
  readonly segments: readonly string[]
  /** As it was sent, without the question mark. */
  readonly query: string
}

const ABSOLUTE = /^https?:\/\/[^/?#]*/i
/** Visible ASCII: whatever else a path holds must come percent-encoded. */
const PATH = /^\/[\x21-\x7e]*$/

const decoded = (segments: readonly string[]): string[] | undefined => {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** `undefined` for a target that no route can have: `*`, raw bytes in the path, broken percent-encoding. */
export const targetOf = (url: string): Target | undefined => {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE, '')
  const [beforeFragment = ''] = origin.split('#', 1)
  const mark = beforeFragment.indexOf('?')
  const rawPath = (mark < 0 ? beforeFragment : beforeFragment.slice(0, mark)) || '/'
  const query = mark < 0 ? '' : beforeFragment.slice(mark + 1)
  if (!PATH.test(rawPath)) return undefined
  const raw = rawPath.slice(1).split('/')
  if (!rawPath.includes('%')) return { path: rawPath, segments: raw, query }
  const segments = decoded(raw)
  return segments && { path: `/${segments.join('/')}`, segments, query }
}
