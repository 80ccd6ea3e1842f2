import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { errorEntry } from '../../infra/local/log-line.ts'
import type { LocalFunction } from '../../infra/local/template.ts'
import type { Told } from './lambda-worker.ts'

export type Lambda = {
  /** Gives what the function returned, or `failed`; one event after the other. */
  readonly invoke: (event: unknown) => Promise<unknown>
  /** What it has logged so far. */
  readonly logged: () => readonly unknown[]
  readonly stop: () => Promise<unknown>
}

/** A function of the template for events of any kind, where the service only has those of HTTP: its memory, its code. */
export const lambda = (local: LocalFunction, environment: Readonly<Record<string, string>>): Lambda => {
  const logged: unknown[] = []
  let settle = (_outcome: unknown): void => undefined
  const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
    env: { ...environment },
    workerData: join(local.codeFolder, 'index.cjs'),
    resourceLimits: { maxOldGenerationSizeMb: local.memoryMegabytes },
    execArgv: [],
  })
  let isDead = false
  worker.on('message', ({ kind, json }: Told) => {
    const value: unknown = JSON.parse(json)
    if (kind === 'logged') logged.push(value)
    else settle(kind === 'returned' ? value : 'failed')
  })
  worker.on('error', (error) => void logged.push(errorEntry(error)))
  worker.on('exit', () => {
    isDead = true
    settle('failed')
  })
  const invoke = (event: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      if (isDead) return resolve('failed')
      settle = resolve
      worker.postMessage(event)
    })
  return { invoke, logged: () => logged, stop: () => worker.terminate() }
}
