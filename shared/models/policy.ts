import type { Budget, Latency, Quality, Question, Task } from './question.ts'
import type { Model } from './schema.ts'

type TaskWeights = {
  readonly coding: number
  readonly reasoning: number
  readonly agentic: number
  readonly intelligence: number
  /** Output tokens of a typical answer. */
  readonly outputTokens: number
  readonly k: number
}

/** Everything that the router believes, in points of score: change an opinion here and nowhere else. */
export const WEIGHTS = {
  /** `a`: what halving the expected price is worth. */
  budget: { low: 3, balanced: 1 } satisfies Record<Budget, number>,
  /** `b`: what halving the wait is worth. */
  latency: { fast: 2, normal: 0.5, overnight: 0 } satisfies Record<Latency, number>,
  /** `k`: how little a further point of score matters. */
  quality: { high: 1, balanced: 2 } satisfies Record<Quality, number>,
  /** How a task's score is mixed. Cheap models already suffice for summaries and extraction, hence their larger `k`. */
  task: {
    code: { coding: 0.8, reasoning: 0, agentic: 0, intelligence: 0.2, outputTokens: 1500, k: 1 },
    reasoning: { coding: 0, reasoning: 0.8, agentic: 0, intelligence: 0.2, outputTokens: 2000, k: 1 },
    planning: { coding: 0, reasoning: 0.4, agentic: 0.3, intelligence: 0.3, outputTokens: 1500, k: 1 },
    summary: { coding: 0, reasoning: 0, agentic: 0, intelligence: 1, outputTokens: 400, k: 1.5 },
    extraction: { coding: 0, reasoning: 0, agentic: 0, intelligence: 1, outputTokens: 300, k: 1.5 },
    general: { coding: 0, reasoning: 0, agentic: 0, intelligence: 1, outputTokens: 600, k: 1 },
  } satisfies Record<Task, TaskWeights>,
}

/** Below it a price is a promotion; without it a nearly free model would beat everything. */
export const LEAST_PRICE_PER_1M = 0.01
const LEAST_SECONDS = 0.1
const NANO = 1e9

const nanos = (figure: number): number => Math.round(figure * NANO)
/** To nine decimals: sums of decimal figures carry binary noise, and noise must not decide. */
export const withoutNoise = (figure: number): number => nanos(figure) / NANO

/** 0 to 100. Means nothing for a model that does not meet the task's demands: ask `meets` first. */
export const score = (model: Model, task: Task): number => {
  const weigh = WEIGHTS.task[task]
  return withoutNoise(
    weigh.coding * model.codingScore +
      weigh.reasoning * model.reasoningScore +
      weigh.agentic * (model.agenticScore ?? 0) +
      weigh.intelligence * model.intelligenceScore,
  )
}

/** USD per 1M tokens at three parts input to one part output, where a talkative model pays for what it says. */
export const expectedPrice = (model: Model): number =>
  Math.max(LEAST_PRICE_PER_1M, withoutNoise((3 * model.inputPricePer1M + model.verbosity * model.outputPricePer1M) / 4))

/** From the request to the last token of a typical answer. */
export const expectedSeconds = (model: Model, task: Task): number =>
  Math.max(
    LEAST_SECONDS,
    withoutNoise(model.latencyMs / 1000 + WEIGHTS.task[task].outputTokens / model.speedTokensPerSecond),
  )

/** What a model offers for a task; the last three are the terms of the utility in whole billionths. */
export type Offer = {
  readonly model: Model
  readonly score: number
  readonly price: number
  readonly seconds: number
  readonly scoreNanos: number
  readonly priceLogNanos: number
  readonly secondsLogNanos: number
}

export const offerOf = (model: Model, task: Task): Offer => {
  const points = score(model, task)
  const price = expectedPrice(model)
  const seconds = expectedSeconds(model, task)
  return {
    model,
    score: points,
    price,
    seconds,
    scoreNanos: nanos(points),
    priceLogNanos: nanos(Math.log2(price)),
    secondsLogNanos: nanos(Math.log2(seconds)),
  }
}

/** `k * a` and `k * b`: points that a doubling of the price, and of the wait, costs under this question. */
export type Rates = { readonly price: number; readonly seconds: number }

type Wish = Pick<Question, 'task' | 'latency' | 'budget' | 'quality'>

export const ratesOf = ({ task, latency, budget, quality }: Wish): Rates => {
  const k = WEIGHTS.quality[quality] * WEIGHTS.task[task].k
  return { price: k * WEIGHTS.budget[budget], seconds: k * WEIGHTS.latency[latency] }
}

/**
 * Score minus what price and wait cost, in points.
 * The three terms are rounded to 1e-9, not their sum: whole billionths times rates in quarters add up without any error,
 * so a tie under one budget (latency, quality) and a tie under another are the same tie, and the promise that a lower
 * budget never raises the price holds exactly. Rounding the sum breaks it for models a hair apart.
 */
export const utility = (offer: Offer, rates: Rates): number =>
  (offer.scoreNanos - rates.price * offer.priceLogNanos - rates.seconds * offer.secondsLogNanos) / NANO

/** Negative where `a` goes before `b` at equal utility: higher score, lower price, fewer seconds, id. */
export const breakTie = (a: Offer, b: Offer): number =>
  b.score - a.score || a.price - b.price || a.seconds - b.seconds || (a.model.id < b.model.id ? -1 : 1)

const term = (rate: number, of: string): string => (rate === 0 ? '' : ` - ${rate}*log2(${of})`)

/** The rule that answered a question, in one line. */
export const policyText = (wish: Wish): string => {
  const rates = ratesOf(wish)
  const asked = `${wish.task} ${wish.latency} ${wish.budget} ${wish.quality}`
  return `${asked}: score${term(rates.price, '$/1M expected')}${term(rates.seconds, 'seconds')}`
}
