import { type Candidate, candidatesOf, meets } from './eligibility.ts'
import { type Matching, matchingAmong } from './filters.ts'
import { kept } from './kept.ts'
import { nothingLeft, taskDemand, winnerDemand } from './nothing-left.ts'
import { type Offer, offerOf, policyText, ratesOf } from './policy.ts'
import { DEFAULT_QUESTION, type Filters, type Question, type Task } from './question.ts'
import { asOf, oldFrom, routeReason, winnerReason } from './reason.ts'
import { choose } from './route.ts'
import type { Answers, Model, Recommendation, RouteResult } from './schema.ts'
import { publishedValue } from './value.ts'
import { canWin, type Measure, measureOf, WINNERS, type WinnerOf, win } from './winners.ts'

/** A snapshot made ready for questions; what a question does not need is not computed. */
export type Index = {
  readonly updatedAt: string
  readonly candidates: readonly Candidate[]
  readonly matching: Matching
  /** By position of the candidate; `null` where it does not meet the task's demands. */
  readonly offers: (task: Task) => readonly (Offer | null)[]
}

/** `message` is the text of a 404. */
export type Answered<T> = { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly message: string }

export const prepare = (snapshot: { readonly updatedAt: string; readonly models: readonly Model[] }): Index => {
  const candidates = candidatesOf(snapshot.models)
  const offers = kept((task: Task) =>
    candidates.map((candidate) => (meets(candidate, task) ? offerOf(candidate.model, task) : null)),
  )
  return { updatedAt: snapshot.updatedAt, candidates, matching: matchingAmong(candidates), offers }
}

type Said = { readonly reason: string; readonly measure: Measure; readonly updatedAt: string }

const recommend = (model: Model, { reason, measure, updatedAt }: Said): Recommendation => ({
  model: model.id,
  openRouterId: model.openRouterId,
  name: model.name,
  provider: model.provider,
  providerDomain: model.providerDomain,
  logoUrl: model.logoUrl,
  reason,
  price: model.blendedPricePer1M,
  intelligence: model.intelligenceScore,
  speed: model.speedTokensPerSecond,
  value: publishedValue(measure.valueFor(model)),
  updatedAt,
})

const offersAmong = (index: Index, left: readonly Candidate[], task: Task): readonly Offer[] => {
  const offers = index.offers(task)
  const made: Offer[] = []
  for (const { position } of left) {
    const offer = offers[position]
    if (offer) made.push(offer)
  }
  return made
}

/** Which model to use for a task, and which one should that fail. */
export const route = (index: Index, question: Question, now: Date): Answered<RouteResult> => {
  const { matching, updatedAt } = index
  const { task } = question
  const at = now.getTime()
  const left = matching(question, at)
  const rates = ratesOf(question)
  const choice = choose(offersAmong(index, left, task), rates)
  if (choice === null)
    return { ok: false, message: nothingLeft({ matching, filters: question, now: at, left, demand: taskDemand(task) }) }
  const reason = routeReason({ choice, rates, task, asOf: asOf(updatedAt, at) })
  const fallback = choice.fallback?.model
  const answer = {
    ...recommend(choice.primary.model, { reason, measure: measureOf(left), updatedAt }),
    fallback: fallback?.id ?? null,
    fallbackOpenRouterId: fallback?.openRouterId ?? null,
    fallbackLogoUrl: fallback?.logoUrl ?? null,
    policy: policyText(question),
    task,
    providerFilter: [...question.providers],
    regionFilter: [...question.regions],
  }
  return { ok: true, answer }
}

/** Which model is the cheapest useful, the fastest, the smartest, the best value among those that the filters leave. */
export const winner = (index: Index, of: WinnerOf, filters: Filters, now: Date): Answered<Recommendation> => {
  const { matching, updatedAt } = index
  const at = now.getTime()
  const left = matching(filters, at)
  const measure = measureOf(left)
  const won = win(of, left, measure)
  if (won === null)
    return { ok: false, message: nothingLeft({ matching, filters, now: at, left, demand: winnerDemand(of) }) }
  const reason = winnerReason(of, { win: won, measure, asOf: asOf(updatedAt, at) })
  return { ok: true, answer: recommend(won.winner, { reason, measure, updatedAt }) }
}

const answerOf = <T>(answered: Answered<T>): T => {
  if (answered.ok) return answered.answer
  throw new Error(`These models answer nothing: ${answered.message}`)
}

/** The current winners and the default route; throws where one of them has no answer. */
export const answersOf = (models: readonly Model[], updatedAt: string, now: Date): Answers => {
  const index = prepare({ updatedAt, models })
  const winnerOf = (of: WinnerOf) => answerOf(winner(index, of, DEFAULT_QUESTION, now))
  return {
    cheapest: winnerOf('cheapest'),
    fastest: winnerOf('fastest'),
    smartest: winnerOf('smartest'),
    bestValue: winnerOf('best-value'),
    route: answerOf(route(index, DEFAULT_QUESTION, now)),
  }
}

/** Whether the default route and every winner has an answer, without working any of them out. */
export const answersAll = (index: Index, now: Date): boolean => {
  const left = index.matching(DEFAULT_QUESTION, now.getTime())
  const measure = measureOf(left)
  return WINNERS.every((of) => canWin(of, left, measure)) && left.some((one) => meets(one, DEFAULT_QUESTION.task))
}

/** The first instant after `now` at which an answer may differ: a retirement, or the data turning a day old. */
export const answersChangeAt = (index: Index, now: Date): Date | null => {
  const instants = [oldFrom(index.updatedAt), ...index.candidates.map(({ retiresAt }) => retiresAt)]
  const next = Math.min(...instants.filter((instant) => instant > now.getTime()))
  return Number.isFinite(next) ? new Date(next) : null
}
