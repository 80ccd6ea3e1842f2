import { eventOf, frontOf } from '../../infra/local/event.ts'
import type { GatewayOptions } from '../../infra/local/gateway.ts'
import { answerOf } from '../../infra/local/response.ts'

/** A function as `serve` makes it: an event in, a result out. */
export type Handler = (event: unknown) => Promise<unknown>

/** Invokes functions in this process, where the service has a thread for each. */
export const inProcess =
  (baseUrl: string, handlerOf: (functionId: string) => Handler | undefined): GatewayOptions['invoke'] =>
  async (functionId, call) => {
    const handle = handlerOf(functionId)
    if (handle === undefined) return { ok: false, reason: 'failed' }
    return { ok: true, answer: answerOf(await handle(eventOf(call, frontOf(baseUrl)))) }
  }
