import { browsersOf, expectedFault } from '../../shared/auth/access.ts'
import { setting } from '../../shared/config.ts'
import { elapsed } from '../../shared/elapsed.ts'
import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { currentIndex } from '../../shared/models/current.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { assetReader } from './assets.ts'
import { siteEndpoints } from './handlers.ts'

const now = () => new Date()
const browsers = browsersOf({ environment: process.env, now, random: Math.random, log: logger })

export const handler = serve({
  endpoints: siteEndpoints({
    current: currentIndex({ environment: process.env, folder: import.meta.dirname, now, log: logger }),
    asset: assetReader(import.meta.dirname),
    now,
    browsers,
    baseUrl: browsers.baseUrl,
    signInOrigin: setting(process.env, 'POINTSMAN_SIGN_IN_ORIGIN'),
  }),
  log: logger,
  elapsed,
  expected: expectedFault,
  errorPage,
})
