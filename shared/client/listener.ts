import { createServer, type Server, type ServerResponse } from 'node:http'

/** What the browser shows at the end. */
export type Shown = { readonly status: number; readonly title: string; readonly text: string }

const CALLBACK = '/callback'
const RESULT = '/result'

/** For how long the browser may take to ask for the page that it is sent on to. */
const LINGER_MS = 3_000

/** `no-referrer` and `no-store`: the address of a callback holds a token. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const

/** The texts are our own: nothing of a request is ever shown. */
const pageOf = ({ title, text }: Shown): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} - Pointsman</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`

const show = (response: ServerResponse, shown: Shown): void => {
  response.writeHead(shown.status, HEADERS).end(pageOf(shown))
}

const NOT_FOUND = { status: 404, title: 'Nothing here', text: 'This program waits for one callback only.' }
const NOT_ALLOWED = { status: 405, title: 'Not like this', text: 'A callback is opened by a browser.' }
const USED = {
  status: 409,
  title: 'Already answered',
  text: 'This sign-in was answered before, and nothing was stored this time. Start it again in the terminal.',
}

export type Settled<T> = { readonly shown: Shown; readonly outcome: T }

type Listening<T> = {
  readonly listen: (server: Server) => Promise<number>
  readonly settle: (query: URLSearchParams) => Promise<Settled<T>>
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export type CallbackListener<T> = {
  readonly redirectUri: string
  /** What the one callback came to; `undefined` when the listener was closed before. */
  readonly outcome: Promise<T | undefined>
  readonly close: () => void
}

/**
 * Waits on 127.0.0.1 for one callback. The browser is sent on to a clean page at once, so that its history keeps no
 * token; every further callback is refused.
 */
export const callbackListener = async <T>({ listen, settle, sleep }: Listening<T>): Promise<CallbackListener<T>> => {
  let host = ''
  let isTaken = false
  let shown: Shown | undefined
  let finish: (outcome: T | undefined) => void = () => {}
  const seen = new AbortController()
  const outcome = new Promise<T | undefined>((resolve) => {
    finish = resolve
  })

  const take = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    isTaken = true
    const settled = await settle(query)
    shown = settled.shown
    response.writeHead(303, { ...HEADERS, location: `http://${host}${RESULT}` }).end()
    await sleep(LINGER_MS, seen.signal)
    finish(settled.outcome)
  }

  const server = createServer((request, response) => {
    const [path = '', ...query] = (request.url ?? '').split('?')
    // A name that was made to lead here (DNS rebinding) is not ours.
    if (request.headers.host !== host || ![CALLBACK, RESULT].includes(path)) return show(response, NOT_FOUND)
    if (request.method !== 'GET') return show(response, NOT_ALLOWED)
    if (path === RESULT) {
      if (shown !== undefined) response.on('close', () => seen.abort())
      return show(response, shown ?? NOT_FOUND)
    }
    if (isTaken) return show(response, USED)
    take(new URLSearchParams(query.join('?')), response).catch(() => finish(undefined))
  })
  server.on('close', () => finish(undefined))
  server.on('error', () => finish(undefined))
  host = `127.0.0.1:${await listen(server)}`
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { redirectUri: `http://${host}${CALLBACK}`, outcome, close }
}
