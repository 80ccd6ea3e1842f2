import { NO_BODY } from './body.ts'
import type { Call, Front } from './event.ts'
import type { Answer } from './response.ts'

/** What a worker is told when it starts. */
export type WorkerData = {
  readonly functionName: string
  readonly codeFolder: string
  readonly handler: string
  readonly memoryMegabytes: number
  readonly front: Front
}

// A message between a worker and the gateway is one flat list of texts, and carries all that there is to say: to wake
// the other thread costs most of a message, and nested lists most of the rest. A list in it follows its own length.

const pushList = (message: string[], texts: readonly string[]): void => {
  message.push(String(texts.length))
  for (const text of texts) message.push(text)
}

/** The list whose length stands at `at`. */
const listAt = (message: readonly string[], at: number): string[] =>
  message.slice(at + 1, at + 1 + Number(message[at] ?? 0))

/** The deadline is in milliseconds since the epoch. */
export type Invocation = { readonly id: string; readonly deadline: number; readonly call: Call }

/** How many texts an invocation has before its list of headers. */
const INVOCATION_TEXTS = 13

export const pushInvocation = (message: string[], { id, deadline, call }: Invocation): void => {
  const { received, target, match, stamp } = call
  const { method, protocol, sourceIp, body } = received
  const parameters = match.pathParameters === undefined ? '' : JSON.stringify(match.pathParameters)
  message.push(id, String(deadline), stamp.requestId, stamp.traceId, String(stamp.now), method, protocol, sourceIp)
  message.push(target.path, target.query, match.routeKey, parameters, body.length === 0 ? '' : body.toString('latin1'))
  pushList(message, received.rawHeaders)
}

/** Invocations as they came to the worker. */
export const invocationsIn = (message: readonly string[]): readonly Invocation[] => {
  const found: Invocation[] = []
  for (let at = 0; at < message.length; ) {
    const texts = message.slice(at, at + INVOCATION_TEXTS)
    const [id = '', deadline = '', requestId = '', traceId = '', now = '', method = '', protocol = ''] = texts
    const [sourceIp = '', path = '', query = '', routeKey = '', parameters = '', body = ''] = texts.slice(7)
    const rawHeaders = listAt(message, at + INVOCATION_TEXTS)
    found.push({
      id,
      deadline: Number(deadline),
      call: {
        received: { method, protocol, sourceIp, rawHeaders, body: body === '' ? NO_BODY : Buffer.from(body, 'latin1') },
        target: { path, query },
        match: { routeKey, pathParameters: parameters === '' ? undefined : JSON.parse(parameters) },
        stamp: { requestId, traceId, now: Number(now) },
      },
    })
    at += INVOCATION_TEXTS + 1 + rawHeaders.length
  }
  return found
}

/** How many further texts follow each kind of news; the list of an answer's headers comes on top. */
const LENGTHS = { ready: 0, log: 1, failed: 1, text: 3, base64: 3 } as const
type Kind = keyof typeof LENGTHS

const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(LENGTHS, text)

export const pushReady = (message: string[]): void => void message.push('ready' satisfies Kind)
export const pushFailed = (message: string[], id: string): void => void message.push('failed' satisfies Kind, id)
export const pushLog = (message: string[], line: string): void => void message.push('log' satisfies Kind, line)
export const pushAnswer = (message: string[], id: string, { status, headers, body, isBase64Encoded }: Answer): void => {
  message.push((isBase64Encoded ? 'base64' : 'text') satisfies Kind, id, String(status), body)
  pushList(message, headers)
}

export type Listener = {
  /** The last batch of invocations has been begun, so that the next may come. */
  readonly ready: () => void
  readonly log: (line: string) => void
  /** Without an answer the handler failed. */
  readonly done: (id: string, answer: Answer | undefined) => void
}

/** Tells what a worker said, one piece of news after the other. */
export const hear = (message: readonly string[], { ready, log, done }: Listener): void => {
  for (let at = 0; at < message.length; ) {
    const kind = message[at]
    const [first, status, body] = [message[at + 1] ?? '', message[at + 2], message[at + 3] ?? '']
    if (!isKind(kind)) throw new Error('A worker said what nobody understands')
    at += 1 + LENGTHS[kind]
    if (kind === 'ready') ready()
    else if (kind === 'log') log(first)
    else if (kind === 'failed') done(first, undefined)
    else {
      const headers = listAt(message, at)
      at += 1 + headers.length
      done(first, { status: Number(status), headers, body, isBase64Encoded: kind === 'base64' })
    }
  }
}
