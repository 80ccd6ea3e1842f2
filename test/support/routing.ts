import { routingEndpoints } from '../../functions/routing/handlers.ts'
import { serve } from '../../shared/http/serve.ts'
import { answersOf } from '../../shared/models/answers.ts'
import { EMPTY_FEED, EMPTY_LOG } from '../../shared/models/change-log.ts'
import type { CurrentChanges } from '../../shared/models/current-changes.ts'
import { load } from '../../shared/models/loaded.ts'
import type { Model, Snapshot } from '../../shared/models/schema.ts'
import { type Asked, anEvent } from './event.ts'
import { aModelOf, NOW, UPDATED_AT } from './models.ts'
import { aSnapshot } from './snapshot.ts'

/** A small world: two makers in the United States, one each in the EU, China and elsewhere. */
export const MODELS: readonly Model[] = [
  aModelOf('Anvil', 'anvil-large', {
    intelligenceScore: 60,
    codingScore: 75,
    inputPricePer1M: 5,
    outputPricePer1M: 25,
  }),
  aModelOf('Anvil', 'anvil-small', {
    intelligenceScore: 40,
    codingScore: 55,
    inputPricePer1M: 0.2,
    outputPricePer1M: 1,
  }),
  aModelOf('Bellows', 'bellows-1', { intelligenceScore: 50, codingScore: 60, speedTokensPerSecond: 700 }),
  aModelOf('Chisel', 'chisel-2', { intelligenceScore: 45, codingScore: 58, region: 'eu' }),
  aModelOf('Drill', 'drill-pro', {
    intelligenceScore: 48,
    codingScore: 62,
    region: 'china',
    inputPricePer1M: 0.3,
    outputPricePer1M: 1.2,
  }),
  aModelOf('Easel', 'easel-x', {
    intelligenceScore: 20,
    codingScore: 20,
    region: 'other',
    inputPricePer1M: 0.01,
    outputPricePer1M: 0.04,
  }),
]

export const aWorld = (models: readonly Model[] = MODELS, updatedAt = UPDATED_AT): Snapshot =>
  aSnapshot({ models: [...models], updatedAt, answers: answersOf(models, updatedAt, NOW) })

type Setting = { readonly snapshot?: Snapshot; readonly changes?: CurrentChanges; readonly now?: () => Date }

export const NO_CHANGES: CurrentChanges = { log: () => EMPTY_LOG, feed: () => EMPTY_FEED }

/** The routing function around a snapshot, asked through events; `logged` holds what it wrote. */
export const routing = ({ snapshot = aWorld(), changes = NO_CHANGES, now = () => NOW }: Setting = {}) => {
  const loaded = load(JSON.stringify(snapshot), now())
  const logged: Readonly<Record<string, unknown>>[] = []
  const handle = serve({
    endpoints: routingEndpoints({ current: () => loaded, changes, now }),
    log: (entry) => logged.push(entry),
    elapsed: () => 0,
  })
  const ask = (path: string, asked: Omit<Asked, 'path'> = {}) => {
    const [pathname = '', query = ''] = path.split('?')
    return handle(anEvent({ path: pathname, query, ...asked }))
  }
  const json = async (path: string, asked: Omit<Asked, 'path'> = {}): Promise<Record<string, unknown>> =>
    JSON.parse((await ask(path, asked)).body)
  return { ask, json, handle, logged }
}
