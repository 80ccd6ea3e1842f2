import { serve } from '../../shared/http/serve.ts'
import { logger } from '../../shared/log.ts'
import { currentIndex } from '../../shared/models/current.ts'
import { assetReader } from './assets.ts'
import { siteEndpoints } from './handlers.ts'

const now = () => new Date()

export const handler = serve({
  endpoints: siteEndpoints({
    current: currentIndex({ environment: process.env, folder: import.meta.dirname, now, log: logger }),
    asset: assetReader(import.meta.dirname),
    now,
  }),
  log: logger,
  elapsed: () => performance.now(),
})
