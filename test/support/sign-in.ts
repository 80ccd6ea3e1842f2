import * as z from 'zod/mini'
import { exchanger } from '../../functions/sign-in/exchange.ts'
import { signInEndpoints } from '../../functions/sign-in/handlers.ts'
import { idTokenVerifier } from '../../functions/sign-in/id-token.ts'
import { expectedFault } from '../../shared/auth/access.ts'
import { SessionState } from '../../shared/contract/sign-in.ts'
import { type GatewayResult, serve } from '../../shared/http/serve.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { type SessionStore, sessionStore } from '../../shared/sessions/store.ts'
import { fixedRandom, NOW } from './access.ts'
import { type Dynamodb, dynamodb, itemsOf } from './dynamodb.ts'
import { type Asked, anEvent } from './event.ts'
import { aPair, CLIENT_ID, type FakeCognito, fakeCognito, json, type Pair, POOL_ID, signed } from './fake-cognito.ts'
import { SESSIONS } from './tables.ts'

export const BASE_URL = 'https://pointsman.example'
const ISSUER = `https://cognito-idp.eu-west-1.amazonaws.com/${POOL_ID}`

/** Shorter than in the service, and far longer than an answer on one machine takes. */
const TIMEOUT_MS = 500

type Claims = Readonly<Record<string, unknown>>

export type AskedBy = Asked & { readonly cookies?: readonly string[] }

/** A sign-in that has begun in one browser. */
export type Begun = {
  readonly reply: GatewayResult
  readonly state: string
  readonly nonce: string
  /** As the browser sends it back. */
  readonly cookie: string
  readonly cookieName: string
  readonly authorize: URL
}

export type SignInWorld = {
  readonly database: Dynamodb
  readonly cognito: FakeCognito
  readonly pair: Pair
  readonly sessions: SessionStore
  readonly log: Record<string, unknown>[]
  now: Date
  readonly ask: (asked: AskedBy) => Promise<GatewayResult>
  /** The function as a fresh container has it: without keys. */
  readonly restart: () => void
  readonly begin: (query?: string) => Promise<Begun>
  /** Comes back with a code, for which Cognito gives a token with these claims. */
  readonly finish: (begun: Begun, claims?: Claims, asked?: AskedBy) => Promise<GatewayResult>
  readonly records: (kind: string) => Promise<readonly Record<string, unknown>[]>
  readonly close: () => Promise<void>
}

/** Times by the real clock, because the verifier reads no other. */
export const claimsFor = (nonce: string): Claims => {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: ISSUER,
    aud: CLIENT_ID,
    token_use: 'id',
    sub: 'ann',
    email: 'ann@example.org',
    email_verified: true,
    nonce,
    iat: seconds,
    exp: seconds + 300,
  }
}

export const cookieNames = ({ cookies = [] }: GatewayResult): readonly string[] =>
  cookies.map((cookie) => cookie.slice(0, cookie.indexOf('=')))

const begunBy = (reply: GatewayResult): Begun => {
  const authorize = new URL(reply.headers.location ?? '')
  const [cookie = ''] = reply.cookies?.[0]?.split(';') ?? []
  const [state, nonce] = [authorize.searchParams.get('state') ?? '', authorize.searchParams.get('nonce') ?? '']
  return { reply, state, nonce, cookie, cookieName: cookie.slice(0, cookie.indexOf('=')), authorize }
}

export const CODE = 'a-code-that-nobody-else-may-see'

/** The sign-in function over an embedded database and a Cognito that does what a test asks. */
export const signInWorld = async (): Promise<SignInWorld> => {
  const database = await dynamodb([SESSIONS])
  const pair = aPair('first')
  const cognito = await fakeCognito(pair)
  const log: Record<string, unknown>[] = []
  const { db, items } = database
  const sessions = sessionStore({ db, items, table: SESSIONS.TableName, report: (entry) => log.push(entry) })
  const pages = { origin: cognito.origin, clientId: CLIENT_ID, baseUrl: BASE_URL }
  const random = fixedRandom('sign-in')

  const fresh = () =>
    serve({
      endpoints: signInEndpoints({
        sessions,
        jar: cookieJar(BASE_URL),
        baseUrl: BASE_URL,
        now: () => world.now,
        pages,
        exchange: exchanger(pages, TIMEOUT_MS),
        verify: idTokenVerifier({
          userPoolId: POOL_ID,
          clientId: CLIENT_ID,
          endpoint: cognito.origin,
          timeoutMs: TIMEOUT_MS,
        }),
        random,
      }),
      log: (entry) => log.push(entry),
      expected: expectedFault,
      errorPage,
      elapsed: () => 0,
    })
  let handle = fresh()

  const world: SignInWorld = {
    database,
    cognito,
    pair,
    sessions,
    log,
    now: NOW,
    ask: ({ cookies = [], ...asked }) => handle({ ...anEvent(asked), cookies }),
    restart: () => {
      handle = fresh()
    },
    begin: async (query = '') => begunBy(await world.ask({ path: '/auth/sign-in', query })),
    finish: (begun, claims = {}, asked = {}) => {
      const idToken = signed(pair, { ...claimsFor(begun.nonce), ...claims })
      cognito.token = () => json({ id_token: idToken, access_token: 'unused', token_type: 'Bearer' })
      return world.ask({
        path: '/auth/callback',
        query: `code=${CODE}&state=${begun.state}`,
        cookies: [begun.cookie],
        ...asked,
      })
    },
    records: async (kind) =>
      (await itemsOf(database.plain, SESSIONS.TableName)).filter(({ key }) => String(key).startsWith(`${kind}:`)),
    close: async () => {
      await cognito.close()
      await database.close()
    },
  }
  return world
}

/** What `GET /auth/session` says to a browser with this cookie. */
export const sessionState = async (world: SignInWorld, cookie: string): Promise<SessionState> => {
  const { body } = await world.ask({ path: '/auth/session', cookies: [cookie] })
  return z.parse(SessionState, JSON.parse(body))
}
