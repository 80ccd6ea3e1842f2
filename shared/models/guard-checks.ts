import * as z from 'zod/mini'
import { asciiJson } from './ascii.ts'
import { MAX_INDEX_BYTES } from './bucket.ts'
import { candidatesOf, meets, retirementOf } from './eligibility.ts'
import { type Finding, finding, type GuardContext } from './guard-terms.ts'
import { keyOf } from './provenance.ts'
import { TASKS } from './question.ts'
import { type Model, Snapshot } from './schema.ts'

/** Of the last models that the sources still list. */
const LEAST_KEPT = 0.8
/** Of all last models, whatever the sources list. */
const LEAST_LEFT = 2 / 3
/** A score that more than this share of the models has is none. */
const FLAT = { models: 4, share: 1 / 3 }
const FEW_NEW = 10
const DAY_MS = 86_400_000

type Check = (last: Snapshot, next: Snapshot, context: GuardContext) => Finding | undefined

/** What is wrong with the shape alone: figures that are not finite or out of range, ids that are not ids. */
export const malformed = (next: unknown): Finding | undefined => {
  const { success, error } = z.safeParse(Snapshot, next)
  if (success) return undefined
  const [issue] = error.issues
  return finding('malformed', `${issue?.path.map(String).join('.')}: ${issue?.message}`)
}

const repeated = (names: readonly string[]): readonly string[] =>
  [...Map.groupBy(names, (name) => name.toLowerCase())].flatMap(([name, same]) => (same.length > 1 ? [name] : []))

export const duplicateIds = ({ models }: Snapshot): Finding | undefined => {
  const listed = models.flatMap(({ openRouterId }) => openRouterId ?? [])
  const twice = [...new Set([...repeated(models.map(({ id }) => id)), ...repeated(listed)])]
  return twice.length === 0 ? undefined : finding('duplicate-ids', 'named more than once', twice)
}

export const tooLarge = (next: Snapshot): Finding | undefined => {
  const bytes = asciiJson(next).length
  return bytes <= MAX_INDEX_BYTES
    ? undefined
    : finding('too-large', `${bytes} bytes, and readers take ${MAX_INDEX_BYTES}`)
}

const backwards: Check = (last, next, { now }) => {
  const [from, to] = [Date.parse(last.updatedAt), Date.parse(next.updatedAt)]
  if (to < from) return finding('backwards', `${next.updatedAt} is before ${last.updatedAt}, the last`)
  return to > now.getTime() + DAY_MS ? finding('backwards', `${next.updatedAt} is in the future`) : undefined
}

const modelsMissing: Check = (last, next, { listed }) => {
  const inNext = new Set(next.models.map(keyOf))
  const isListed = new Set(listed)
  const expected = last.models.map(keyOf).filter((key) => isListed.has(key))
  const missing = expected.filter((key) => !inNext.has(key))
  return expected.length - missing.length >= LEAST_KEPT * expected.length
    ? undefined
    : finding(
        'models-missing',
        `${missing.length} of ${expected.length} that the sources still list are missing`,
        missing,
      )
}

const inService = ({ models }: Snapshot, now: Date): readonly Model[] =>
  models.filter((model) => retirementOf(model) > now.getTime())

const modelsGone: Check = (last, next, { now }) => {
  const left = new Set(inService(next, now).map(keyOf))
  const before = inService(last, now).map(keyOf)
  const gone = before.filter((key) => !left.has(key))
  return before.length - gone.length >= LEAST_LEFT * before.length
    ? undefined
    : finding('models-gone', `${gone.length} of ${before.length} models are gone or retired at once`, gone)
}

const flooded: Check = (last, next) => {
  const known = new Set(last.models.map(keyOf))
  const fresh = next.models.map(keyOf).filter((key) => !known.has(key))
  return fresh.length <= Math.max(FEW_NEW, last.models.length)
    ? undefined
    : finding('new-model', `${fresh.length} new models at once`, fresh)
}

const SCORES = ['intelligenceScore', 'codingScore', 'reasoningScore', 'agenticScore'] as const

const isFlat = (figures: readonly number[]): boolean => {
  const mostCommon = Math.max(0, ...[...Map.groupBy(figures, (figure) => figure).values()].map(({ length }) => length))
  const isUniform = mostCommon >= FLAT.models && mostCommon > FLAT.share * figures.length
  return isUniform || (figures.length > 0 && figures.every((figure) => figure === 0))
}

const scoresFlat: Check = (last, next) => {
  const flat = ({ models }: Snapshot) => SCORES.filter((score) => isFlat(models.flatMap((model) => model[score] ?? [])))
  const before = flat(last)
  const now = flat(next).filter((score) => !before.includes(score))
  return now.length === 0 ? undefined : finding('scores-flat', `the same value nearly everywhere in ${now.join(', ')}`)
}

const answerable = (models: Snapshot, now: Date) => {
  const candidates = candidatesOf(inService(models, now))
  return TASKS.filter((task) => candidates.some((candidate) => meets(candidate, task)))
}

const taskLost: Check = (last, next, { now }) => {
  const still = answerable(next, now)
  const lost = answerable(last, now).filter((task) => !still.includes(task))
  return lost.length === 0 ? undefined : finding('task-lost', `no model is left for ${lost.join(', ')}`)
}

/** Asked of what the sources gave. */
const OF_GIVEN: readonly Check[] = [backwards, modelsMissing, modelsGone, flooded, scoresFlat]
/** Asked of what would be published. */
const OF_PREPARED: readonly Check[] = [scoresFlat, taskLost]

type Candidates = { readonly given: Snapshot; readonly prepared: Snapshot }

/** Everything that speaks against an index, beside what was published last; each reason once. */
export const againstLast = (
  last: Snapshot,
  { given, prepared }: Candidates,
  context: GuardContext,
): readonly Finding[] => {
  const found = [
    ...OF_GIVEN.flatMap((check) => check(last, given, context) ?? []),
    ...OF_PREPARED.flatMap((check) => check(last, prepared, context) ?? []),
  ]
  return found.filter(({ reason }, at) => found.findIndex((other) => other.reason === reason) === at)
}
