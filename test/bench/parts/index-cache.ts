import type { Contenders } from '../build.ts'
import { startChild } from '../child.ts'
import { ROUTE } from '../events.ts'
import type { Batch, BatchDone } from '../processes/warm.ts'
import { s3Stub } from '../stubs.ts'
import type { World } from '../world.ts'

const FIRST_CALLS = 1000

/** How often S3 is read when everybody calls a new container at once. */
export const indexCache = async (built: Contenders, world: World) => {
  const s3 = await s3Stub(built.indexText)
  const environment = { ...world.environment(), AWS_ENDPOINT_URL_S3: s3.url, BENCH_CODE: built.routing.file }
  const child = await startChild<Batch, BatchDone>(built.warm, environment)
  const { last } = await child.ask({ events: [ROUTE], rounds: 0, atOnce: FIRST_CALLS })
  const distinct: unknown[] = JSON.parse(last)
  if (distinct.length !== 1) throw new Error('First calls at once were answered differently')
  child.end()
  await s3.close()
  return { calls: FIRST_CALLS, reads: s3.counts().whole }
}
