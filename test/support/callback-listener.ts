import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { closed } from './listening.ts'

/** Where a client may listen: the name in its redirect_uri, and the address behind it. */
export const LISTENING_AT = [
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['[::1]', '::1'],
] as const

export type CallbackListener = {
  readonly redirectUri: string
  readonly state: string
  /** The address of the approval page for this client. */
  readonly pageAt: (baseUrl: string) => string
  /** The parameters of every callback so far, in order, as they were sent. */
  readonly callbacks: readonly (readonly (readonly [name: string, value: string])[])[]
  readonly referrers: readonly (string | undefined)[]
  readonly close: () => Promise<void>
}

/** Every kind of printable ASCII that something on the way could take for its own. */
const hostileState = (): string => `a&b=c;d#e?f/g%41 +"'<>\\|\`{}^~[]@!$()*,:${randomBytes(16).toString('hex')}`

/** With an icon of its own, or browsers would ask for one. */
const THANKS = '<!doctype html><title>Done</title><link rel="icon" href="data:," /><h1>Done</h1>'

type Place = { readonly host: string; readonly address: string; readonly client?: string }

/** A local client as its author would write it: listens, opens the page, takes what comes and thanks. */
export const callbackListener = async ({ host, address, client = 'loop-runner' }: Place): Promise<CallbackListener> => {
  const callbacks: [string, string][][] = []
  const referrers: (string | undefined)[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== '/callback') return void response.writeHead(404).end()
    callbacks.push([...searchParams])
    referrers.push(headers.referer)
    response.writeHead(200, { 'content-type': 'text/html' }).end(THANKS)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, address, resolve)
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The listener has no port')
  const redirectUri = `http://${host}:${bound.port}/callback`
  const state = hostileState()
  const query = new URLSearchParams({ client, redirect_uri: redirectUri, state })
  return {
    redirectUri,
    state,
    pageAt: (baseUrl) => `${baseUrl}/settings/api-tokens/cli?${query}`,
    callbacks,
    referrers,
    close: () => closed(server),
  }
}
