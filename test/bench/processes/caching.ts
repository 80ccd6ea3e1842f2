import { mock } from 'node:test'
import { captureConsole } from './lambda-log.ts'
import { loadHandler } from './load.ts'

export type CacheAsk = {
  readonly event: string
  readonly atOnce: number
  /** How far the clock goes on before. */
  readonly laterMs: number
}
/** `read` counts the texts as large as an index that were read as JSON so far. */
export type CacheSeen = { readonly distinct: number; readonly read: number }

const LARGE = 50_000

let read = 0
const { parse } = JSON
JSON.parse = (text, reviver) => {
  if (text.length > LARGE) read += 1
  return parse(text, reviver)
}
mock.timers.enable({ apis: ['Date'], now: Date.now() })
captureConsole()
const handler = loadHandler(process.env.BENCH_CODE ?? '')

const answer = async ({ event, atOnce, laterMs }: CacheAsk): Promise<CacheSeen> => {
  mock.timers.tick(laterMs)
  const calls = Array.from({ length: atOnce }, async () => JSON.stringify(await handler(JSON.parse(event), {})))
  return { distinct: new Set(await Promise.all(calls)).size, read }
}

process.on('message', (ask: CacheAsk) => {
  answer(ask).then(
    (seen) => process.send?.(seen),
    () => process.exit(1),
  )
})
process.send?.('ready')
