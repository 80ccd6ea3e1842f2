import { newestFirst } from './catalogue.ts'
import { type Complete, completeModels, sortFeeds } from './complete.ts'
import { describe } from './describe.ts'
import type { Extract } from './feeds/extract.ts'
import { METHODOLOGY } from './methodology.ts'
import { nativeIdOf } from './native.ts'
import type { Answers, Model, Snapshot } from './schema.ts'
import { sourcesOf } from './sources.ts'
import { floorOf } from './value.ts'
import { verbosities } from './verbosity.ts'

/** What the build needs beside the feeds; what the routing policy prefers does not touch the models. */
export type BuildOptions = {
  readonly now: Date
  /** When the content is published; by default the time of the newest listing. */
  readonly updatedAt?: string
  readonly generatedBy: string
  readonly api: Snapshot['api']
  readonly answersOf: (models: readonly Model[], updatedAt: string, now: Date) => Answers
}

/** The time of the prices and scores: that of the newest listing. */
export const updatedAtOf = (extracts: readonly Extract[]): string => {
  const [newest] = newestFirst(extracts.filter(({ kind }) => kind === 'listing'))
  if (newest === undefined) throw new Error('An index needs a listing of models, and no feed is one')
  return newest.asOf
}

/** The provider's id where a source knows one and no other model has it; else OpenRouter's, which works there. */
const idsOf = (models: readonly Complete[]) => {
  const native = models.map(({ own, carried }) => nativeIdOf(own, carried?.native))
  const owners = Map.groupBy(native, (found) => found?.id.toLowerCase())
  return models.map(({ entry }, at) => {
    const found = native[at]
    const isOnly = found !== undefined && owners.get(found.id.toLowerCase())?.length === 1
    return isOnly ? found : { id: entry.id, sourceId: null }
  })
}

const modelsOf = (extracts: readonly Extract[]): readonly Model[] => {
  const complete = completeModels(sortFeeds(extracts))
  const ids = idsOf(complete)
  const talks = verbosities(complete.map(({ configured }) => configured))
  const floor = floorOf(complete.map(({ scores }) => scores.intelligence))
  return complete.map((model, at) =>
    describe(model, {
      id: ids[at] ?? { id: model.entry.id, sourceId: null },
      verbosity: talks[at] ?? model.carried?.verbosity ?? undefined,
      floor,
    }),
  )
}

/** The whole index from what the feeds said: the same extracts and options give the same bytes. */
export const build = (extracts: readonly Extract[], options: BuildOptions): Snapshot => {
  const updatedAt = options.updatedAt ?? updatedAtOf(extracts)
  const models = [...modelsOf(extracts)]
  const makers = extracts.filter(({ kind }) => kind === 'makers').map(({ sourceId }) => sourceId)
  const used = new Set([...makers, ...models.flatMap(({ sourceIds }) => sourceIds)])
  return {
    updatedAt,
    generatedBy: options.generatedBy,
    methodology: [...METHODOLOGY],
    sources: sourcesOf(extracts, used),
    answers: options.answersOf(models, updatedAt, options.now),
    models,
    api: options.api,
  }
}
