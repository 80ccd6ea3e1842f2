import type { Model, Snapshot } from '../../shared/models/schema.ts'

/** Which day a figure is of is content; at what hour of it the feed was read is not. */
const day = (time: string): string => time.slice(0, 10)

const modelContent = ({ provenance = [], ...model }: Model) => ({
  ...model,
  provenance: provenance
    .flatMap(({ asOf, sourceId, figures }) => figures.map((figure) => `${figure} ${sourceId} ${day(asOf)}`))
    .toSorted(),
})

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** All that an index says but when it was published; its answers follow from the rest. */
const contentOf = ({ updatedAt: _, answers: __, sources, models, ...rest }: Snapshot): string =>
  JSON.stringify(
    {
      ...rest,
      sources: sources.map(({ asOf, ...source }) => ({ ...source, day: day(asOf) })),
      models: models.map(modelContent),
    },
    sorted,
  )

export const isSameContent = (a: Snapshot, b: Snapshot): boolean => contentOf(a) === contentOf(b)
