import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** A server that plays a service as badly as it is told: one reply for each request, the last one for all that follow. */
export const badServer = async (...replies: readonly [Reply, ...Reply[]]) => {
  const requests: IncomingMessage[] = []
  const sockets = new Set<unknown>()
  const server = createServer((request, response) => {
    requests.push(request)
    sockets.add(request.socket)
    const reply = replies[Math.min(requests.length, replies.length) - 1] ?? replies[0]
    reply(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const isAddress = (value: AddressInfo | string | null): value is AddressInfo =>
    typeof value === 'object' && value !== null
  const address = server.address()
  const port = isAddress(address) ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { endpoint: `http://127.0.0.1:${port}`, requests, connections: () => sockets.size, close }
}

export const status =
  (code: number): Reply =>
  (response) =>
    response.writeHead(code).end('<Error/>')
export const reset: Reply = (response) => response.destroy()
export const hang: Reply = () => {}
export const drip: Reply = (response) => {
  response.writeHead(200, { etag: '"v1"', 'content-length': 900 })
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}
export const tooShort: Reply = (response) => {
  response.writeHead(200, { etag: '"v1"', 'content-length': 50 })
  response.write('half')
}
export const cut: Reply = (response) => {
  response.writeHead(200, { etag: '"v1"', 'content-length': 50 })
  response.write('half', () => response.destroy())
}
export const cutChunked: Reply = (response) => {
  response.writeHead(200, { etag: '"v1"' })
  response.write('half', () => response.destroy())
}
export const withoutLength: Reply = (_response, { socket }) =>
  socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf')
export const largeByHeader =
  (bytes: number): Reply =>
  (response) =>
    response.writeHead(200, { 'content-length': bytes }).write('.')
export const largeChunked: Reply = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'.repeat(300)), 1)
  response.on('close', () => clearInterval(timer))
}
export const nonsense: Reply = (_response, { socket }) => socket.end('220 smtp ready\r\n')

/** What only a deadline ends. */
export const endless: ReadonlySet<Reply> = new Set([hang, drip, tooShort])
