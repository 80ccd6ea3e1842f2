import { gateway } from '../../infra/local/gateway.ts'
import { gatewayServer } from '../../infra/local/server.ts'
import { operations } from '../../shared/contract/all.ts'
import { routeKeysOf } from '../../shared/http/operation.ts'
import { type Handler, inProcess } from './in-process.ts'
import { listening } from './listening.ts'

export type HandlersServer = { readonly baseUrl: string; readonly close: () => Promise<void> }

/**
 * The functions of some groups behind the local gateway, all in this process. Every route of the contract is there; one
 * of a group without a handler answers as a function that fails.
 */
export const handlersServer = async (
  handlersAt: (baseUrl: string) => Readonly<Record<string, Handler>>,
): Promise<HandlersServer> => {
  const { server, close } = gatewayServer()
  const baseUrl = `http://127.0.0.1:${await listening(server)}`
  const handlers = new Map(Object.entries(handlersAt(baseUrl)))
  const routes = operations.flatMap((operation) =>
    routeKeysOf(operation).map((routeKey) => ({ routeKey, functionId: operation.group })),
  )
  const invoke = inProcess(baseUrl, (group) => handlers.get(group))
  const listener = gateway({ baseUrl, routes, invoke, log: console.error })
  server.on('request', listener)
  return { baseUrl, close }
}
