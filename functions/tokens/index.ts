import { randomBytes } from 'node:crypto'
import { browsersOf, expectedFault } from '../../shared/auth/access.ts'
import { tokensOf } from '../../shared/auth/stores.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { tokensEndpoints } from './handlers.ts'

const now = () => new Date()
const surroundings = { environment: process.env, now, random: Math.random, log: logger }

export const handler = serve({
  endpoints: tokensEndpoints({
    browsers: browsersOf(surroundings),
    tokens: tokensOf(surroundings),
    now,
    random: (size) => randomBytes(size),
  }),
  log: logger,
  elapsed,
  expected: expectedFault,
})
