import { Worker } from 'node:worker_threads'
import type { Call, Front } from './event.ts'
import { errorEntry, logLine } from './log-line.ts'
import { hear, pushInvocation, type WorkerData } from './protocol.ts'
import type { Answer } from './response.ts'
import type { LocalFunction } from './template.ts'

/** What became of an invocation. */
export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: 'failed' | 'timed out' }

export type FunctionOptions = {
  readonly local: LocalFunction
  /** Resolved; all that the function sees of its surroundings. */
  readonly environment: Readonly<Record<string, string>>
  readonly front: Front
  readonly log: (line: string) => void
}

/** A function that runs, in a thread of its own that is replaced when it crashes or hangs. */
export type RunningFunction = {
  readonly invoke: (call: Call) => Promise<Outcome>
  readonly stop: () => Promise<void>
}

const FAILED: Outcome = { ok: false, reason: 'failed' }
const TIMED_OUT: Outcome = { ok: false, reason: 'timed out' }

const workerDataOf = ({ local, front }: FunctionOptions): WorkerData => {
  const { id, codeFolder, handler, memoryMegabytes } = local
  return { functionName: id, codeFolder, handler, memoryMegabytes, front }
}

const logError = ({ local, log }: FunctionOptions, message: unknown): void =>
  log(logLine({ level: 'ERROR', function: local.id, message }, new Date()))

const spawn = (options: FunctionOptions): Worker => {
  const { local, environment, log } = options
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: local.id,
    env: { ...environment },
    workerData: workerDataOf(options),
    resourceLimits: { maxOldGenerationSizeMb: local.memoryMegabytes },
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const writeThrough = (chunk: Buffer): void => log(chunk.toString().trimEnd())
  worker.stdout.on('data', writeThrough)
  worker.stderr.on('data', writeThrough)
  worker.on('error', (error) => logError(options, errorEntry(error)))
  return worker
}

type Instance = {
  readonly send: (call: Call) => Promise<Outcome>
  readonly end: () => Promise<unknown>
}

type Waiting = { readonly settle: (outcome: Outcome) => void; readonly deadline: number }

type Lifecycle = {
  /** Takes no more events: after its first time-out, and when it is dead. */
  readonly onLeave: (instance: Instance) => void
  readonly onExit: (instance: Instance) => void
}

/** One thread. */
const startInstance = (options: FunctionOptions, { onLeave, onExit }: Lifecycle): Instance => {
  const worker = spawn(options)
  const timeoutMs = options.local.timeoutSeconds * 1000
  const waiting = new Map<string, Waiting>()
  let queue: string[] = []
  let lastId = 0
  let isBusy = false
  let isWatched = false
  let hasLeft = false

  const settle = (id: string, outcome: Outcome): void => {
    const entry = waiting.get(id)
    waiting.delete(id)
    entry?.settle(outcome)
    // Others may still be answered by a thread that let one request hang.
    if (hasLeft && waiting.size === 0) void worker.terminate()
  }
  const leave = (): void => {
    hasLeft = true
    onLeave(instance)
  }
  const timeOut = (id: string): void => {
    logError(options, `Task timed out after ${options.local.timeoutSeconds.toFixed(2)} seconds`)
    leave()
    settle(id, TIMED_OUT)
  }
  // One timer, for the one that has waited longest: they all may take equally long.
  const watch = (): void => {
    if (isWatched) return
    const [oldest] = waiting.values()
    if (oldest === undefined) return
    isWatched = true
    setTimeout(sweep, oldest.deadline - Date.now()).unref()
  }
  const sweep = (): void => {
    isWatched = false
    for (const [id, { deadline }] of waiting) if (deadline <= Date.now()) timeOut(id)
    watch()
  }
  const flush = (): void => {
    worker.postMessage(queue)
    queue = []
  }
  // While one batch crosses, the next one gathers: waking a thread is what an invocation costs most.
  const flushSoon = (): void => {
    if (isBusy || queue.length === 0) return
    isBusy = true
    setImmediate(flush)
  }
  const send = (call: Call): Promise<Outcome> =>
    new Promise((resolve) => {
      const id = String(++lastId)
      const deadline = Date.now() + timeoutMs
      waiting.set(id, { settle: resolve, deadline })
      watch()
      pushInvocation(queue, { id, deadline, call })
      flushSoon()
    })

  worker.on('message', (message: readonly string[]) => {
    const lines: string[] = []
    hear(message, {
      ready: () => {
        isBusy = false
        flushSoon()
      },
      log: (line) => void lines.push(line),
      done: (id, answer) => settle(id, answer === undefined ? FAILED : { ok: true, answer }),
    })
    if (lines.length > 0) options.log(lines.join('\n'))
  })
  worker.on('exit', () => {
    leave()
    onExit(instance)
    for (const id of waiting.keys()) settle(id, FAILED)
  })
  const instance: Instance = { send, end: () => worker.terminate() }
  return instance
}

/** Starts a function at once, so that its first request finds it warm. */
export const startFunction = (options: FunctionOptions): RunningFunction => {
  const alive = new Set<Instance>()
  let current: Instance | undefined

  const start = (): Instance => {
    const onLeave = (left: Instance): void => {
      if (current === left) current = undefined
    }
    const instance = startInstance(options, { onLeave, onExit: (dead) => alive.delete(dead) })
    alive.add(instance)
    return instance
  }
  current = start()
  return {
    invoke: (call) => {
      current ??= start()
      return current.send(call)
    },
    stop: async () => {
      await Promise.all([...alive].map((instance) => instance.end()))
    },
  }
}
