/** What crosses between a function's worker and the gateway: texts and numbers, many in one message. */
export type WorkerData = {
  readonly functionName: string
  readonly codeFolder: string
  readonly handler: string
  readonly memoryMegabytes: number
}

/** The deadline is in milliseconds since the epoch. */
export type Invocation = readonly [id: number, event: string, deadline: number]

/** The result is JSON text; it is empty where the handler failed. */
export type Done = readonly [id: number, isOk: boolean, result: string]

export type FromWorker = {
  readonly done: readonly Done[]
  readonly lines: readonly string[]
  /** Whether the last batch of invocations has been begun, so that the next may come. */
  readonly isReady: boolean
}
