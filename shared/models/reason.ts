import { type Offer, type Rates, utility, withoutNoise } from './policy.ts'
import type { Task } from './question.ts'
import type { Choice } from './route.ts'
import type { Model } from './schema.ts'
import type { Measure, Win, WinnerOf } from './winners.ts'
import { clip, dollars, points, seconds } from './wording.ts'

const DAY_MS = 86_400_000
/** Points of score; benchmarks do not tell models apart that stand closer. */
const TIE = 1

/** The first millisecond at which figures of `updatedAt` are old enough to say so. */
export const oldFrom = (updatedAt: string): number => Date.parse(updatedAt) + DAY_MS

/** The day of the figures where they are over a day old. */
export const asOf = (updatedAt: string, now: number): string =>
  now < oldFrom(updatedAt) ? '' : `As of ${updatedAt.slice(0, 10)}, `

const TASK_NAMES: Readonly<Record<Task, string>> = {
  code: 'code',
  reasoning: 'reasoning',
  summary: 'summaries',
  extraction: 'extraction',
  planning: 'planning',
  general: 'general work',
}

const EFFORTS: ReadonlyMap<string, string> = new Map([
  ['reasoning', ' with reasoning on'],
  ['non-reasoning', ' with reasoning off'],
])

/** The configuration in which a score was measured. */
const atEffort = ({ effort }: Model): string =>
  effort === null ? '' : (EFFORTS.get(effort) ?? ` at effort ${clip(effort)}`)

const dispute = (model: Model): string => {
  const listed = model.listPrice
  if (listed === null || !model.tags.includes('price-disputed')) return ''
  const used = `${dollars(model.inputPricePer1M)} in and ${dollars(model.outputPricePer1M)} out`
  return `, although its maker's newer list has ${dollars(listed.inputPricePer1M)} in and ${dollars(listed.outputPricePer1M)} out where ${used} was counted`
}

const routeRunnerUp = (primary: Offer, runnerUp: Offer | null, rates: Rates): string => {
  if (runnerUp === null) return 'No other model fits.'
  const gap = withoutNoise(utility(primary, rates) - utility(runnerUp, rates))
  const would = `${points(runnerUp.score)} for ${dollars(runnerUp.price)} and ${seconds(runnerUp.seconds)}`
  const behind = gap < 0.05 ? 'level with it' : `${points(gap)} points behind`
  const verdict = gap < TIE ? `${behind}: practically a tie` : behind
  return `Runner-up ${clip(runnerUp.model.name)} would give ${would}, which the policy puts ${verdict}.`
}

type Routed = { readonly choice: Choice; readonly rates: Rates; readonly task: Task; readonly asOf: string }

/** Why a question was answered as it was: the figures that decided, and what the next best would have been. */
export const routeReason = ({ choice: { primary, runnerUp }, rates, task, asOf }: Routed): string => {
  const { model } = primary
  const figures = `${points(primary.score)} on ${TASK_NAMES[task]}${atEffort(model)}`
  const cost = `an expected ${dollars(primary.price)} per 1M tokens and ${seconds(primary.seconds)} an answer`
  const pick = `${asOf}${clip(model.name)} scores ${figures} for ${cost}${dispute(model)}.`
  return `${pick} ${routeRunnerUp(primary, runnerUp, rates)}`
}

const per1M = ({ blendedPricePer1M }: Model): string => `${dollars(blendedPricePer1M)} per 1M tokens`
const intelligence = (model: Model): string => `${points(model.intelligenceScore)}${atEffort(model)}`

type Judged = { readonly win: Win; readonly measure: Measure; readonly asOf: string }

const above = ({ hasSpread, floor }: Measure): string =>
  hasSpread ? `points of intelligence above ${points(floor)}` : 'points of intelligence'

const most = (entrants: number, superlative: string): string =>
  entrants === 1 ? 'the only model that qualifies' : `${superlative} of ${entrants} models`

/** What the winner does, up to its superlative and beyond. */
const CLAIMS: Readonly<Record<WinnerOf, (judged: Judged) => string>> = {
  cheapest: ({ win: { winner, entrants }, measure }) =>
    `costs ${per1M(winner)} (three parts input, one part output), ${most(entrants, 'the least')} with an intelligence of at least ${points(measure.floor)}; its own is ${intelligence(winner)}`,
  fastest: ({ win: { winner, entrants } }) =>
    `writes ${points(winner.speedTokensPerSecond)} tokens per second, ${most(entrants, 'the most')}, with an intelligence of ${intelligence(winner)} for ${per1M(winner)}`,
  smartest: ({ win: { winner, entrants } }) =>
    `has an intelligence of ${intelligence(winner)}, ${most(entrants, 'the highest')}, for ${per1M(winner)} at ${points(winner.speedTokensPerSecond)} tokens per second`,
  'best-value': ({ win: { winner, entrants }, measure }) =>
    `gives ${points(measure.valueFor(winner))} ${above(measure)} per dollar, ${most(entrants, 'the most')}: ${intelligence(winner)} for ${per1M(winner)}`,
}

const OFFERS: Readonly<Record<WinnerOf, (model: Model, measure: Measure) => string>> = {
  cheapest: (model) => `${points(model.intelligenceScore)} for ${dollars(model.blendedPricePer1M)}`,
  fastest: (model) =>
    `${points(model.speedTokensPerSecond)} tokens per second and ${points(model.intelligenceScore)} for ${dollars(model.blendedPricePer1M)}`,
  smartest: (model) => `${points(model.intelligenceScore)} for ${dollars(model.blendedPricePer1M)}`,
  'best-value': (model, { valueFor }) =>
    `${points(valueFor(model))}: ${points(model.intelligenceScore)} for ${dollars(model.blendedPricePer1M)}`,
}

const isTie = (of: WinnerOf, winner: Model, runnerUp: Model): boolean =>
  of === 'smartest' && withoutNoise(winner.intelligenceScore - runnerUp.intelligenceScore) < TIE

/** Why a winner won, and what the next best would have been. */
export const winnerReason = (of: WinnerOf, judged: Judged): string => {
  const { winner, runnerUp } = judged.win
  const claim = `${judged.asOf}${clip(winner.name)} ${CLAIMS[of](judged)}${dispute(winner)}.`
  if (runnerUp === null) return claim
  const tie = isTie(of, winner, runnerUp) ? ', practically a tie' : ''
  return `${claim} Runner-up ${clip(runnerUp.name)} would give ${OFFERS[of](runnerUp, judged.measure)}${tie}.`
}
