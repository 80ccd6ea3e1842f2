import { answersChangeAt } from '../../shared/models/answers.ts'
import type { Loaded } from '../../shared/models/loaded.ts'

/**
 * Keeps what was made from a snapshot until the snapshot is replaced or the clock changes what it answers
 * (a model retires, the data turn a day old).
 */
export const whileCurrent = <V>(make: (loaded: Loaded, now: Date) => V) => {
  let kept: { readonly of: Loaded; readonly until: number; readonly value: V } | undefined

  return (loaded: Loaded, now: Date): V => {
    if (kept?.of === loaded && now.getTime() < kept.until) return kept.value
    const until = answersChangeAt(loaded.index, now)?.getTime() ?? Number.POSITIVE_INFINITY
    kept = { of: loaded, until, value: make(loaded, now) }
    return kept.value
  }
}
