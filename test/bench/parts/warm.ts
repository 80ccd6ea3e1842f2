import type { Built, Contenders } from '../build.ts'
import { type Child, startChild } from '../child.ts'
import { minimum, percentile, rounded } from '../figures.ts'
import type { Batch, BatchDone } from '../processes/warm.ts'

export type Contestant = {
  readonly name: string
  readonly built: Built
  readonly environment: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

export type WarmFigures = {
  readonly name: string
  /** Microseconds of one invocation, each in the batch that was disturbed least. */
  readonly p50Us: number
  readonly p99Us: number
  readonly cpuUs: number
}

type Runner = Contestant & { readonly child: Child<Batch, BatchDone>; readonly batches: BatchDone[] }

const start = async (built: Contenders, contestant: Contestant): Promise<Runner> => {
  const environment = { ...contestant.environment, BENCH_CODE: contestant.built.file }
  return { ...contestant, child: await startChild<Batch, BatchDone>(built.warm, environment), batches: [] }
}

const figuresOf = ({ name, batches, events }: Runner, rounds: number): WarmFigures => {
  const perBatch = (share: number) => batches.map(({ microseconds }) => percentile(microseconds, share))
  const cpu = batches.map(({ cpuMicroseconds }) => cpuMicroseconds / (events.length * rounds))
  return {
    name,
    p50Us: rounded(minimum(perBatch(0.5))),
    p99Us: rounded(minimum(perBatch(0.99))),
    cpuUs: rounded(minimum(cpu)),
  }
}

export type WarmOptions = { readonly batches: number; readonly rounds: number; readonly warmUpRounds: number }

/**
 * One process for each contestant, in turns, so that what disturbs the machine disturbs all of them. The answers are
 * those to the first event, taken before anything is measured.
 */
export const warmRace = async (built: Contenders, contestants: readonly Contestant[], options: WarmOptions) => {
  const { batches, rounds, warmUpRounds } = options
  const runners = await Promise.all(contestants.map((contestant) => start(built, contestant)))
  const answers = new Map<string, readonly string[]>()
  for (const { name, child, events } of runners) {
    const given: string[] = []
    for (const event of events) given.push((await child.ask({ events: [event], rounds: 1 })).last)
    answers.set(name, given)
    await child.ask({ events, rounds: warmUpRounds })
  }
  for (let batch = 0; batch < batches; batch++) {
    for (const runner of runners) runner.batches.push(await runner.child.ask({ events: runner.events, rounds }))
  }
  for (const { child } of runners) child.end()
  return { figures: runners.map((runner) => figuresOf(runner, rounds)), answers }
}
