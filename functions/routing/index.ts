import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { currentIndex } from '../../shared/models/current.ts'
import { currentChanges } from '../../shared/models/current-changes.ts'
import { routingEndpoints } from './handlers.ts'

const now = () => new Date()

export const handler = serve({
  endpoints: routingEndpoints({
    changes: currentChanges({ environment: process.env, now, log: logger }),
    current: currentIndex({ environment: process.env, folder: import.meta.dirname, now, log: logger }),
    now,
  }),
  log: logger,
  elapsed: () => performance.now(),
})
