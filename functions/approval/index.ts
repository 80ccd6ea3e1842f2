import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { browsersOf, expectedFault, sessionsOf, tokensOf } from '../../shared/auth/access.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { approvalEndpoints } from './handlers.ts'

const surroundings = { environment: process.env, now: () => new Date(), log: logger }
const sessions = sessionsOf(surroundings)

export const handler = serve({
  endpoints: approvalEndpoints({
    // One client for both uses of the sessions table, so that both share its connections.
    browsers: { ...browsersOf(surroundings), sessions },
    sessions,
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
