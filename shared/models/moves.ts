import { keyOf, partOf, shownValue } from './provenance.ts'
import { FIGURES, type Figure, type Model, type Snapshot } from './schema.ts'

/** A single thing that differs between two indexes; taken alone, it can be done to the one or undone in the other. */
export type Move = {
  readonly key: string
  readonly figure: Figure | 'model' | 'retirement' | 'eligibility'
  readonly before: Model | undefined
  readonly after: Model | undefined
}

/** Whether what moved is a figure with a source, and not the model itself or whether it may answer. */
export const isFigure = (figure: Move['figure']): figure is Figure =>
  figure !== 'model' && figure !== 'retirement' && figure !== 'eligibility'

type Models = ReadonlyMap<string, Model>

export const byKey = ({ models }: Pick<Snapshot, 'models'>): Models =>
  new Map(models.map((model) => [keyOf(model), model]))

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const movesOf = (key: string, before: Model, after: Model): readonly Move[] => {
  const figures = FIGURES.filter((figure) => !isEqual(partOf(before, figure), partOf(after, figure)))
  const others = [
    ...(before.retiresAt === after.retiresAt ? [] : ['retirement' as const]),
    ...(isEqual(before.tags, after.tags) ? [] : ['eligibility' as const]),
    ...(before.id === after.id ? [] : ['model' as const]),
  ]
  return [...figures, ...others].map((figure) => ({ key, figure, before, after }))
}

/** Everything that differs, model by model. */
export const movesBetween = (before: Models, after: Models): readonly Move[] => {
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return keys.flatMap((key): readonly Move[] => {
    const [old, young] = [before.get(key), after.get(key)]
    if (old !== undefined && young !== undefined) return movesOf(key, old, young)
    return [{ key, figure: 'model', before: old, after: young }]
  })
}

/** What the move brings of `from`, in whatever else the model is in `into`. */
const carried = (figure: Move['figure'], from: Model, into: Model): Model => {
  if (figure === 'model') return { ...into, id: from.id }
  if (figure === 'retirement') return { ...into, retiresAt: from.retiresAt }
  if (figure === 'eligibility') return { ...into, tags: from.tags }
  return { ...into, ...partOf(from, figure) }
}

const put = (models: Models, { key, figure }: Move, to: Model | undefined): readonly Model[] => {
  const changed = new Map(models)
  const into = models.get(key)
  if (to === undefined) changed.delete(key)
  else changed.set(key, into === undefined ? to : carried(figure, to, into))
  return [...changed.values()]
}

export const done = (models: Models, move: Move): readonly Model[] => put(models, move, move.after)
export const undone = (models: Models, move: Move): readonly Model[] => put(models, move, move.before)

/** The value that a move changes, as it is shown. */
export const shown = (model: Model | undefined, figure: Move['figure']): string | number | null => {
  if (model === undefined) return null
  if (isFigure(figure)) return shownValue(model, figure)
  return figure === 'retirement' ? model.retiresAt : figure === 'eligibility' ? model.tags.join(' ') : model.id
}
