declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Session = {
    readonly accountId?: string
    grantIdFor(clientId: string): string | undefined
    destroy(): Promise<void>
  }

  /** A Koa context, as far as it is used here. */
  export type Context = {
    type: string
    body: unknown
    set(headers: Readonly<Record<string, string>>): void
    readonly oidc: {
      readonly provider: Provider
      readonly client: { readonly clientId: string }
      readonly session: Session
    }
  }

  /** As much of it as is used here; it comes without types. */
  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: {
      new (of: { readonly clientId: string; readonly accountId: string | undefined }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    readonly Session: { get(context: Context): Promise<Session> }
    callback(): RequestListener
    cookieName(type: 'session'): string
    createContext(request: IncomingMessage, response: ServerResponse): Context
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>
    on(event: 'server_error', listener: (context: Context, error: Error) => void): void
  }
}
