import * as z from 'zod/mini'
import { logger } from '../../shared/log.ts'
import { LIMITS } from '../../shared/models/feeds/download.ts'
import { OVERRULABLE } from '../../shared/models/guard-terms.ts'
import { publishAfter, standing } from '../../shared/models/publish.ts'
import { shippedIndex } from '../../shared/models/shipped.ts'
import { PACE } from './offers.ts'
import { refresh } from './run.ts'
import { readSecret } from './secret.ts'
import { settingsOf } from './settings.ts'
import { liveSources } from './sources.ts'
import { refreshStore, s3Client } from './store.ts'

/** The schedule sends nothing of interest; an operator may name what the guard shall let through this once. */
const Event = z.catch(z.object({ accept: z.optional(z.array(z.enum(OVERRULABLE))) }), {})

const settings = settingsOf(process.env)
const s3 = s3Client()
const place = { s3, bucket: settings.bucket }

/** Without its key a source is off; without the right to read the key the others still count. */
const keyOf = async (name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined
  try {
    return await readSecret(name, process.env)
  } catch (error) {
    logger({ level: 'error', event: 'refresh-source-failed', source: 'artificial-analysis', fault: error })
    return undefined
  }
}

/** Throws for a run that the guard refused: the platform then hands it to the queue of failed runs. */
export const handler = async (event: unknown): Promise<unknown> => {
  const { accept = [] } = Event.parse(event)
  const { outcome, refusals, summary } = await refresh({
    sources: liveSources(settings.addresses, await keyOf(settings.keySecret)),
    store: refreshStore(s3, settings.bucket),
    standing: () => standing(place),
    publish: (publication) => publishAfter(place, publication),
    shipped: () => shippedIndex(import.meta.dirname),
    baseUrl: settings.baseUrl,
    accepted: accept,
    limits: LIMITS,
    pace: PACE,
    now: () => new Date(),
    log: logger,
  })
  if (outcome === 'refused') throw new Error(`refused: ${refusals.map(({ reason }) => reason).join(', ')}`)
  return { outcome, models: summary.models, changes: summary.changes }
}
