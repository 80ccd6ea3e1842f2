import type { Finding } from '../../shared/models/guard-terms.ts'
import type { Answers, Snapshot } from '../../shared/models/schema.ts'
import type { Report } from './gather.ts'
import type { Offers } from './offers.ts'
import { rowsOf } from './sources.ts'

export type Outcome = 'published' | 'unchanged' | 'overtaken' | 'refused' | 'unreached'

const HOUR_MS = 3_600_000

const hoursSince = (time: string, now: Date): number =>
  Math.round((10 * (now.getTime() - Date.parse(time))) / HOUR_MS) / 10

const sourceLine = ({ id, status, fault, extract, kept }: Report, now: Date) => ({
  id,
  status,
  ...(fault === undefined ? {} : { fault }),
  models: extract === undefined ? 0 : rowsOf(extract),
  dropped: extract?.dropped ?? 0,
  ageHours: kept === undefined ? null : hoursSince(kept.checkedAt, now),
})

const winnersOf = ({ cheapest, fastest, smartest, bestValue, route }: Answers) => ({
  cheapest: cheapest.model,
  fastest: fastest.model,
  smartest: smartest.model,
  bestValue: bestValue.model,
  route: route.model,
})

export type Told = {
  readonly outcome: Outcome
  readonly reports: readonly Report[]
  readonly offers: Offers
  readonly before: Snapshot
  readonly after: Snapshot
  readonly changes: number
  readonly notes: readonly Finding[]
  readonly accepted: readonly string[]
  /** When the list of models was last confirmed by a good run. */
  readonly confirmedAt: string
  readonly startedAt: Date
  readonly now: Date
}

/** One line for one run: what every source gave, what came of it, who won before and who wins now. */
export const summaryOf = (told: Told) => ({
  event: 'refresh',
  outcome: told.outcome,
  milliseconds: told.now.getTime() - told.startedAt.getTime(),
  indexAgeHours: hoursSince(told.confirmedAt, told.now),
  sources: told.reports.map((report) => sourceLine(report, told.now)),
  endpoints: { asked: told.offers.asked, failed: told.offers.failed },
  models: told.after.models.length,
  changes: told.changes,
  winners: { before: winnersOf(told.before.answers), after: winnersOf(told.after.answers) },
  notes: told.notes,
  accepted: told.accepted,
})
export type Summary = ReturnType<typeof summaryOf>
