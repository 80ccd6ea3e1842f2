import type { Contenders } from '../build.ts'
import { EVERY_COMBINATION, FILTERED, NEVER_ASKED } from '../events.ts'
import { indexOfSize } from '../index-of-size.ts'
import { s3Stub } from '../stubs.ts'
import type { World } from '../world.ts'
import { type Contestant, type WarmOptions, warmRace } from './warm.ts'

const SIZES = [100, 400, 4000] as const

type Reply = { readonly statusCode: number; readonly body: string; readonly headers: Readonly<Record<string, string>> }

const replyOf = (text: string | undefined): Reply => JSON.parse(text ?? 'null')

/** What the contenders answered to every combination must be the same, or the race says nothing. */
const assertSameAnswers = (answers: ReadonlyMap<string, readonly string[]>, names: readonly string[]): void => {
  const [first = [], ...others] = names.map((name) => (answers.get(name) ?? []).map((text) => replyOf(text).body))
  if (first.length === 0) throw new Error('Nothing was answered')
  for (const other of others)
    if (JSON.stringify(other) !== JSON.stringify(first)) throw new Error(`${names.join(' and ')} answer differently`)
}

/** Warm calls: every combination, filters, sizes of the index. */
export const warmRouting = async (built: Contenders, world: World, options: WarmOptions) => {
  const environment = world.environment()
  const stubs = await Promise.all(
    SIZES.map(async (size) => ({ size, s3: await s3Stub(indexOfSize(built.indexText, size)) })),
  )
  const at = (size: number) => ({
    ...environment,
    AWS_ENDPOINT_URL_S3: stubs.find((one) => one.size === size)?.s3.url ?? '',
  })
  const contestants: readonly Contestant[] = [
    { name: 'constant', built: built.constant, environment, events: EVERY_COMBINATION },
    { name: 'constant of the same size', built: built.sameSize, environment, events: EVERY_COMBINATION },
    { name: 'route', built: built.routing, environment, events: EVERY_COMBINATION },
    { name: 'route on Hono', built: built.hono, environment, events: EVERY_COMBINATION },
    ...SIZES.map((size) => ({
      name: `route, ${size} models`,
      built: built.routing,
      environment: at(size),
      events: EVERY_COMBINATION,
    })),
    ...Object.entries(FILTERED).map(([name, events]) => ({
      name: `route, ${name}`,
      built: built.routing,
      environment: at(400),
      events,
    })),
    { name: 'route, filters never asked before', built: built.routing, environment: at(400), events: NEVER_ASKED },
  ]
  const { figures, answers } = await warmRace(built, contestants, options)
  for (const { s3 } of stubs) await s3.close()
  assertSameAnswers(answers, ['route', 'route on Hono'])
  return figures
}
