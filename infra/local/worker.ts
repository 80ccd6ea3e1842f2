import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { format } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { eventOf } from './event.ts'
import { errorEntry, type Level, logLine } from './log-line.ts'
import {
  type Invocation,
  invocationsIn,
  pushAnswer,
  pushFailed,
  pushLog,
  pushReady,
  type WorkerData,
} from './protocol.ts'
import { answerOf } from './response.ts'

const { functionName, codeFolder, handler: handlerName, memoryMegabytes, front }: WorkerData = workerData

type Handler = (event: unknown, context: unknown) => unknown

const isHandler = (value: unknown): value is Handler => typeof value === 'function'

/** `index.handler` is the export `handler` of `index` in one of the endings that Lambda looks for. */
const load = (): Handler => {
  const dot = handlerName.lastIndexOf('.')
  const base = join(codeFolder, handlerName.slice(0, dot))
  const file = ['.js', '.mjs', '.cjs'].map((ending) => base + ending).find((path) => existsSync(path))
  if (file === undefined) throw new Error(`${functionName} has no code for its handler ${handlerName}`)
  const loaded: Record<string, unknown> = createRequire(file)(file)
  const handler = loaded[handlerName.slice(dot + 1)]
  if (!isHandler(handler)) throw new Error(`${functionName} does not export its handler ${handlerName}`)
  return handler
}

const requestIds = new AsyncLocalStorage<string>()
let news: string[] = []
let isFlushing = false

/** To wake the other thread costs more than all the rest of an invocation, so each message carries all that there is. */
const flush = (): void => {
  parentPort?.postMessage(news)
  news = []
  isFlushing = false
}

/** What is to be told next; whoever asks adds to it at once. */
const telling = (): string[] => {
  if (!isFlushing) setImmediate(flush)
  isFlushing = true
  return news
}

const log = (level: Level, message: unknown): void => {
  const requestId = requestIds.getStore()
  pushLog(telling(), logLine({ level, function: functionName, requestId, message }, new Date()))
}

const METHODS = { trace: 'TRACE', debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const

// As in Lambda's JSON logs, one object stays an object, and whatever else is printed becomes a text.
const captureConsole = (): void => {
  const write =
    (level: Level) =>
    (...values: readonly unknown[]): void => {
      const [first] = values
      const isObject = values.length === 1 && typeof first === 'object' && first !== null
      log(level, isObject ? (first instanceof Error ? errorEntry(first) : first) : format(...values))
    }
  console.trace = write(METHODS.trace)
  console.debug = write(METHODS.debug)
  console.log = write(METHODS.log)
  console.info = write(METHODS.info)
  console.warn = write(METHODS.warn)
  console.error = write(METHODS.error)
}

const contextOf = (awsRequestId: string, deadline: number) => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${functionName}`,
  memoryLimitInMB: String(memoryMegabytes),
  awsRequestId,
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
})

const run = async (handler: Handler, { id, call, deadline }: Invocation): Promise<void> => {
  try {
    const returned = await handler(eventOf(call, front), contextOf(requestIds.getStore() ?? '', deadline))
    pushAnswer(telling(), id, answerOf(returned))
  } catch (error) {
    log('ERROR', errorEntry(error))
    pushFailed(telling(), id)
  }
}

captureConsole()
const handler = load()
parentPort?.on('message', (message: readonly string[]) => {
  for (const invocation of invocationsIn(message)) requestIds.run(randomUUID(), run, handler, invocation)
  pushReady(telling())
})
