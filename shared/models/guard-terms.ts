import type { Snapshot } from './schema.ts'
import { list } from './wording.ts'

/** Faults that no operator can overrule: readers would refuse such an index, or could not tell its models apart. */
const FAULTS = ['malformed', 'duplicate-ids', 'unanswerable', 'too-large'] as const

/** What an operator may overrule by name, once a human has seen that the sources are right. */
export const OVERRULABLE = [
  'backwards',
  'models-missing',
  'models-gone',
  'scores-flat',
  'task-lost',
  'price-moved',
  'score-moved',
  'speed-moved',
  'verbosity-moved',
  'new-model',
  'new-version',
] as const

export type Overrulable = (typeof OVERRULABLE)[number]
export type GuardReason = (typeof FAULTS)[number] | Overrulable

/** What the guard must know beside the two indexes; models are named by `keyOf`. */
export type GuardContext = {
  /** Models of the last index that a live source still lists. */
  readonly listed: readonly string[]
  /** Models on whose price two sources agree within a factor of 2. */
  readonly agreed: readonly string[]
  readonly accepted: readonly Overrulable[]
  readonly now: Date
}

/** `detail` is one short sentence, whatever the feeds hold; `models` are all that it is about, by `keyOf`. */
export type Finding = { readonly reason: GuardReason; readonly detail: string; readonly models: readonly string[] }

export const finding = (reason: GuardReason, said: string, models: readonly string[] = []): Finding => ({
  reason,
  detail: models.length === 0 ? said : `${said}: ${list(models)}`,
  models,
})

export type Verdict =
  | { readonly ok: true; readonly snapshot: Snapshot; readonly notes: readonly Finding[] }
  | { readonly ok: false; readonly refusals: readonly Finding[] }
