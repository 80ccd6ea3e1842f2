import { isUnavailable } from '../../shared/aws/faults.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import { type HttpRequest, queryOf } from '../../shared/http/request.ts'
import type { Random } from '../../shared/random.ts'
import { type CookieJar, clearedCookie, readCookie, sessionCookie } from '../../shared/sessions/cookie.ts'
import type { PendingSignIn } from '../../shared/sessions/schema.ts'
import { newSession, type Person } from '../../shared/sessions/session.ts'
import type { SessionStore } from '../../shared/sessions/store.ts'
import type { Exchange } from './exchange.ts'
import type { VerifyIdToken } from './id-token.ts'
import { emailNotVerified, notAccepted, notFinished, notReachable } from './pages.ts'
import { DEFAULT_PAGE, keptWayBack } from './way-back.ts'

export type CallbackDeps = {
  readonly sessions: SessionStore
  readonly jar: CookieJar
  readonly exchange: Exchange
  readonly verify: VerifyIdToken
  readonly now: () => Date
  readonly random: Random
}

type Returned = { readonly state: string | undefined; readonly code: string | undefined }

const LONGEST_CODE = 2048

/** Of several values none counts: which one was meant is not ours to guess. */
const onlyOne = (values: readonly string[] = []): string | undefined => (values.length === 1 ? values[0] : undefined)

const returnedBy = ({ rawQuery }: HttpRequest): Returned => {
  const { state, code } = queryOf(rawQuery)
  const sent = onlyOne(code)
  return { state: onlyOne(state), code: sent === undefined || sent.length > LONGEST_CODE ? undefined : sent }
}

/** The new session is there before the old one goes: a failure between the two leaves the person signed in as before. */
const signIn = async (deps: CallbackDeps, request: HttpRequest, person: Person): Promise<string> => {
  const { id, session } = newSession(person, { now: deps.now(), random: deps.random })
  await deps.sessions.put(id, session)
  const older = readCookie(request.cookies, deps.jar.session)
  if (older !== undefined) await deps.sessions.delete(older)
  return sessionCookie(deps.jar, id)
}

type Finishing = { readonly request: HttpRequest; readonly pending: PendingSignIn; readonly code: string | undefined }

const finish = async (deps: CallbackDeps, { request, pending, code }: Finishing): Promise<HttpReply> => {
  const { returnPath, verifier, nonce } = pending
  if (code === undefined) return notAccepted({ returnPath, outcome: 'no code' })
  const exchanged = await deps.exchange({ code, verifier })
  if (!exchanged.ok) {
    const way = { returnPath, outcome: `exchange ${exchanged.reason}` }
    return exchanged.reason === 'unreachable' ? notReachable(way) : notAccepted(way)
  }
  const verified = await deps.verify(exchanged.idToken, nonce)
  if (verified.ok) return goBack(returnPath, await signIn(deps, request, verified.person))
  const way = { returnPath, outcome: `id token ${verified.reason}` }
  switch (verified.reason) {
    case 'unreachable':
      return notReachable(way)
    case 'email':
      return emailNotVerified(way)
    case 'invalid':
    case 'nonce':
      return notAccepted(way)
  }
}

const goBack = (location: string, cookie: string): HttpReply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
  cookies: [cookie],
  logged: { outcome: 'signed in' },
})

const answerTo = async (deps: CallbackDeps, request: HttpRequest, { state, code }: Returned): Promise<HttpReply> => {
  const unfinished = { returnPath: DEFAULT_PAGE, outcome: 'no such sign-in' }
  const binding = state === undefined ? undefined : readCookie(request.cookies, deps.jar.signIn(state))
  if (state === undefined || binding === undefined) return notFinished(unfinished)
  let returnPath = DEFAULT_PAGE
  try {
    const pending = await deps.sessions.takeSignIn({ state, binding, now: deps.now() })
    if (pending === undefined) return notFinished(unfinished)
    returnPath = keptWayBack(pending.returnPath)
    return await finish(deps, { request, pending: { ...pending, returnPath }, code })
  } catch (error) {
    // Here and not in `serve`, so that this outcome clears the cookie too.
    if (isUnavailable(error)) return notReachable({ returnPath, outcome: 'database unavailable' })
    throw error
  }
}

/** Comes back from the sign-in page. Whatever the outcome, the cookie of this sign-in is cleared: it was for one try. */
export const comeBack =
  (deps: CallbackDeps) =>
  async (request: HttpRequest): Promise<HttpReply> => {
    const returned = returnedBy(request)
    const reply = await answerTo(deps, request, returned)
    if (returned.state === undefined) return reply
    return { ...reply, cookies: [...(reply.cookies ?? []), clearedCookie(deps.jar, deps.jar.signIn(returned.state))] }
  }
