import type { Contenders } from '../build.ts'
import { startChild } from '../child.ts'
import { ROUTE } from '../events.ts'
import { sleep } from '../figures.ts'
import type { CacheAsk, CacheSeen } from '../processes/caching.ts'
import { type S3Stub, s3Stub } from '../stubs.ts'
import type { World } from '../world.ts'

const FIRST_CALLS = 1000
/** Past the minute for which an index counts as fresh. */
const LATER_MS = 61_000

export type CacheFigures = {
  readonly calls: number
  readonly reads: number
  /** How often the index was read as JSON because S3 said that it has not changed. */
  readonly readAgain: number
}

const untilRevalidated = async (s3: S3Stub): Promise<void> => {
  for (let tries = 0; s3.counts().unchanged === 0; tries++) {
    if (tries === 500) throw new Error('The index was not asked for again')
    await sleep(10)
  }
  // The answer has left; it has to arrive too.
  await sleep(100)
}

/** What S3 and the processor have to do when everybody calls a new container at once, and when the index is old. */
export const indexCache = async (built: Contenders, world: World): Promise<CacheFigures> => {
  const s3 = await s3Stub(built.indexText)
  const environment = { ...world.environment(), AWS_ENDPOINT_URL_S3: s3.url, BENCH_CODE: built.routing.file }
  const child = await startChild<CacheAsk, CacheSeen>(built.caching, environment)
  const first = await child.ask({ event: ROUTE, atOnce: FIRST_CALLS, laterMs: 0 })
  if (first.distinct !== 1) throw new Error('First calls at once were answered differently')
  if (first.read === 0) throw new Error('The index was never read')
  await child.ask({ event: ROUTE, atOnce: 1, laterMs: LATER_MS })
  await untilRevalidated(s3)
  const after = await child.ask({ event: ROUTE, atOnce: 1, laterMs: 0 })
  child.end()
  await s3.close()
  return { calls: FIRST_CALLS, reads: s3.counts().whole, readAgain: after.read - first.read }
}
