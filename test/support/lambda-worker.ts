import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { errorEntry } from '../../infra/local/log-line.ts'

/** What a worker tells: each in JSON. */
export type Told = { readonly kind: 'logged' | 'returned' | 'failed'; readonly json: string }

const tell = (kind: Told['kind'], value: unknown): void =>
  parentPort?.postMessage({ kind, json: JSON.stringify(value ?? null) } satisfies Told)

const log = (value: unknown): void => tell('logged', value)
Object.assign(console, { log, info: log, warn: log, error: log })

const { handler } = createRequire(workerData)(workerData)
parentPort?.on('message', async (event: unknown) => {
  try {
    tell('returned', await handler(event))
  } catch (error) {
    log(errorEntry(error))
    tell('failed', undefined)
  }
})
