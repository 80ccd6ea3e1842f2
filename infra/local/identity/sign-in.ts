import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { readBody } from '../body.ts'
import { type Accounts, emailOf } from './accounts.ts'
import { errorPage, PAGE_HEADERS, signInHeaders, signInPage } from './pages.ts'
import type { Client } from './provider.ts'

export type SignInStep = { readonly provider: Provider; readonly people: Accounts; readonly client: Client }

const MOST_BYTES = 4096

/** The sign-in of this browser under this very address; nothing where it is over or was begun in another browser. */
const isUnderWay = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
  try {
    const { uid } = await provider.interactionDetails(request, response)
    return request.url === `/login/${uid}`
  } catch {
    return false
  }
}

const enteredBy = async (request: IncomingMessage): Promise<string> => {
  const body = await readBody(request, MOST_BYTES)
  return typeof body === 'string' ? '' : (new URLSearchParams(body.toString('utf8')).get('email') ?? '')
}

/** Shows the form, and takes it: whoever gives an address is signed in by it. */
export const signInStep = async (
  { provider, people, client: { baseUrl } }: SignInStep,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (!(await isUnderWay(provider, request, response))) {
    const page = await errorPage('It is already finished, or was begun too long ago or in another browser.', baseUrl)
    response.writeHead(400, PAGE_HEADERS).end(page)
    return
  }
  if (request.method !== 'POST') {
    response.writeHead(200, signInHeaders(baseUrl)).end(await signInPage({ baseUrl }))
    return
  }
  const entered = await enteredBy(request)
  const email = emailOf(entered)
  if (email === undefined) {
    response.writeHead(400, signInHeaders(baseUrl)).end(await signInPage({ baseUrl, refused: entered }))
    return
  }
  await provider.interactionFinished(request, response, { login: { accountId: people.signedIn(email) } })
}
