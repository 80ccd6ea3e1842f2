import { createServer, type RequestListener } from 'node:http'
import { gateway } from '../../infra/local/gateway.ts'
import { areaB, isServed, routes } from './area-b.ts'
import { inProcess } from './in-process.ts'
import { closed, listening } from './listening.ts'

/** Tokens, snapshots and the site behind the local gateway, in this process, with the clock of this machine. */
export const areaBServer = async () => {
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  const baseUrl = `http://127.0.0.1:${await listening(server)}`
  const world = await areaB({ baseUrl, now: () => new Date() })
  const { functions } = world
  listener = gateway({
    baseUrl,
    routes: routes.map(([routeKey, functionId]) => ({ routeKey, functionId })),
    invoke: inProcess(baseUrl, (id) => (isServed(id) ? functions[id] : undefined)),
    log: () => undefined,
  })
  const close = async (): Promise<void> => {
    await closed(server)
    await world.close()
  }
  return { ...world, baseUrl, close }
}
