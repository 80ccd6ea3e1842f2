import { expectedFault, presentedTokensOf } from '../../shared/auth/access.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { snapshotsEndpoints } from './handlers.ts'

const now = () => new Date()

export const handler = serve({
  endpoints: snapshotsEndpoints({
    tokens: presentedTokensOf({ environment: process.env, now, random: Math.random, log: logger }),
    now,
  }),
  log: logger,
  elapsed,
  expected: expectedFault,
})
