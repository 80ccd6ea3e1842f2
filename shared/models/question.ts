import * as z from 'zod/mini'
import { BUDGETS, LATENCIES, QUALITIES, REGIONS, TASKS } from './choices.ts'

export { BUDGETS, LATENCIES, QUALITIES, REGIONS, TASKS }

export const Task = z.enum(TASKS)
export type Task = z.infer<typeof Task>
export type Latency = (typeof LATENCIES)[number]
export type Budget = (typeof BUDGETS)[number]
export type Quality = (typeof QUALITIES)[number]
export const Region = z.enum(REGIONS)
export type Region = z.infer<typeof Region>

/** What a caller may narrow any answer by; an empty list narrows nothing. Entries are trimmed, lower-cased and unique. */
export type Filters = { readonly providers: readonly string[]; readonly regions: readonly Region[] }

/** What a caller asks of the router, with every default filled in. */
export type Question = Filters & {
  readonly task: Task
  readonly latency: Latency
  readonly budget: Budget
  readonly quality: Quality
}

export const DEFAULT_QUESTION: Question = {
  task: 'code',
  latency: 'fast',
  budget: 'low',
  quality: 'high',
  providers: [],
  regions: [],
}
