import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errorPage, PAGE_HEADERS } from './pages.ts'
import type { Client } from './provider.ts'

export type LogOut = { readonly provider: Provider; readonly client: Client }

const clearedCookie = (name: string): string => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** Cognito's own way to sign out, which is not OpenID's: `client_id` and `logout_uri`, and nothing is asked. */
export const logOut = async (
  { provider, client }: LogOut,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { searchParams } = new URL(request.url ?? '/', client.baseUrl)
  const back = searchParams.get('logout_uri')
  if (searchParams.get('client_id') !== client.clientId || back !== `${client.baseUrl}/`) {
    response.writeHead(400, PAGE_HEADERS).end(await errorPage('This is no address to sign out to.', client.baseUrl))
    return
  }
  const session = await provider.Session.get(provider.createContext(request, response))
  await session.destroy()
  const cookie = clearedCookie(provider.cookieName('session'))
  response.writeHead(302, { location: back, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}
