import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** A server that plays S3 as badly as it is told: one reply for each request, the last one for all that follow. */
export const fakeS3 = async (...replies: readonly [Reply, ...Reply[]]) => {
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
