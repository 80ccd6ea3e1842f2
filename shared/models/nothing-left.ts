import { type Candidate, meets } from './eligibility.ts'
import type { Matching } from './filters.ts'
import { type Filters, REGIONS, TASKS, type Task } from './question.ts'
import type { WinnerOf } from './winners.ts'
import { clip, list } from './wording.ts'

const SHOWN_ENTRIES = 3
const SHOWN_PROVIDERS = 5

/** What was asked, why a model can fail it, and what to ask instead of it. */
export type Demand = {
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
  const shown = providers.slice(0, SHOWN_ENTRIES).map((entry) => clip(entry, 64))
  const more = providers.length - shown.length
  return `providers=${shown.join(',')}${more > 0 ? ` (and ${more} more)` : ''}`
}
const regionsText = (regions: readonly string[]): string => `regions=${regions.join(',')}`

/** The makers of the most intelligent candidates. */
const makersOf = (candidates: readonly Candidate[]): readonly string[] => {
  const makers = new Set<string>()
  for (let at = candidates.length - 1; at >= 0 && makers.size < SHOWN_PROVIDERS; at--) {
    const provider = candidates[at]?.model.provider
    if (provider !== undefined) makers.add(clip(provider))
  }
  return [...makers]
}

const regionsOf = (candidates: readonly Candidate[]): readonly string[] =>
  REGIONS.filter((region) => candidates.some(({ model }) => model.region === region))

const orNone = (items: readonly string[]): string => (items.length === 0 ? 'none' : list(items))

type Refused = {
  readonly matching: Matching
  readonly filters: Filters
  readonly now: number
  readonly demand: Demand
}

/** The text of a 404: which filter, combination or demand left nothing, and what would have fitted. Always short. */
export const nothingLeft = ({ matching, filters: { providers, regions }, now, demand }: Refused): string => {
  const left = matching({ providers, regions }, now)
  const given = [
    ...(providers.length > 0 ? [providersText(providers)] : []),
    ...(regions.length > 0 ? [regionsText(regions)] : []),
  ].join(' and ')
  if (left.length > 0) return tooDemanding(left, given, demand)
  if (given === '') return 'No model of the index is on offer any more.'
  const fitting = (part: Partial<Filters>) =>
    matching({ providers: part.providers ?? [], regions: part.regions ?? [] }, now)
  const among = (part: Partial<Filters>) => fitting(part).filter(demand.isMetBy)
  if (providers.length > 0 && fitting({ providers }).length === 0)
    return `No model matches ${providersText(providers)}. Providers that fit, among others: ${orNone(makersOf(among({ regions })))}; the beginning of a model id works too.`
  if (regions.length > 0 && fitting({ regions }).length === 0)
    return `No model comes from ${regionsText(regions)}. Regions that fit: ${orNone(regionsOf(among({ providers })))}.`
  return `No model matches ${given} together. Regions that fit these providers: ${orNone(regionsOf(among({ providers })))}; providers that fit these regions: ${orNone(makersOf(among({ regions })))}.`
}

const tooDemanding = (left: readonly Candidate[], given: string, demand: Demand): string => {
  const subject = given === '' ? 'No model of the index' : `No model that ${given} leaves`
  return `${subject} has what ${demand.asked} needs: ${demand.needs}. ${demand.instead(left)}`
}
