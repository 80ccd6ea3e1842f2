import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { accounts } from './identity/accounts.ts'
import { assetOf } from './identity/assets.ts'
import { signingKey } from './identity/keys.ts'
import { logOut } from './identity/log-out.ts'
import { type Client, providerOf } from './identity/provider.ts'
import { openRecords } from './identity/records.ts'
import { signInStep } from './identity/sign-in.ts'
import { listen } from './listen.ts'
import { errorEntry, logLine } from './log-line.ts'
import { gatewayServer } from './server.ts'

export type IdentityOptions = {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly folder: string
  /** Takes faults of the stand-in itself, one JSON object a line. */
  readonly log: (line: string) => void
}

export type LocalIdentity = {
  /** Where this machine reaches it. */
  readonly url: string
  /** Begins to answer, once it is known for which service. */
  readonly serve: (client: Client) => void
  readonly stop: () => Promise<void>
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

const answerAsset = (response: ServerResponse, { mediaType, content }: { mediaType: string; content: string }): void =>
  void response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-cache' }).end(content)

type Listening = Pick<IdentityOptions, 'folder' | 'log'>

const listenerFor = ({ folder, log }: Listening, client: Client): RequestListener => {
  const records = openRecords(join(folder, 'records.json'), Date.now)
  const people = accounts(records)
  const provider = providerOf({ client, key: signingKey(join(folder, 'key.json')), records, accounts: people })
  const report = (error: unknown): void =>
    log(logLine({ level: 'ERROR', function: 'identity', message: errorEntry(error) }, new Date()))
  provider.on('server_error', (_context, error) => report(error))
  const answerOther = provider.callback()

  const answer = (request: IncomingMessage, response: ServerResponse): unknown => {
    const path = pathOf(request)
    const asset = assetOf(path)
    if (asset !== undefined) return answerAsset(response, asset)
    if (path.startsWith('/login/')) return signInStep({ provider, people, client }, request, response)
    return path === '/logout' ? logOut({ provider, client }, request, response) : answerOther(request, response)
  }
  return async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      report(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    }
  }
}

const NOT_YET: RequestListener = (_request, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** Starts the stand-in for Cognito's user pool and its sign-in pages; who signed in is still known at the next start. */
export const startIdentity = async ({ host, port, ...rest }: IdentityOptions): Promise<LocalIdentity> => {
  let listener = NOT_YET
  const { server, close } = gatewayServer()
  server.on('request', (request, response) => listener(request, response))
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host
  return {
    url: `http://${reached}:${await listen(server, host, port)}`,
    serve: (client) => {
      listener = listenerFor(rest, client)
    },
    stop: close,
  }
}
