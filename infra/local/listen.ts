import type { RequestListener, Server } from 'node:http'
import { StartRefusal } from './refusal.ts'
import { type GatewayServer, gatewayServer } from './server.ts'

const reasonOf = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new StartRefusal(`Port ${port} on ${host} is taken. Set PORT to a free one, for instance PORT=${port + 1}.`)
  if (error.code === 'EACCES') return new StartRefusal(`Port ${port} on ${host} needs rights that this user lacks.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartRefusal(`HOST is ${host}, and that is no address of this machine.`)
  return error
}

/** Listens and gives the port, which was chosen by the system when 0 was asked for. */
export const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(reasonOf(error, host, port)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

/**
 * The same service on the other loopback address, to which `localhost` leads on many machines. Nothing depends on it:
 * where there is no IPv6, or the port is taken there, it stays closed.
 */
export const listenBeside = (listener: RequestListener, host: string, port: number): GatewayServer => {
  const beside = gatewayServer()
  const { server } = beside
  server.on('request', listener)
  server.on('error', () => undefined)
  if (host === '127.0.0.1') server.listen(port, '::1')
  return beside
}
