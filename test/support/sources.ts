import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addressesOf } from '../../functions/refresh/settings.ts'
import { portOf } from './port.ts'

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`

/** What a well-behaved source does: JSON, a validator, and 304 for those who hold it already. */
export const json =
  (text: string): Behaviour =>
  (response, request) => {
    const etag = tagOf(text)
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { 'content-type': 'application/json', etag }).end(text)
  }

export type Feeds = Readonly<Record<string, string>>

/** A server that plays every source: what lies at a path is answered well until a behaviour is set in its place. */
export const playSources = async (feeds: Feeds) => {
  const played = new Map<string, Behaviour>(Object.entries(feeds).map(([path, text]) => [path, json(text)]))
  const requests: string[] = []
  let bytes = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    requests.push(path)
    const { socket } = request
    const before = socket.bytesWritten
    response.on('close', () => {
      bytes += socket.bytesWritten - before
    })
    const behaviour = played.get(path)
    if (behaviour === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    else behaviour(response, request)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  const environment = {
    POINTSMAN_OPENROUTER_URL: `${url}/openrouter`,
    POINTSMAN_MODELS_DEV_URL: `${url}/models-dev`,
    POINTSMAN_GENAI_PRICES_URL: `${url}/genai-prices`,
    POINTSMAN_ARTIFICIAL_ANALYSIS_URL: `${url}/artificial-analysis`,
  }
  return {
    url,
    environment,
    addresses: addressesOf(environment),
    requests,
    bytes: () => bytes,
    play: (path: string, behaviour: Behaviour | string) =>
      played.set(path, typeof behaviour === 'string' ? json(behaviour) : behaviour),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Sources = Awaited<ReturnType<typeof playSources>>
