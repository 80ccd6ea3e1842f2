import type { ReasoningDefaults } from './feeds/extract.ts'
import { sixDigits } from './feeds/rows.ts'
import type { Measured } from './identity.ts'
import { highestEffort, isSameEffort } from './scores.ts'

export type Figure<T> = { readonly value: T; readonly sourceId: string; readonly asOf: string }

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** The rows of the newest day on which anything was measured. Expects the newest first. */
const newestDay = (measured: readonly Measured[], has: (one: Measured) => boolean): readonly Measured[] => {
  const measuredAtAll = measured.filter(has)
  return measuredAtAll.filter(({ asOf }) => asOf === measuredAtAll[0]?.asOf)
}

/** Output tokens per second hardly depend on the effort, so all efforts of the newest day vote. */
export const speedOf = (measured: readonly Measured[]): Figure<number> | undefined => {
  const day = newestDay(measured, ({ row }) => row.tokensPerSecond !== null)
  const [first] = day
  if (first === undefined) return undefined
  const value = sixDigits(medianOf(day.flatMap(({ row }) => row.tokensPerSecond ?? [])))
  return { value, sourceId: first.sourceId, asOf: first.asOf }
}

/** The effort at which a request without settings runs; `undefined` where no source says. */
const defaultEffort = (reasoning: ReasoningDefaults | null): string | undefined => {
  if (reasoning === null) return undefined
  if (reasoning.isOnByDefault === false || reasoning.defaultEffort === 'none') return 'non-reasoning'
  return reasoning.defaultEffort ?? (reasoning.isOnByDefault === true ? 'reasoning' : undefined)
}

/**
 * Seconds to the first token differ a hundredfold by effort. What a caller meets who sets nothing comes first, then the
 * configuration whose score is published, then the highest effort that the day has.
 */
export const latencyOf = (
  measured: readonly Measured[],
  reasoning: ReasoningDefaults | null,
  scoredEffort: string | null,
): (Figure<number> & { readonly effort: string | null }) | undefined => {
  const day = newestDay(measured, ({ row }) => row.firstTokenSeconds !== null)
  const at = (effort: string | null | undefined) =>
    effort === undefined ? undefined : day.find((one) => isSameEffort(one.effort, effort))
  const chosen = at(defaultEffort(reasoning)) ?? at(scoredEffort) ?? highestEffort(day)
  if (chosen === undefined || chosen.row.firstTokenSeconds === null) return undefined
  const value = sixDigits(chosen.row.firstTokenSeconds * 1000)
  return { value, effort: chosen.effort, sourceId: chosen.sourceId, asOf: chosen.asOf }
}
