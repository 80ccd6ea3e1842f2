import type { Built, Contenders } from '../build.ts'
import { MODELS, ROUTE } from '../events.ts'
import { median, minimum, percentile, rounded } from '../figures.ts'
import { type ColdStart, runtimeApi } from '../runtime-api.ts'
import type { World } from '../world.ts'

type Entry = { readonly name: string; readonly built: Built; readonly event: string }

export type ColdFigures = {
  readonly name: string
  readonly minMs: number
  readonly medianMs: number
  readonly cpuMs: number
  readonly memoryMb: number
  readonly bundleKb: number
}

const figuresOf = ({ name, built }: Entry, starts: readonly ColdStart[]): ColdFigures => {
  const wall = starts.map(({ wallMs }) => wallMs)
  return {
    name,
    minMs: rounded(minimum(wall)),
    medianMs: rounded(median(wall)),
    // The lowest tenth, for the processor's share is disturbed less than the clock, and still by a busy machine.
    cpuMs: rounded(
      percentile(
        starts.map(({ cpuMs }) => cpuMs),
        0.1,
      ),
    ),
    memoryMb: rounded(median(starts.map(({ memoryMb }) => memoryMb)), 1),
    bundleKb: rounded(built.bytes / 1000, 1),
  }
}

const entriesOf = (built: Contenders, { events }: World): readonly Entry[] => [
  { name: 'constant', built: built.constant, event: ROUTE },
  { name: 'constant of the same size', built: built.sameSize, event: ROUTE },
  { name: 'route', built: built.routing, event: ROUTE },
  { name: 'route on Hono', built: built.hono, event: ROUTE },
  { name: 'models', built: built.routing, event: MODELS },
  { name: 'models on Hono', built: built.hono, event: MODELS },
  { name: 'v1', built: built.snapshots, event: events.v1 },
  { name: 'v1 on lib-dynamodb', built: built.documentClient, event: events.v1 },
  { name: 'tokens', built: built.tokens, event: events.tokens },
]

const WARM_UPS = 2

/** A contender that answers something else would be quick for nothing. */
const assertSame = (results: ReadonlyMap<string, string>): void => {
  const bodies = ['constant of the same size', 'route', 'route on Hono'].map((name) => {
    const text = results.get(name)
    return text === undefined ? undefined : JSON.parse(text).body
  })
  const answered = new Set(bodies.filter((body) => body !== undefined))
  if (answered.size > 1) throw new Error('The contenders answer differently')
}

export type ColdOptions = { readonly rounds: number; readonly names?: readonly string[] }

/** Starts every contender in every round, each round beginning with another one. */
export const coldStarts = async (built: Contenders, world: World, { rounds, names }: ColdOptions) => {
  const api = await runtimeApi()
  const entries = entriesOf(built, world).filter(({ name }) => names === undefined || names.includes(name))
  const starts = new Map(entries.map(({ name }) => [name, [] as ColdStart[]]))
  const environment = world.environment()
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[(at + round + WARM_UPS) % entries.length]
      if (entry === undefined) continue
      const start = await api.invoke({
        runtime: built.runtime.file,
        code: entry.built.file,
        event: entry.event,
        environment,
      })
      if (round >= 0) starts.get(entry.name)?.push(start)
    }
  }
  await api.close()
  const results = new Map([...starts].map(([name, all]) => [name, all.at(-1)?.result ?? '']))
  assertSame(results)
  return entries.map((entry) => figuresOf(entry, starts.get(entry.name) ?? []))
}
