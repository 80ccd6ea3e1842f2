import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { currentIndex } from '../../shared/models/current.ts'
import { currentChanges } from '../../shared/models/current-changes.ts'
import { routingEndpoints } from './handlers.ts'

const now = () => new Date()

const current = currentIndex({ environment: process.env, folder: import.meta.dirname, now, log: logger })

/** Begun while the rest still loads. A failure is no news here: the first request asks again, and reports it. */
const readAhead = async (): Promise<void> => void (await current())
readAhead().catch(() => undefined)

export const handler = serve({
  endpoints: routingEndpoints({
    changes: currentChanges({ environment: process.env, now, log: logger }),
    current,
    now,
  }),
  log: logger,
  elapsed,
})
