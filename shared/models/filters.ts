import type { Candidate } from './eligibility.ts'
import { kept } from './kept.ts'
import type { Filters } from './question.ts'
import type { Model } from './schema.ts'

/** A maker elsewhere, or of unknown whereabouts, is in no region that can be asked for. */
const isFrom = (region: Model['region'], asked: ReadonlySet<string>): boolean =>
  region !== null && region !== 'other' && asked.has(region)

/** One letter is too little to mean a model by. */
const SHORTEST_PREFIX = 2

type Named = { readonly name: string; readonly position: number }
type Lookup = { readonly makers: ReadonlyMap<string, readonly number[]>; readonly ids: readonly Named[] }

const inOrder = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const idsOf = ({ model, position }: Candidate): readonly Named[] =>
  [model.id, model.openRouterId ?? model.id].map((id) => ({ name: id.toLowerCase(), position }))

const makersOf = ({ model }: Candidate): readonly string[] =>
  [model.provider, ...model.providerAliases].map((name) => name.toLowerCase())

/** Maps, not objects: an entry such as `__proto__` is a name like any other. */
const lookupOf = (candidates: readonly Candidate[]): Lookup => {
  const makers = new Map<string, number[]>()
  for (const candidate of candidates) {
    for (const maker of makersOf(candidate)) {
      const positions = makers.get(maker)
      if (positions === undefined) makers.set(maker, [candidate.position])
      else positions.push(candidate.position)
    }
  }
  return { makers, ids: candidates.flatMap(idsOf).sort(inOrder) }
}

const firstNotBefore = (ids: readonly Named[], prefix: string): number => {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle]?.name ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}

/** Names with a common prefix stand together in a sorted list, so an entry costs a binary search and its hits. */
const mark = (marked: Uint8Array, { makers, ids }: Lookup, entry: string): void => {
  for (const position of makers.get(entry) ?? []) marked[position] = 1
  if (entry.length < SHORTEST_PREFIX) return
  for (let at = firstNotBefore(ids, entry); ; at++) {
    const id = ids[at]
    if (id === undefined || !id.name.startsWith(entry)) return
    marked[id.position] = 1
  }
}

/** The candidates that are not retired at `now` (milliseconds) and that the filters leave, in their own order. */
export type Matching = (filters: Filters, now: number) => readonly Candidate[]

export const matchingAmong = (candidates: readonly Candidate[]): Matching => {
  let lookup: Lookup | undefined
  const markedBy = (providers: Filters['providers']): Uint8Array | null => {
    if (providers.length === 0) return null
    lookup ??= lookupOf(candidates)
    const marked = new Uint8Array(candidates.length)
    for (const entry of providers) mark(marked, lookup, entry)
    return marked
  }
  // At most one list for each way to write three regions.
  const from = kept((regions: string) => {
    const asked = new Set(regions.split(','))
    return regions === '' ? candidates : candidates.filter(({ model }) => isFrom(model.region, asked))
  })
  return ({ providers, regions }, now) => {
    const marked = markedBy(providers)
    const left: Candidate[] = []
    for (const candidate of from(regions.join())) {
      if ((marked === null || marked[candidate.position] === 1) && now < candidate.retiresAt) left.push(candidate)
    }
    return left
  }
}
