import { signedIn } from '../../../shared/auth/browser.ts'
import { tokenHolder } from '../../../shared/auth/holder.ts'
import { bodyText } from '../../../shared/http/body.ts'
import { HttpError } from '../../../shared/http/errors.ts'
import { type HttpRequest, requestOf } from '../../../shared/http/request.ts'
import { cookieJar } from '../../../shared/sessions/cookie.ts'
import type { TokenRecord } from '../../../shared/tokens/schema.ts'

/** What a refusal says: the message of the error that the service's own code throws. */
export const messageOf = async (refuse: () => unknown): Promise<string> => {
  try {
    await refuse()
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
  throw new Error('This was meant to be refused')
}

const aRequest = (headers: Readonly<Record<string, string>>, body = ''): HttpRequest =>
  requestOf({
    routeKey: '',
    rawPath: '',
    headers,
    body,
    requestContext: { requestId: '', http: { method: 'POST' } },
  })

const NOWHERE = 'https://pointsman.invalid'

const unreachable = () => Promise.reject(new Error('Nobody is looked up for an example'))

/** What a token endpoint says to who is not signed in, comes with a token, or sends what is no JSON or too much. */
export const sessionRefusals = async (): Promise<Readonly<Record<number, string>>> => {
  const sessions = { get: unreachable, touch: unreachable }
  const identify = signedIn({ sessions, jar: cookieJar(NOWHERE), baseUrl: NOWHERE, now: () => new Date(0) })
  const json = { 'content-type': 'application/json' }
  return {
    401: await messageOf(() => identify(aRequest({}))),
    403: await messageOf(() => identify(aRequest({ authorization: 'Bearer example' }))),
    413: await messageOf(() => bodyText('json', aRequest(json, ' '.repeat(20_000)))),
    415: await messageOf(() => bodyText('json', aRequest({}))),
  }
}

/** What a machine endpoint says to who has no token, or one that lacks the scope. */
export const holderRefusals = async (
  { raw, record }: { readonly raw: string; readonly record: TokenRecord },
  at: Date,
): Promise<Readonly<Record<number, string>>> => {
  const tokens = { byHash: () => Promise.resolve(record), touch: unreachable }
  const identify = tokenHolder({ tokens, now: () => at }, 'snapshots:read')
  return {
    401: await messageOf(() => identify(aRequest({}))),
    403: await messageOf(() => identify(aRequest({ authorization: `Bearer ${raw}` }))),
  }
}
