import { type Entry, newestFirst } from './catalogue.ts'
import type { CarriedModel, Maker, PriceList } from './feeds/extract.ts'
import { keyOfId } from './feeds/naming.ts'
import { isCalled, isProper } from './makers.ts'
import type { Own } from './price.ts'

const tail = (id: string): string => id.split('/').at(-1) ?? id
const dots = (id: string): string => id.toLowerCase().replaceAll('.', '-')

/** The same id but for dots comes first, then the shorter one: dated snapshots are longer than the name they stand for. */
const closeness = (id: string, wanted: string): number => (dots(id) === dots(tail(wanted)) ? 0 : id.length)

/** What the maker's own part of every list says of a model, the nearest id of each list only. */
export const ownEntries = (model: Pick<Entry, 'id'>, maker: Maker, lists: readonly PriceList[]): readonly Own[] => {
  const key = keyOfId(model.id)
  return newestFirst(lists).flatMap((list) => {
    const [nearest] = list.entries
      .filter(({ provider, id }) => isCalled(maker, provider) && keyOfId(id) === key)
      .toSorted(
        (a, b) =>
          Number(isProper(maker, b.provider)) - Number(isProper(maker, a.provider)) ||
          closeness(a.id, model.id) - closeness(b.id, model.id) ||
          (a.id < b.id ? -1 : 1),
      )
    return nearest === undefined ? [] : [{ entry: nearest, list }]
  })
}

/** The id that the maker's own service knows the model by, from the first source in a fixed order that has it. */
export const nativeIdOf = (
  own: readonly Own[],
  carried: CarriedModel['native'] = null,
): { id: string; sourceId: string } | undefined => {
  const found = own.map(({ entry, list }) => ({ id: entry.id, sourceId: list.sourceId, order: list.native }))
  const [first] = [...found, ...(carried === null ? [] : [carried])].toSorted((a, b) => a.order - b.order)
  return first && { id: first.id, sourceId: first.sourceId }
}
