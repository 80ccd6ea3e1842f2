import type { Server } from 'node:http'

/** The port of a server that listens. */
export const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
