import { type Candidate, meets } from './eligibility.ts'
import type { Matching } from './filters.ts'
import { type Filters, REGIONS, TASKS, type Task } from './question.ts'
import type { WinnerOf } from './winners.ts'
import { clip, list } from './wording.ts'

const SHOWN_ENTRIES = 3
const SHOWN_PROVIDERS = 5

/** What was asked, why a model can fail it, and what to ask instead of it. */
type Demand = {
  readonly asked: string
  readonly needs: string
  readonly isMetBy: (candidate: Candidate) => boolean
  readonly instead: (left: readonly Candidate[]) => string
}

const AGREED = 'a score on which the sources agree'
const TASK_NEEDS: Readonly<Record<Task, string>> = {
  code: AGREED,
  reasoning: `measured reasoning and ${AGREED}`,
  planning: `measured reasoning, a measured agentic score and ${AGREED}`,
  summary: AGREED,
  extraction: AGREED,
  general: AGREED,
}

export const taskDemand = (task: Task): Demand => ({
  asked: `task=${task}`,
  needs: TASK_NEEDS[task],
  isMetBy: (candidate) => meets(candidate, task),
  instead: (left) => {
    const tasks = TASKS.filter((other) => left.some((candidate) => meets(candidate, other)))
    return tasks.length === 0 ? '/fastest, which asks for no score, would answer.' : `Tasks that fit: ${list(tasks)}.`
  },
})

export const winnerDemand = (of: WinnerOf): Demand => ({
  asked: of,
  needs: of === 'cheapest' ? `${AGREED} and at least the lower quartile of intelligence` : AGREED,
  isMetBy: ({ isDisputed }) => of === 'fastest' || !isDisputed,
  instead: () => '/fastest, which asks for no score, would answer.',
})

const providersText = (providers: readonly string[]): string => {
  const shown = providers.slice(0, SHOWN_ENTRIES)
  const more = providers.length - shown.length
  return `providers=${shown.join(',')}${more > 0 ? ` (and ${more} more)` : ''}`
}
const regionsText = (regions: readonly string[]): string => `regions=${regions.join(',')}`

const filtersText = ({ providers, regions }: Filters): string =>
  [providers.length > 0 ? providersText(providers) : '', regions.length > 0 ? regionsText(regions) : '']
    .filter((text) => text !== '')
    .join(' and ')

/** The makers of the most intelligent candidates that meet the demand. */
const makersOf = (candidates: readonly Candidate[], { isMetBy }: Demand): string => {
  const makers = new Set<string>()
  for (let at = candidates.length - 1; at >= 0 && makers.size < SHOWN_PROVIDERS; at--) {
    const candidate = candidates[at]
    if (candidate !== undefined && isMetBy(candidate)) makers.add(clip(candidate.model.provider))
  }
  return makers.size === 0 ? 'none' : list([...makers])
}

const regionsOf = (candidates: readonly Candidate[], { isMetBy }: Demand): string => {
  const regions = REGIONS.filter((region) => candidates.some((one) => one.model.region === region && isMetBy(one)))
  return regions.length === 0 ? 'none' : list(regions)
}

type Refused = {
  readonly matching: Matching
  readonly filters: Filters
  readonly now: number
  /** What the filters leave. */
  readonly left: readonly Candidate[]
  readonly demand: Demand
}

const tooDemanding = ({ filters, left, demand }: Refused): string => {
  const given = filtersText(filters)
  const subject = given === '' ? 'No model of the index' : `No model that ${given} leaves`
  return `${subject} has what ${demand.asked} needs: ${demand.needs}. ${demand.instead(left)}`
}

/** The text of a 404: which filter, combination or demand left nothing, and what would have fitted. Always short. */
export const nothingLeft = (refused: Refused): string => {
  const { matching, filters, now, left, demand } = refused
  if (left.length > 0) return tooDemanding(refused)
  const named = matching({ providers: filters.providers, regions: [] }, now)
  const near = matching({ providers: [], regions: filters.regions }, now)
  const within = near.length > 0 ? near : matching({ providers: [], regions: [] }, now)
  if (within.length === 0) return 'No model of the index is on offer any more.'
  const makers = makersOf(within, demand)
  const regions = () => regionsOf(named.length > 0 ? named : within, demand)
  const noMaker = `No model matches ${providersText(filters.providers)}. Providers that fit, among others: ${makers}; the beginning of a model id works too.`
  if (near.length > 0 && named.length === 0) return noMaker
  const noRegion = `No model comes from ${regionsText(filters.regions)}. Regions that fit: ${regions()}.`
  if (near.length === 0) return named.length === 0 ? `${noMaker} ${noRegion}` : noRegion
  return `No model matches ${filtersText(filters)} together. Regions that fit these providers: ${regions()}; providers that fit these regions: ${makers}.`
}
