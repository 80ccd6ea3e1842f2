import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { BAD_REQUEST, HEADERS_TOO_LARGE } from './own-answers.ts'

/** Far above the gateway's own limit: what the parser lets through is refused in order, not by cutting the line. */
const PARSER_BYTES = 256 * 1024
/** Above the idle time of common clients, so that none reuses a connection that is just being closed. */
const KEEP_ALIVE_MS = 65_000

/** How long a request may go on while the service stops. */
const GRACE_MS = 3_000
const SWEEP_MS = 20
/** How long a client that still sends may take to read that it was refused. */
const LINGER_MS = 1_000

/** The answer to what is not HTTP, or is too long to be read: there is no request that could be routed. */
const refuseConnection = (error: Error & { code?: string }, socket: Duplex): void => {
  // Every further piece of what was refused is a fault again; to close now would take the answer with it.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, body } = error.code === 'HPE_HEADER_OVERFLOW' ? HEADERS_TOO_LARGE : BAD_REQUEST
  const lines = [`HTTP/1.1 ${status} Refused`, 'content-type: application/json', `content-length: ${body.length}`]
  socket.end(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

export type GatewayServer = {
  readonly server: Server
  /** Ends when the requests that are being answered are answered, or soon after. */
  readonly close: () => Promise<void>
}

/** A server with the limits and the manners of API Gateway, which nothing that a client sends can bring down. */
export const gatewayServer = (): GatewayServer => {
  const server = createServer({ maxHeaderSize: PARSER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS })
  server.on('clientError', refuseConnection)
  server.on('connect', (_request, socket) => refuseConnection(new Error('CONNECT'), socket))

  // Browsers open connections ahead of need, and Node does not count one as idle before its first request.
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      // A connection whose last request is answered meanwhile would be kept alive.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      server.close(() => {
        clearTimeout(force)
        clearInterval(sweep)
        resolve()
      })
      for (const socket of unused) socket.destroy()
    })
  return { server, close }
}
