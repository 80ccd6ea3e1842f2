import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request as send } from 'node:http'
import { CURRENT_KEY, MAX_INDEX_BYTES } from './bucket.ts'
import { objectAddress, signedGet } from './request.ts'
import type { Credentials } from './signature.ts'

export type StoreOptions = {
  readonly bucket: string
  readonly region: string
  /** Replaces AWS's own address, for an S3 on this machine. */
  readonly endpoint?: string | undefined
  readonly key?: string
  /** Asked at every read: the platform may rotate them. */
  readonly credentials: () => Credentials
  /** Milliseconds since the epoch; a signature carries its time. */
  readonly now: () => number
  /** From opening the connection to the last byte; a read has at most two tries. */
  readonly tryMilliseconds?: number
  readonly pauseMilliseconds?: number
  readonly maxBytes?: number
}

export type ReadResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly etag: string; readonly body: string }

export type SnapshotStore = { readonly read: (etag: string | undefined) => Promise<ReadResult> }

type Outcome =
  | { readonly ok: true; readonly result: ReadResult }
  | { readonly ok: false; readonly fault: string; readonly again: boolean }

type Limits = { readonly tryMilliseconds: number; readonly maxBytes: number }

const found = (result: ReadResult): Outcome => ({ ok: true, result })
const passing = (fault: string): Outcome => ({ ok: false, fault, again: true })
const lasting = (fault: string): Outcome => ({ ok: false, fault, again: false })
const tooLarge = (maxBytes: number): Outcome => lasting(`larger than ${maxBytes} bytes`)

// The code alone: messages of the network carry addresses.
const faultOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

const outcomeOfStatus = (status: number, wasConditional: boolean): Outcome => {
  // Without the right to list the bucket, S3 says 403 of an object that is not there.
  if (status === 403 || status === 404) return found({ kind: 'missing' })
  if (status === 304 && wasConditional) return found({ kind: 'unchanged' })
  const fault = `status ${status}`
  return status >= 500 || status === 429 ? passing(fault) : lasting(fault)
}

// A body that ends only with its connection cannot be told from one that was cut.
const hasLength = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const refusedByHeader = (incoming: IncomingMessage, maxBytes: number): Outcome | undefined => {
  if (!hasLength(incoming)) return passing('no length')
  return Number(incoming.headers['content-length'] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined
}

const receive = (incoming: IncomingMessage, maxBytes: number, settle: (outcome: Outcome) => void): void => {
  const chunks: Buffer[] = []
  let received = 0
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) settle(tooLarge(maxBytes))
    else chunks.push(chunk)
  })
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8')
    settle(incoming.complete ? found({ kind: 'found', etag: incoming.headers.etag ?? '', body }) : passing('cut short'))
  })
}

const attempt = (open: () => ClientRequest, wasConditional: boolean, limits: Limits): Promise<Outcome> =>
  new Promise((resolve) => {
    const outgoing = open()
    // May be called again by what follows the first outcome, and then changes nothing.
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer)
      resolve(outcome)
      // Only a connection whose reply was read to its end is worth keeping.
      if (!outcome.ok || outcome.result.kind === 'missing') outgoing.destroy()
    }
    // One deadline for the whole try: a timeout of the socket alone would let a dripping body go on for ever.
    const timer = setTimeout(() => settle(passing('timed out')), limits.tryMilliseconds)
    outgoing.on('error', (error) => settle(passing(faultOf(error))))
    outgoing.on('response', (incoming) => {
      incoming.on('error', (error) => settle(passing(faultOf(error))))
      const status = incoming.statusCode ?? 0
      const early =
        status === 200 ? refusedByHeader(incoming, limits.maxBytes) : outcomeOfStatus(status, wasConditional)
      if (early === undefined) {
        receive(incoming, limits.maxBytes, settle)
        return
      }
      incoming.resume()
      settle(early)
    })
    outgoing.end()
  })

const opener = (secure: boolean): ((request: RequestOptions) => ClientRequest) => {
  // An idle connection is given up before S3 does so, and none outlives a frozen container.
  const settings = { keepAlive: true, maxFreeSockets: 1, timeout: 15_000 }
  if (!secure) {
    const agent = new Agent(settings)
    return (request) => send({ ...request, agent })
  }
  // Loading TLS takes 7 ms, a third of an empty process: an S3 on this machine does without.
  const https = process.getBuiltinModule('node:https')
  const agent = new https.Agent(settings)
  return (request) => https.request({ ...request, agent })
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Reads the index object of a bucket. Signs by itself and speaks plain `node:https`: the AWS SDK alone would
 * make a cold start several times as long. Rejects with a short message that holds neither address nor secret.
 */
export const snapshotStore = (options: StoreOptions): SnapshotStore => {
  const { bucket, region, endpoint, key = CURRENT_KEY, credentials, now } = options
  const { tryMilliseconds = 2_000, pauseMilliseconds = 50, maxBytes = MAX_INDEX_BYTES } = options
  const address = objectAddress({ bucket, key, region, endpoint })
  const open = opener(address.secure)
  const tryOnce = (etag: string | undefined): Promise<Outcome> => {
    const request = signedGet(address, { region, credentials: credentials(), etag, at: now() })
    return attempt(() => open(request), etag !== undefined, { tryMilliseconds, maxBytes })
  }
  const read = async (etag: string | undefined): Promise<ReadResult> => {
    const condition = etag === '' ? undefined : etag
    let outcome = await tryOnce(condition)
    if (!outcome.ok && outcome.again) {
      await pause(pauseMilliseconds)
      outcome = await tryOnce(condition)
    }
    if (outcome.ok) return outcome.result
    throw new Error(`S3 read of ${key}: ${outcome.fault}`)
  }
  return { read }
}
