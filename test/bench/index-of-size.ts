import { Snapshot } from '../../shared/models/schema.ts'

/** An index of so many models: the real ones, and variants of them with slightly other figures under other ids. */
export const indexOfSize = (indexText: string, size: number): string => {
  const snapshot = Snapshot.parse(JSON.parse(indexText))
  const models = Array.from({ length: size }, (_, at) => {
    const model = snapshot.models[at % snapshot.models.length]
    if (model === undefined) throw new Error('The index is empty')
    const round = Math.floor(at / snapshot.models.length)
    if (round === 0) return model
    const { intelligenceScore, openRouterId, id } = model
    const lower = (score: number) => Math.max(0, score - round / 100)
    return {
      ...model,
      id: `${id}-${round}`,
      openRouterId: openRouterId === null ? null : `${openRouterId}-${round}`,
      intelligenceScore: lower(intelligenceScore),
    }
  })
  return JSON.stringify({ ...snapshot, models })
}
