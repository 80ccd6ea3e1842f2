import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { browsersOf, expectedFault } from '../../shared/auth/access.ts'
import { sessionsOf, tokensOf } from '../../shared/auth/stores.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { approvalEndpoints } from './handlers.ts'

const surroundings = { environment: process.env, now: () => new Date(), random: Math.random, log: logger }

export const handler = serve({
  endpoints: approvalEndpoints({
    browsers: browsersOf(surroundings),
    sessions: sessionsOf(surroundings),
    tokens: tokensOf(surroundings),
    random: randomBytes,
    sleep,
    report: (entry) => logger({ level: 'error', ...entry }),
  }),
  log: logger,
  elapsed,
  expected: expectedFault,
  errorPage,
})
