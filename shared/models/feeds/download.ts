import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** What tells a server which version we hold; empty where it named none. */
type Validators = { readonly etag: string; readonly lastModified: string }

export type Wanted = {
  readonly address: string
  /** A key, for one; sent to the origin of `address` only. */
  readonly headers?: Readonly<Record<string, string>>
  readonly held?: Validators | undefined
}

export type Limits = {
  /** From the first connection to the last byte, redirects included. */
  readonly tryMilliseconds: number
  readonly pauseMilliseconds: number
  /** Counted after decompression. */
  readonly maxBytes: number
  readonly tries: number
}

export const LIMITS: Limits = {
  tryMilliseconds: 20_000,
  pauseMilliseconds: 1_000,
  maxBytes: 16 * 1024 * 1024,
  tries: 2,
}

export type FoundText = {
  readonly ok: true
  readonly kind: 'found'
  readonly text: string
  readonly validators: Validators
}

/** `fault` is a word or two that holds neither address nor key. */
export type Downloaded =
  | { readonly ok: true; readonly kind: 'unchanged' }
  | FoundText
  | { readonly ok: false; readonly fault: string }

type Outcome = Downloaded | { readonly ok: false; readonly fault: string; readonly again: true }
type Hop = { readonly to: string }

const MAX_REDIRECTS = 3
/** GitHub serves JSON as plain text; a page that says "sorry" is HTML. */
const READABLE = /^(application\/([a-z.]+\+)?json|text\/(json|plain))\s*(;|$)/i

const lasting = (fault: string): Outcome => ({ ok: false, fault })
const passing = (fault: string): Outcome => ({ ok: false, fault, again: true })
const faultOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

const refusedByStatus = (status: number, wasConditional: boolean): Outcome | undefined => {
  if (status === 304 && wasConditional) return { ok: true, kind: 'unchanged' }
  if (status >= 500 || status === 429) return passing(`status ${status}`)
  return status === 200 ? undefined : lasting(`status ${status}`)
}

const refusedByHeader = ({ headers }: IncomingMessage, maxBytes: number): Outcome | undefined => {
  if (!READABLE.test(headers['content-type'] ?? '')) return lasting('wrong content type')
  if (Number(headers['content-length'] ?? 0) > maxBytes) return lasting('too large')
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase()
  return ['identity', 'gzip'].includes(encoding) ? undefined : lasting('unknown encoding')
}

const bodyOf = (incoming: IncomingMessage, fail: (error: Error) => void): Readable => {
  if ((incoming.headers['content-encoding'] ?? '').toLowerCase() !== 'gzip') return incoming
  const gunzip = createGunzip()
  gunzip.on('error', fail)
  return incoming.pipe(gunzip)
}

const receive = (incoming: IncomingMessage, maxBytes: number, settle: (outcome: Outcome) => void): void => {
  const chunks: Buffer[] = []
  let received = 0
  const body = bodyOf(incoming, () => settle(passing('cut short')))
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= maxBytes) chunks.push(chunk)
    else {
      // A bomb unpacks on from what it has buffered, whether or not the connection still stands.
      chunks.length = 0
      body.destroy()
      settle(lasting('too large'))
    }
  })
  body.on('end', () => {
    if (!incoming.complete) return settle(passing('cut short'))
    const { etag = '', 'last-modified': lastModified = '' } = incoming.headers
    settle({
      ok: true,
      kind: 'found',
      text: Buffer.concat(chunks).toString('utf8'),
      validators: { etag, lastModified },
    })
  })
}

/** Where a redirect leads: never from https to plain http. */
const targetOf = ({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null | undefined => {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const target = URL.parse(headers.location ?? '', from.href)
  if (target === null || !/^https?:$/.test(target.protocol)) return null
  return from.protocol === 'https:' && target.protocol !== 'https:' ? null : target
}

const headersOf = ({ headers, held, address }: Wanted, url: URL): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'pointsman',
  ...(url.origin === new URL(address).origin ? headers : {}),
  ...(held?.etag ? { 'if-none-match': held.etag } : {}),
  ...(held?.lastModified ? { 'if-modified-since': held.lastModified } : {}),
})

type Try = { readonly wanted: Wanted; readonly signal: AbortSignal; readonly maxBytes: number }

const isConditional = ({ held }: Wanted): boolean => Boolean(held?.etag || held?.lastModified)

const hop = (url: URL, { wanted, signal, maxBytes }: Try): Promise<Outcome | Hop> =>
  new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http
    const outgoing = request(url, { headers: headersOf(wanted, url), agent: false, signal })
    // May be called again by what follows the first outcome, and then changes nothing.
    const settle = (outcome: Outcome | Hop): void => {
      resolve(outcome)
      outgoing.destroy()
    }
    const fail = (error: Error): void => settle(passing(signal.aborted ? 'timed out' : faultOf(error)))
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      incoming.on('error', fail)
      const target = targetOf(incoming, url)
      if (target === null) return settle(lasting('redirected to nowhere safe'))
      if (target !== undefined) return settle({ to: target.href })
      const early =
        refusedByStatus(incoming.statusCode ?? 0, isConditional(wanted)) ?? refusedByHeader(incoming, maxBytes)
      if (early === undefined) receive(incoming, maxBytes, settle)
      else settle(early)
    })
    outgoing.end()
  })

const follow = async (each: Try): Promise<Outcome> => {
  let address = each.wanted.address
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const outcome = await hop(new URL(address), each)
    if (!('to' in outcome)) return outcome
    address = outcome.to
  }
  return lasting('too many redirects')
}

const attempt = async (wanted: Wanted, { tryMilliseconds, maxBytes }: Limits): Promise<Outcome> => {
  const stop = new AbortController()
  // One deadline for the whole try: a timeout of the socket alone would let a dripping body go on for ever.
  const timer = setTimeout(() => stop.abort(), tryMilliseconds)
  try {
    return await follow({ wanted, signal: stop.signal, maxBytes })
  } finally {
    clearTimeout(timer)
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Reads one address within bounds of time and memory; a fault that may pass is tried again. Never rejects. */
export const download = async (wanted: Wanted, limits: Limits): Promise<Downloaded> => {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(wanted, limits)
    if (outcome.ok) return outcome
    if (!('again' in outcome) || tries >= limits.tries) return { ok: false, fault: outcome.fault }
    await pause(limits.pauseMilliseconds)
  }
}
