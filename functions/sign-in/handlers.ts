import { type Browsers, browserOf, isCrossSite } from '../../shared/auth/browser.ts'
import { checkReturnPath } from '../../shared/auth/return-path.ts'
import {
  type SessionState,
  sessionOperation,
  signInCallbackOperation,
  signInOperation,
  signOutOperation,
} from '../../shared/contract/sign-in.ts'
import { anyone, type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { badRequest, HttpError } from '../../shared/http/errors.ts'
import { answer, type HttpReply } from '../../shared/http/reply.ts'
import { type HttpRequest, queryOf } from '../../shared/http/request.ts'
import type { Random } from '../../shared/random.ts'
import { clearedCookie, crowdedOut, readCookie, signInCookie } from '../../shared/sessions/cookie.ts'
import { endOf, isSeenDue } from '../../shared/sessions/session.ts'
import { startSignIn } from '../../shared/sessions/sign-in.ts'
import type { SessionStore } from '../../shared/sessions/store.ts'
import { authorizeUrl, logoutUrl, type SignInPages } from './addresses.ts'
import { comeBack } from './callback.ts'
import type { Exchange } from './exchange.ts'
import type { VerifyIdToken } from './id-token.ts'
import { DEFAULT_PAGE, PAGES } from './way-back.ts'

export type Deps = Browsers & {
  readonly sessions: SessionStore
  readonly pages: SignInPages
  readonly exchange: Exchange
  readonly verify: VerifyIdToken
  readonly random: Random
}

const NO_STORE = { 'cache-control': 'no-store' } as const

const redirect = (location: string, ...cookies: readonly string[]): HttpReply => ({
  status: 303,
  headers: { location, ...NO_STORE, 'referrer-policy': 'no-referrer' },
  body: '',
  cookies,
})

const returnPathOf = ({ rawQuery }: HttpRequest): string => {
  const { return_to: sent = [DEFAULT_PAGE] } = queryOf(rawQuery)
  const [text = '', ...more] = sent
  const checked = checkReturnPath(text, PAGES)
  if (more.length > 0 || !checked.ok)
    throw badRequest('The parameter return_to must be one of the pages of this service')
  return checked.path
}

const goAndSignIn =
  ({ sessions, jar, pages, now, random }: Deps) =>
  async (request: HttpRequest): Promise<HttpReply> => {
    const started = startSignIn(returnPathOf(request), { now: now(), random })
    await sessions.putSignIn(started.state, started.pending)
    const cleared = crowdedOut(jar, request.cookies).map((name) => clearedCookie(jar, name))
    return redirect(authorizeUrl(pages, started), signInCookie(jar, started), ...cleared)
  }

const signOut =
  ({ sessions, jar, pages, baseUrl }: Deps) =>
  async (request: HttpRequest): Promise<HttpReply> => {
    if (isCrossSite(request, baseUrl)) throw new HttpError(403, 'This request must come from a page of this service')
    const id = readCookie(request.cookies, jar.session)
    if (id !== undefined) await sessions.delete(id)
    return redirect(logoutUrl(pages), clearedCookie(jar, jar.session))
  }

const sessionState =
  (deps: Deps) =>
  async (request: HttpRequest): Promise<SessionState> => {
    const browser = await browserOf(deps, request)
    if (browser === undefined) return { signedIn: false }
    const { session, workspace } = browser
    const at = deps.now()
    // This very request is a sign of life, and may have prolonged the session.
    const seen = isSeenDue(session, at) ? { ...session, lastSeenAt: at.toISOString() } : session
    return { signedIn: true, email: session.email, workspace, expiresAt: endOf(seen).toISOString() }
  }

/** Signing in, out, and who is signed in. */
export const signInEndpoints = (deps: Deps): readonly Endpoint[] => {
  const [start, back, out, state] = [goAndSignIn(deps), comeBack(deps), signOut(deps), sessionState(deps)]
  return [
    endpoint(signInOperation, anyone, ({ request }) => start(request)),
    endpoint(signInCallbackOperation, anyone, ({ request }) => back(request)),
    endpoint(signOutOperation, anyone, ({ request }) => out(request)),
    endpoint(sessionOperation, anyone, async ({ request }) => answer(sessionOperation, await state(request), NO_STORE)),
  ]
}
