import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { BAD_REQUEST, HEADERS_TOO_LARGE } from './own-answers.ts'

/** Far above the gateway's own limit: what the parser lets through is refused in order, not by cutting the line. */
const PARSER_BYTES = 256 * 1024
/** Above the idle time of common clients, so that none reuses a connection that is just being closed. */
const KEEP_ALIVE_MS = 65_000

/** The answer to what is not HTTP, or is too long to be read: there is no request that could be routed. */
const refuseConnection = (error: Error & { code?: string }, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, body } = error.code === 'HPE_HEADER_OVERFLOW' ? HEADERS_TOO_LARGE : BAD_REQUEST
  const lines = [`HTTP/1.1 ${status} Refused`, 'content-type: application/json', `content-length: ${body.length}`]
  socket.end(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
}

/** A server with the limits and the manners of API Gateway, which nothing that a client sends can bring down. */
export const gatewayServer = (): Server => {
  const server = createServer({ maxHeaderSize: PARSER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS })
  server.on('clientError', refuseConnection)
  server.on('connect', (_request, socket) => refuseConnection(new Error('CONNECT'), socket))
  return server
}
