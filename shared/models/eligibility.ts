import { WEIGHTS } from './policy.ts'
import type { Task } from './question.ts'
import type { Model } from './schema.ts'

/** Makers write a year far away for "no retirement planned". */
const NO_RETIREMENT = '2090-01-01'

/** A model of the index with what every question asks of it; `position` counts up with intelligence. */
export type Candidate = {
  readonly position: number
  readonly model: Model
  /** The first millisecond at which the model no longer answers; `Infinity` where none is known. */
  readonly retiresAt: number
  readonly isDisputed: boolean
}

/**
 * A maker may switch a model off at any hour of its retirement date, and a date without a zone starts first in the east:
 * the last day that counts is the one before, in UTC.
 */
export const retirementOf = ({ retiresAt }: Pick<Model, 'retiresAt'>): number =>
  retiresAt === null || retiresAt >= NO_RETIREMENT ? Number.POSITIVE_INFINITY : Date.parse(retiresAt)

/** A model that only one run has seen so far: it is listed, and neither answers nor moves an answer. */
export const NEW = 'new-unconfirmed'

export const isNew = ({ tags }: Pick<Model, 'tags'>): boolean => tags.includes(NEW)

/** In ascending order of intelligence, so that the quartile of any part of them is found by counting. */
export const candidatesOf = (models: readonly Model[]): readonly Candidate[] =>
  models
    .filter((model) => !isNew(model))
    .sort((a, b) => a.intelligenceScore - b.intelligenceScore)
    .map((model, position) => ({
      position,
      model,
      retiresAt: retirementOf(model),
      isDisputed: model.tags.includes('score-disputed'),
    }))

/** A score that was not measured, or on which the sources disagree, must not decide. */
export const meets = ({ model, isDisputed }: Candidate, task: Task): boolean => {
  const weigh = WEIGHTS.task[task]
  if (isDisputed) return false
  if (weigh.reasoning > 0 && model.tags.includes('reasoning-unmeasured')) return false
  return weigh.agentic === 0 || model.agenticScore !== null
}
