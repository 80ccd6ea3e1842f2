/** What a worker is told when it starts. */
export type WorkerData = {
  readonly functionName: string
  readonly codeFolder: string
  readonly handler: string
  readonly memoryMegabytes: number
}

// A message between a worker and the gateway is one flat list of texts, and carries all that there is to say: to wake
// the other thread costs most of a message, and nested lists most of the rest.

/** The deadline is in milliseconds since the epoch; the event is JSON text. */
export type Invocation = { readonly id: string; readonly deadline: string; readonly event: string }

export const pushInvocation = (message: string[], { id, deadline, event }: Invocation): number =>
  message.push(id, deadline, event)

/** Invocations as they came to the worker. */
export const invocationsIn = (message: readonly string[]): readonly Invocation[] => {
  const found: Invocation[] = []
  for (let at = 0; at + 2 < message.length; at += 3) {
    const [id = '', deadline = '', event = ''] = message.slice(at, at + 3)
    found.push({ id, deadline, event })
  }
  return found
}

/** What a function returned, as JSON text. A `body` may travel beside it: to write a text into a text costs twice. */
export type Result = { readonly json: string; readonly body: string | undefined }

/** Below this, no way of writing a text makes it larger than what Lambda hands over. */
const SEPARATE_CHARACTERS = 1024 * 1024

const isSeparable = (result: unknown): result is { readonly body: string } =>
  typeof result === 'object' &&
  result !== null &&
  'body' in result &&
  typeof result.body === 'string' &&
  result.body.length < SEPARATE_CHARACTERS &&
  !('toJSON' in result)

export const resultOf = (returned: unknown): Result =>
  isSeparable(returned)
    ? { json: JSON.stringify({ ...returned, body: undefined }), body: returned.body }
    : { json: JSON.stringify(returned) ?? 'null', body: undefined }

/** How many further texts follow each kind of news. */
const LENGTHS = { ready: 0, log: 1, failed: 1, whole: 2, parted: 3 } as const
type Kind = keyof typeof LENGTHS

const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(LENGTHS, text)

export const READY = ['ready'] as const satisfies readonly [Kind]
export const failedNews = (id: string) => ['failed', id] as const satisfies readonly [Kind, string]
export const logNews = (line: string) => ['log', line] as const satisfies readonly [Kind, string]
export const doneNews = (id: string, { json, body }: Result): readonly string[] =>
  body === undefined ? (['whole', id, json] satisfies [Kind, ...string[]]) : ['parted', id, json, body]

export type Listener = {
  /** The last batch of invocations has been begun, so that the next may come. */
  readonly ready: () => void
  readonly log: (line: string) => void
  /** Without a result the handler failed. */
  readonly done: (id: string, result: Result | undefined) => void
}

/** Tells what a worker said, one piece of news after the other. */
export const hear = (message: readonly string[], { ready, log, done }: Listener): void => {
  for (let at = 0; at < message.length; ) {
    const kind = message[at]
    if (!isKind(kind)) throw new Error('A worker said what nobody understands')
    const [first = '', json = ''] = [message[at + 1], message[at + 2]]
    if (kind === 'ready') ready()
    else if (kind === 'log') log(first)
    else if (kind === 'failed') done(first, undefined)
    else done(first, { json, body: kind === 'parted' ? message[at + 3] : undefined })
    at += 1 + LENGTHS[kind]
  }
}
