import { captureConsole } from './lambda-log.ts'
import { loadHandler } from './load.ts'

export type Batch = { readonly events: readonly string[]; readonly rounds: number }
export type BatchDone = { readonly microseconds: number[]; readonly cpuMicroseconds: number; readonly last: string }

captureConsole()
const handler = loadHandler(process.env.BENCH_CODE ?? '')

const invoke = async (event: string): Promise<string> => JSON.stringify(await handler(JSON.parse(event), {}))

let called = 0

/** Where an event has room for it, a word that no event before it had. */
const fresh = (event: string): string => {
  called += 1
  return event.replaceAll('nonce-0', `nonce-${called}`)
}

const run = async ({ events, rounds }: Batch): Promise<BatchDone> => {
  const microseconds: number[] = []
  let last = ''
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    for (const event of events) {
      const asked = fresh(event)
      const start = performance.now()
      last = await invoke(asked)
      microseconds.push((performance.now() - start) * 1000)
    }
  }
  const { user, system } = process.cpuUsage(before)
  return { microseconds, cpuMicroseconds: user + system, last }
}

process.on('message', (batch: Batch) => {
  run(batch).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.send?.({ microseconds: [], cpuMicroseconds: 0, last: String(error) })
    },
  )
})
process.send?.('ready')
