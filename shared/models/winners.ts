import { best } from './best.ts'
import type { Candidate } from './eligibility.ts'
import type { Model } from './schema.ts'
import { floorPosition, valueScore } from './value.ts'

export const WINNERS = ['cheapest', 'fastest', 'smartest', 'best-value'] as const
export type WinnerOf = (typeof WINNERS)[number]

/** What the candidates left by a filter are measured by: `floor` decides what is useful, `valueFor` what a dollar buys. */
export type Measure = {
  readonly floor: number
  /** Whether anything stands above the floor; if not, value is plain intelligence per dollar. */
  readonly hasSpread: boolean
  readonly valueFor: (model: Model) => number
}

/** Candidates in ascending order of intelligence. */
export const measureOf = (candidates: readonly Candidate[]): Measure => {
  const floor = candidates[floorPosition(candidates.length)]?.model.intelligenceScore ?? 0
  const top = candidates.findLast(({ isDisputed }) => !isDisputed)?.model.intelligenceScore ?? 0
  const hasSpread = top > floor
  return { floor, hasSpread, valueFor: (model) => valueScore(model, hasSpread ? floor : 0) }
}

type Rule = {
  /** The figure that decides; the highest wins. */
  readonly figure: (model: Model, measure: Measure) => number
  readonly admits: (candidate: Candidate, measure: Measure) => boolean
}

const RULES: Readonly<Record<WinnerOf, Rule>> = {
  // Usefulness is a matter of the score, so a disputed score cannot make a model the cheapest useful one.
  cheapest: {
    figure: (model) => -model.blendedPricePer1M,
    admits: ({ model, isDisputed }, { floor }) => !isDisputed && model.intelligenceScore >= floor,
  },
  fastest: { figure: (model) => model.speedTokensPerSecond, admits: () => true },
  smartest: { figure: (model) => model.intelligenceScore, admits: ({ isDisputed }) => !isDisputed },
  'best-value': { figure: (model, { valueFor }) => valueFor(model), admits: ({ isDisputed }) => !isDisputed },
}

const breakTie = (a: Model, b: Model): number =>
  b.intelligenceScore - a.intelligenceScore ||
  a.blendedPricePer1M - b.blendedPricePer1M ||
  b.speedTokensPerSecond - a.speedTokensPerSecond ||
  (a.id < b.id ? -1 : 1)

/** Which model wins, which comes next, and how many took part. */
export type Win = { readonly winner: Model; readonly runnerUp: Model | null; readonly entrants: number }

/** Whether any of the candidates may win; much cheaper than to ask which. */
export const canWin = (of: WinnerOf, candidates: readonly Candidate[], measure: Measure): boolean =>
  candidates.some((candidate) => RULES[of].admits(candidate, measure))

/** `null` where none of the candidates may win. */
export const win = (of: WinnerOf, candidates: readonly Candidate[], measure: Measure): Win | null => {
  const { figure, admits } = RULES[of]
  const entrants: Model[] = []
  for (const candidate of candidates) if (admits(candidate, measure)) entrants.push(candidate.model)
  const order = { figure: (model: Model) => figure(model, measure), breakTie }
  const winner = best(entrants, order, () => true)
  if (winner === null) return null
  const runnerUp = best(entrants, order, (model) => model !== winner)
  return { winner, runnerUp, entrants: entrants.length }
}
