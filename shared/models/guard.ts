import { answersOf } from './answers.ts'
import { isNew, NEW } from './eligibility.ts'
import { sixDigits } from './feeds/rows.ts'
import { againstLast, duplicateIds, malformed, tooLarge } from './guard-checks.ts'
import { hold } from './guard-held.ts'
import { type Finding, finding, type GuardContext, type GuardReason, type Verdict } from './guard-terms.ts'
import { ofOneVersion } from './guard-version.ts'
import { keyOf } from './provenance.ts'
import type { Model, Snapshot } from './schema.ts'
import { medianOf } from './speed.ts'
import { floorOf, valueScore } from './value.ts'

const withTag = (model: Model, tag: string): Model => ({ ...model, tags: [...model.tags, tag].toSorted() })

/** Verbosity is over the median of the index: where models left or do not count yet, it is that of the others. */
const rescaled = (models: readonly Model[], isWhole: boolean): readonly Model[] => {
  if (isWhole) return models
  const isMeasured = ({ tags }: Model) => !tags.includes('verbosity-unmeasured')
  const median = medianOf(
    models.filter((model) => isMeasured(model) && !isNew(model)).map(({ verbosity }) => verbosity),
  )
  if (!(median > 0)) return models
  return models.map((model) =>
    isMeasured(model) ? { ...model, verbosity: sixDigits(model.verbosity / median) } : model,
  )
}

const valued = (models: readonly Model[]): readonly Model[] => {
  const floor = floorOf(models.filter((model) => !isNew(model)).map(({ intelligenceScore }) => intelligenceScore))
  return models.map((model) => ({ ...model, valueScore: sixDigits(valueScore(model, floor)) }))
}

type Prepared = {
  readonly snapshot: Snapshot
  readonly notes: readonly Finding[]
  readonly refusals: readonly Finding[]
}
const NEW_VERSION = 'another version of the benchmark; models that it has not scored leave'

type IsOff = (reason: GuardReason) => boolean

/** What would be published: one benchmark version, new models on trial, figures that moved too far as they were. */
const prepare = (
  last: Snapshot,
  next: Snapshot,
  { agreed, isOff }: { agreed: readonly string[]; isOff: IsOff },
): Prepared => {
  const unmixed = isOff('new-version')
    ? { models: next.models, awaiting: [], isNewVersion: false }
    : ofOneVersion(last, next.models)
  const before = new Map(last.models.map((model) => [keyOf(model), model]))
  const isOnTrial = (model: Model) => !isOff('new-model') && !before.has(keyOf(model)) && !agreed.includes(keyOf(model))
  const tried = unmixed.models.map((model) => (isOnTrial(model) ? withTag(model, NEW) : model))
  const fresh = tried.filter(isNew).map(keyOf)
  const scaled = rescaled(tried, fresh.length === 0 && tried.length === next.models.length)
  const pairs = scaled.map((model) => ({ next: model, last: before.get(keyOf(model)) }))
  const held = hold(pairs, (reason) => isOff(reason) || (reason === 'score-moved' && unmixed.isNewVersion))
  const { awaitingScores: _, ...rest } = next
  const snapshot = {
    ...rest,
    models: [...valued(held.models)],
    ...(unmixed.awaiting.length === 0 ? {} : { awaitingScores: [...unmixed.awaiting] }),
  }
  const notes = [
    ...(unmixed.isNewVersion
      ? [
          finding(
            'new-version',
            NEW_VERSION,
            unmixed.awaiting.map(({ id }) => id),
          ),
        ]
      : []),
    ...(fresh.length > 0 ? [finding('new-model', 'new, and not to win before the second run', fresh)] : []),
    ...held.notes,
  ]
  return { snapshot, notes, refusals: held.refusals }
}

/** After every retirement that is planned: an index must answer for as long as it may lie there. */
const AT_LAST = new Date('2089-12-31T00:00:00Z')

/** With the answers of its models, or the reason that it has none. */
const answered = (snapshot: Snapshot, now: Date): Verdict => {
  try {
    answersOf(snapshot.models, snapshot.updatedAt, AT_LAST)
    const answers = answersOf(snapshot.models, snapshot.updatedAt, now)
    return { ok: true, snapshot: { ...snapshot, answers }, notes: [] }
  } catch {
    return { ok: false, refusals: [finding('unanswerable', 'a winner or the default route has no answer')] }
  }
}

const finish = ({ snapshot, notes }: Prepared, now: Date): Verdict => {
  const verdict = answered(snapshot, now)
  if (!verdict.ok) return verdict
  const fault = malformed(verdict.snapshot) ?? duplicateIds(verdict.snapshot) ?? tooLarge(verdict.snapshot)
  return fault === undefined ? { ...verdict, notes } : { ok: false, refusals: [fault] }
}

/**
 * Whether an index may be published after the last one, and in what form. What it lets through, area A can answer from;
 * what a broken or hostile source did is refused, or left as it was, under a name that an operator can overrule.
 */
export const guard = (last: Snapshot | undefined, next: Snapshot, context: GuardContext): Verdict => {
  // The shape knows repeated ids too, but not by name.
  const fault = duplicateIds(next) ?? malformed(next)
  if (fault !== undefined) return { ok: false, refusals: [fault] }
  if (last === undefined) return finish({ snapshot: next, notes: [], refusals: [] }, context.now)
  const { accepted, agreed, now } = context
  const isOff: IsOff = (reason) => accepted.some((one) => one === reason)
  const prepared = prepare(last, next, { agreed, isOff })
  const refusals = [...againstLast(last, { given: next, prepared: prepared.snapshot }, context), ...prepared.refusals]
  const standing = refusals.filter(({ reason }) => !isOff(reason))
  return standing.length > 0 ? { ok: false, refusals: standing } : finish(prepared, now)
}
