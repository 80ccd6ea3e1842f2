import type { Caller, Identify, TurnedAway } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import type { HttpReply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { type CookieJar, readCookie } from '../sessions/cookie.ts'
import type { LiveSessions } from '../sessions/live.ts'
import type { Session } from '../sessions/schema.ts'
import { workspaceOf } from '../tokens/workspace.ts'
import { readBearer } from './bearer.ts'

/** A person signed in with a browser. */
export type Browser = Caller & {
  readonly kind: 'browser'
  readonly sessionId: string
  readonly session: Session
  readonly workspace: string
}

export type Browsers = {
  readonly sessions: LiveSessions
  readonly jar: CookieJar
  readonly baseUrl: string
  readonly now: () => Date
}

/** The signed-in person behind a request, if there is one; notes a sign of life. */
export const browserOf = async (
  { sessions, jar, now }: Browsers,
  request: HttpRequest,
): Promise<Browser | undefined> => {
  const sessionId = readCookie(request.cookies, jar.session)
  if (sessionId === undefined) return undefined
  const at = now()
  const session = await sessions.get(sessionId, at)
  if (session === undefined) return undefined
  await sessions.touch(sessionId, session, at)
  return { kind: 'browser', sessionId, session, workspace: workspaceOf(session.userId) }
}

const CHANGES_NOTHING: readonly string[] = ['GET', 'HEAD']

/** Whether a request that changes something may come from another site's page: any doubt counts as yes. */
export const isCrossSite = ({ method, headers }: HttpRequest, baseUrl: string): boolean => {
  if (CHANGES_NOTHING.includes(method)) return false
  const site = headers['sec-fetch-site']
  return headers.origin !== new URL(baseUrl).origin || (site !== undefined && site !== 'same-origin')
}

const refuseBearer = ({ headers }: HttpRequest): void => {
  const bearer = readBearer(headers.authorization)
  if (bearer.ok || bearer.reason === 'malformed') {
    throw new HttpError(403, 'This endpoint needs a signed-in browser session')
  }
}

const refuseCrossSite = (request: HttpRequest, baseUrl: string): void => {
  if (isCrossSite(request, baseUrl)) throw new HttpError(403, 'This request must come from a page of this service')
}

/**
 * For endpoints that a page's script calls. A bearer credential is refused before anything is looked up, cookie or not:
 * a leaked token must not manage tokens.
 */
export const signedIn =
  (browsers: Browsers): Identify<Browser> =>
  async (request) => {
    refuseBearer(request)
    const browser = await browserOf(browsers, request)
    if (browser === undefined) throw new HttpError(401, 'Sign in to use this endpoint')
    refuseCrossSite(request, browsers.baseUrl)
    return browser
  }

/** Where to sign in and come back to the page that was asked for. */
export const signInPath = ({ path, rawQuery }: Pick<HttpRequest, 'path' | 'rawQuery'>): string =>
  `/auth/sign-in?return_to=${encodeURIComponent(rawQuery === '' ? path : `${path}?${rawQuery}`)}`

/** What a person without a session sees instead of a page: a redirect to sign-in, or a page with a link to it. */
export type SignedOutPage = (request: HttpRequest) => HttpReply | Promise<HttpReply>

const toSignIn = (request: HttpRequest): HttpReply => ({
  status: 303,
  headers: { location: signInPath(request), 'cache-control': 'no-store' },
  body: '',
})

/**
 * For pages. A GET without a session goes to sign-in and comes back; a POST is answered with a page, never a redirect,
 * because the policy of the page that sent the form governs every hop of a redirect and would block it.
 */
export const signedInPage =
  (browsers: Browsers, signedOut: SignedOutPage): Identify<Browser> =>
  async (request): Promise<Browser | TurnedAway> => {
    const browser = await browserOf(browsers, request)
    if (browser === undefined) {
      const reply = CHANGES_NOTHING.includes(request.method) ? toSignIn(request) : await signedOut(request)
      return { kind: 'turned-away', reply }
    }
    refuseCrossSite(request, browsers.baseUrl)
    return browser
  }
