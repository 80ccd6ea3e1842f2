import { sixDigits } from './feeds/rows.ts'
import type { Measured } from './identity.ts'
import type { Configured } from './scores.ts'
import { type Figure, medianOf } from './speed.ts'

type Talk = { readonly perTask: Figure<number> | undefined; readonly ofRun: Figure<number> | undefined }

const figureOf = ({ sourceId, asOf }: Measured, value: number): Figure<number> => ({ value, sourceId, asOf })

const talkOf = ({ rows }: Configured): Talk => {
  const perTask = rows.find(({ row }) => row.outputTokensPerTask !== null)
  const ofRun = rows.find(({ row }) => row.outputTokensOfRun !== null)
  return {
    perTask: perTask && figureOf(perTask, perTask.row.outputTokensPerTask ?? 0),
    ofRun: ofRun && figureOf(ofRun, ofRun.row.outputTokensOfRun ?? 0),
  }
}

/**
 * A run's tokens become tokens per task by the median ratio of the models of which both are known. Where no model has
 * tokens per task, all figures are of runs and need no scale; where no model has both, they cannot be compared.
 */
const scaled = (talks: readonly Talk[]): readonly (Figure<number> | undefined)[] => {
  const ratios = talks.flatMap(({ perTask, ofRun }) => (perTask && ofRun ? [perTask.value / ofRun.value] : []))
  const ratio = talks.some(({ perTask }) => perTask !== undefined) ? medianOf(ratios) : 1
  return talks.map(
    ({ perTask, ofRun }) => perTask ?? (ofRun && ratio > 0 ? { ...ofRun, value: ofRun.value * ratio } : undefined),
  )
}

/** No model writes a hundred times more, or less, than the median for the same work: that is a fault of a feed. */
const BELIEVABLE = 100

/** How much a model writes for the same work, over the median of the index; `undefined` where nobody measured it. */
export const verbosities = (configured: readonly Configured[]): readonly (Figure<number> | undefined)[] => {
  const figures = scaled(configured.map(talkOf))
  const median = medianOf(figures.flatMap((figure) => figure?.value ?? []))
  return figures.map((figure) => {
    const value = figure === undefined ? Number.NaN : sixDigits(figure.value / median)
    return figure !== undefined && value >= 1 / BELIEVABLE && value <= BELIEVABLE ? { ...figure, value } : undefined
  })
}
