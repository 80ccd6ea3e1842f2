import { randomBytes } from 'node:crypto'
import { browsersOf, expectedFault } from '../../shared/auth/access.ts'
import { sessionsOf } from '../../shared/auth/stores.ts'
import { setting } from '../../shared/config.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { exchanger } from './exchange.ts'
import { signInEndpoints } from './handlers.ts'
import { idTokenVerifier } from './id-token.ts'

const environment = process.env
const surroundings = { environment, now: () => new Date(), random: Math.random, log: logger }
const browsers = browsersOf(surroundings)
const clientId = setting(environment, 'POINTSMAN_USER_POOL_CLIENT_ID')
const origin = setting(environment, 'POINTSMAN_SIGN_IN_ORIGIN')
const pages = { origin, clientId, baseUrl: browsers.baseUrl }

export const handler = serve({
  endpoints: signInEndpoints({
    ...browsers,
    sessions: sessionsOf(surroundings),
    pages,
    exchange: exchanger(pages),
    verify: idTokenVerifier({
      userPoolId: setting(environment, 'POINTSMAN_USER_POOL_ID'),
      clientId,
      endpoint: environment.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
    }),
    random: randomBytes,
  }),
  log: logger,
  expected: expectedFault,
  errorPage,
  elapsed,
})
