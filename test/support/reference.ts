/**
 * The routing policy once more, as slowly and plainly as it can be said, to hold the real one against.
 * It shares no code with it: every rule is written from its sentence.
 */
import type { Filters, Question } from '../../shared/models/question.ts'
import type { Model } from '../../shared/models/schema.ts'

type Winner = 'cheapest' | 'fastest' | 'smartest' | 'best-value'
type Key = readonly (number | string)[]

const has = (model: Model, tag: string) => model.tags.some((one) => one === tag)
const nine = (figure: number) => Math.round(figure * 1_000_000_000)

const isRetired = (model: Model, now: Date) => {
  if (model.retiresAt === null || Number(model.retiresAt.slice(0, 4)) >= 2090) return false
  return now.toISOString().slice(0, 10) >= model.retiresAt
}

const matchesEntry = (model: Model, entry: string) => {
  const names = [model.provider, ...model.providerAliases].map((name) => name.toLowerCase())
  const ids = model.openRouterId === null ? [model.id] : [model.id, model.openRouterId]
  return names.includes(entry) || (entry.length >= 2 && ids.some((id) => id.toLowerCase().indexOf(entry) === 0))
}

/** The models that the filters leave and that are not retired. */
export const referenceLeft = (models: readonly Model[], filters: Filters, now: Date): readonly Model[] =>
  models
    .filter((model) => !isRetired(model, now))
    .filter(({ region }) => filters.regions.length === 0 || filters.regions.some((one) => one === region))
    .filter((model) => filters.providers.length === 0 || filters.providers.some((entry) => matchesEntry(model, entry)))

const canAnswer = (model: Model, task: Question['task']) => {
  if (has(model, 'score-disputed')) return false
  if (task === 'reasoning') return !has(model, 'reasoning-unmeasured')
  if (task === 'planning') return !has(model, 'reasoning-unmeasured') && model.agenticScore !== null
  return true
}

const referenceScore = (model: Model, task: Question['task']): number => {
  if (task === 'code') return 0.8 * model.codingScore + 0.2 * model.intelligenceScore
  if (task === 'reasoning') return 0.8 * model.reasoningScore + 0.2 * model.intelligenceScore
  if (task === 'planning')
    return 0.4 * model.reasoningScore + 0.3 * Number(model.agenticScore) + 0.3 * model.intelligenceScore
  return model.intelligenceScore
}

const referencePrice = (model: Model): number =>
  Math.max(0.01, (3 * model.inputPricePer1M + model.verbosity * model.outputPricePer1M) / 4)

const referenceSeconds = (model: Model, task: Question['task']): number => {
  const tokens = { code: 1500, reasoning: 2000, planning: 1500, summary: 400, extraction: 300, general: 600 }[task]
  return Math.max(0.1, model.latencyMs / 1000 + tokens / model.speedTokensPerSecond)
}

/** In quarters of a billionth of a point, as a whole number without any error. */
const referenceUtility = (model: Model, question: Question): bigint => {
  const a = question.budget === 'low' ? 3 : 1
  const b = { fast: 2, normal: 0.5, overnight: 0 }[question.latency]
  const k = (question.quality === 'high' ? 1 : 2) * (['summary', 'extraction'].includes(question.task) ? 1.5 : 1)
  const score = BigInt(nine(referenceScore(model, question.task)))
  const price = BigInt(nine(Math.log2(nine(referencePrice(model)) / 1e9)))
  const seconds = BigInt(nine(Math.log2(nine(referenceSeconds(model, question.task)) / 1e9)))
  return 4n * score - BigInt(4 * k * a) * price - BigInt(4 * k * b) * seconds
}

const byKey = (keyOf: (model: Model) => Key) => (x: Model, y: Model) => {
  const a = keyOf(x)
  const b = keyOf(y)
  const at = a.findIndex((part, position) => part !== b[position])
  const [left, right] = [a[at], b[at]]
  return left === undefined || right === undefined ? 0 : left < right ? -1 : 1
}

const routeOrder = (question: Question) => (x: Model, y: Model) => {
  const [ux, uy] = [referenceUtility(x, question), referenceUtility(y, question)]
  if (ux !== uy) return ux > uy ? -1 : 1
  return byKey((model) => [
    -nine(referenceScore(model, question.task)),
    nine(referencePrice(model)),
    nine(referenceSeconds(model, question.task)),
    model.id,
  ])(x, y)
}

/** Ids of the primary and of the fallback; `null` where nothing fits. */
export const referenceRoute = (models: readonly Model[], question: Question, now: Date) => {
  const able = referenceLeft(models, question, now).filter((model) => canAnswer(model, question.task))
  const [primary, ...others] = [...able].sort(routeOrder(question))
  if (primary === undefined) return null
  const fallback = others.find(({ provider }) => provider !== primary.provider) ?? others[0]
  return { model: primary.id, fallback: fallback?.id ?? null }
}

/** Id of the winner and the value it is published with; `null` where nothing may win. */
export const referenceWinner = (models: readonly Model[], of: Winner, filters: Filters, now: Date) => {
  const left = referenceLeft(models, filters, now)
  const intelligences = left.map((model) => model.intelligenceScore).sort((a, b) => a - b)
  const floor = intelligences[Math.floor(intelligences.length / 4)] ?? 0
  const agreed = left.filter((model) => !has(model, 'score-disputed'))
  const price = (model: Model) => Math.max(0.01, model.blendedPricePer1M)
  const allZero = agreed.every((model) => model.intelligenceScore <= floor)
  const value = (model: Model) =>
    nine((allZero ? model.intelligenceScore : Math.max(0, model.intelligenceScore - floor)) / price(model)) / 1e9
  const ties = (model: Model): Key => [
    -model.intelligenceScore,
    model.blendedPricePer1M,
    -model.speedTokensPerSecond,
    model.id,
  ]
  const ranked = {
    cheapest: agreed
      .filter((model) => model.intelligenceScore >= floor)
      .sort(byKey((model) => [model.blendedPricePer1M, ...ties(model)])),
    fastest: [...left].sort(byKey((model) => [-model.speedTokensPerSecond, ...ties(model)])),
    smartest: [...agreed].sort(byKey(ties)),
    'best-value': [...agreed].sort(byKey((model) => [-value(model), ...ties(model)])),
  }[of]
  const winner = ranked[0]
  return winner === undefined ? null : { model: winner.id, value: Number(value(winner).toPrecision(6)) }
}
