export type Match = {
  readonly routeKey: string
  /** Absent where the route has no variable. */
  readonly pathParameters: Readonly<Record<string, string>> | undefined
}

type Segment = { readonly kind: 'text' | 'variable' | 'rest'; readonly name: string }

type Pattern = { readonly routeKey: string; readonly method: string; readonly segments: readonly Segment[] }

const ANY = 'ANY'
const DEFAULT = '$default'
const RANK = { text: 0, variable: 1, rest: 2 } as const

const segmentOf = (text: string): Segment => {
  if (!text.startsWith('{')) return { kind: 'text', name: text }
  return text.endsWith('+}') ? { kind: 'rest', name: text.slice(1, -2) } : { kind: 'variable', name: text.slice(1, -1) }
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1)

const patternOf = (routeKey: string): Pattern => {
  const [method = ANY, path = ''] = routeKey.split(' ')
  return { routeKey, method, segments: segmentsOf(path).map(segmentOf) }
}

const rankOf = (segment: Segment | undefined): number => (segment === undefined ? -1 : RANK[segment.kind])

/** The more exact pattern first; of two with the same path, the one that names the method. */
const byPriority = (a: Pattern, b: Pattern): number => {
  for (let at = 0; at < Math.max(a.segments.length, b.segments.length); at++) {
    const difference = rankOf(a.segments[at]) - rankOf(b.segments[at])
    if (difference !== 0) return difference
  }
  return Number(a.method === ANY) - Number(b.method === ANY)
}

/** A variable takes one segment, `{rest+}` one or more; neither takes an empty one. */
const parametersOf = (pattern: Pattern, path: readonly string[]): Record<string, string> | undefined => {
  const found: Record<string, string> = {}
  for (const [at, { kind, name }] of pattern.segments.entries()) {
    const text = kind === 'rest' ? path.slice(at).join('/') : path[at]
    if (text === undefined || (kind === 'text' ? text !== name : text === '')) return undefined
    if (kind === 'rest') return { ...found, [name]: text }
    if (kind === 'variable') found[name] = text
  }
  return pattern.segments.length === path.length ? found : undefined
}

/**
 * Finds the route of a request as API Gateway does: an exact path, then `{variable}`, then `{rest+}`, then `$default`;
 * at each, a route of the method before one of `ANY`. Paths are told apart by case and by a closing slash.
 */
export const router = (routeKeys: readonly string[]) => {
  const exact = new Set(routeKeys.filter((key) => key !== DEFAULT && !key.includes('{')))
  const patterns = routeKeys.filter((key) => key.includes('{')).map(patternOf)
  patterns.sort(byPriority)
  const fallback: Match | undefined = routeKeys.includes(DEFAULT)
    ? { routeKey: DEFAULT, pathParameters: undefined }
    : undefined

  const byPattern = (method: string, path: readonly string[]): Match | undefined => {
    for (const pattern of patterns) {
      if (pattern.method !== method && pattern.method !== ANY) continue
      const pathParameters = parametersOf(pattern, path)
      if (pathParameters !== undefined) return { routeKey: pattern.routeKey, pathParameters }
    }
    return fallback
  }

  /** `segments` are decoded one by one, so that an encoded slash does not divide. */
  return (method: string, segments: readonly string[]): Match | undefined => {
    if (segments.some((segment) => segment.includes('/'))) return byPattern(method, segments)
    const path = `/${segments.join('/')}`
    for (const routeKey of [`${method} ${path}`, `${ANY} ${path}`])
      if (exact.has(routeKey)) return { routeKey, pathParameters: undefined }
    return byPattern(method, segments)
  }
}
