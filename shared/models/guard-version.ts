import { keyOf } from './provenance.ts'
import type { Model, Snapshot } from './schema.ts'
import { medianOf } from './speed.ts'

const VERSION_POINTS = 2

type Awaiting = NonNullable<Snapshot['awaitingScores']>

export type Scored = {
  readonly models: readonly Model[]
  /** Left out until they are scored again, with the score of the version before. */
  readonly awaiting: Awaiting
  readonly isNewVersion: boolean
}

const isRescored = (last: Model, next: Model): boolean =>
  last.intelligenceScore !== next.intelligenceScore || last.codingScore !== next.codingScore

/** Scores of most models never move by points at once, unless the benchmark itself became another one. */
const isNewVersion = (last: readonly Model[], pairs: readonly (readonly [Model, Model])[]): boolean =>
  pairs.length >= last.length / 2 &&
  medianOf(pairs.map(([a, b]) => Math.abs(a.intelligenceScore - b.intelligenceScore))) > VERSION_POINTS

/**
 * The models whose scores may stand beside each other. Scores of two versions of a benchmark cannot be compared, so when
 * the version changes, models that still have their old score leave until they have a new one.
 */
export const ofOneVersion = (last: Snapshot, next: readonly Model[]): Scored => {
  const before = new Map(last.models.map((model) => [keyOf(model), model]))
  const former = new Map((last.awaitingScores ?? []).map(({ id, intelligenceScore }) => [id, intelligenceScore]))
  const pairs = next.flatMap((model): (readonly [Model, Model])[] => {
    const same = before.get(keyOf(model))
    return same === undefined ? [] : [[same, model]]
  })
  const changed = isNewVersion(last.models, pairs)
  const waits = (model: Model): boolean => {
    const same = before.get(keyOf(model))
    if (same === undefined) return former.get(keyOf(model)) === model.intelligenceScore
    return changed && !isRescored(same, model)
  }
  const leaving = next
    .filter((model) => waits(model) && !former.has(keyOf(model)))
    .map((model) => ({ id: keyOf(model), intelligenceScore: model.intelligenceScore }))
  const back = new Set(next.filter((model) => !waits(model)).map(keyOf))
  return {
    models: next.filter((model) => !waits(model)),
    awaiting: [...[...former].map(([id, intelligenceScore]) => ({ id, intelligenceScore })), ...leaving].filter(
      ({ id }) => !back.has(id),
    ),
    isNewVersion: changed,
  }
}
