import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { approvalEndpoints } from '../../functions/approval/handlers.ts'
import { routingEndpoints } from '../../functions/routing/handlers.ts'
import { signInEndpoints } from '../../functions/sign-in/handlers.ts'
import { assetReader } from '../../functions/site/assets.ts'
import { siteEndpoints } from '../../functions/site/handlers.ts'
import { snapshotsEndpoints } from '../../functions/snapshots/handlers.ts'
import { tokensEndpoints } from '../../functions/tokens/handlers.ts'
import { router } from '../../infra/local/match.ts'
import { expectedFault } from '../../shared/auth/access.ts'
import { operations } from '../../shared/contract/all.ts'
import { type Group, type Operation, routeKeysOf } from '../../shared/http/operation.ts'
import { serve } from '../../shared/http/serve.ts'
import { load } from '../../shared/models/loaded.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { newSession } from '../../shared/sessions/session.ts'
import { type SessionStore, sessionStore } from '../../shared/sessions/store.ts'
import { tokenStore } from '../../shared/tokens/store.ts'
import { aMintedToken, NOW } from './access.ts'
import { type Dynamodb, dynamodb } from './dynamodb.ts'
import { anEvent } from './event.ts'
import { NO_CHANGES } from './routing.ts'
import { SESSIONS, TOKENS } from './tables.ts'

export const BASE_URL = 'https://pointsman.example'
const SIGN_IN_ORIGIN = 'https://sign-in.example'
const jar = cookieJar(BASE_URL)

const bug = (): never => {
  throw new TypeError('A bug of ours')
}

/** Every group's endpoints, as their `index.ts` wires them; `isBroken` puts a bug into each. */
const endpointsOf = (database: Dynamodb, isBroken: boolean) => {
  const now = isBroken ? bug : () => NOW
  const report = () => undefined
  const { db, items } = database
  const made = sessionStore({ db, items, table: SESSIONS.TableName, report })
  const sessions: SessionStore = isBroken ? { ...made, delete: bug } : made
  const sleep = () => Promise.resolve()
  const tokens = tokenStore({ db, items, table: TOKENS.TableName, index: 'byUser', sleep, report })
  const browsers = { sessions, jar, baseUrl: BASE_URL, now }
  const loaded = load(readFileSync('functions/routing/default-index.json', 'utf8'), NOW)
  const random = randomBytes
  const site = {
    current: () => loaded,
    asset: isBroken ? bug : assetReader('functions/site'),
    now,
    browsers,
    baseUrl: BASE_URL,
    signInOrigin: SIGN_IN_ORIGIN,
  }
  const signIn = {
    ...browsers,
    pages: { origin: SIGN_IN_ORIGIN, clientId: 'client', baseUrl: BASE_URL },
    exchange: async ({ code }: { code: string }) =>
      code === 'good' ? ({ ok: true, idToken: 'token' } as const) : ({ ok: false, reason: 'refused' } as const),
    verify: async () => ({ ok: true, person: { userId: 'ann', email: 'ann@example.org' } }) as const,
    random,
  }
  return {
    sessions: made,
    tokens,
    endpoints: {
      routing: routingEndpoints({
        current: () => loaded,
        changes: isBroken ? { log: bug, feed: bug } : NO_CHANGES,
        now,
      }),
      tokens: tokensEndpoints({ browsers, tokens, now, random }),
      snapshots: snapshotsEndpoints({ tokens, now }),
      approval: approvalEndpoints({ browsers, sessions, tokens, random, sleep, report }),
      'sign-in': signInEndpoints(signIn),
      site: siteEndpoints(site),
    } satisfies Record<Group, unknown>,
  }
}

export type Sent = {
  readonly method?: string
  readonly path: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body?: string
  /** Ask functions that have a bug. */
  readonly isBroken?: boolean
}

export type Observed = {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string
}

const byRouteKey = new Map(
  operations.flatMap((operation) => routeKeysOf(operation).map((key) => [key, operation] as const)),
)
const match = router([...byRouteKey.keys()])

const routeOf = (method: string, path: string) => {
  const found = match(method, path.slice(1).split('/'))
  const operation = found === undefined ? undefined : byRouteKey.get(found.routeKey)
  if (found === undefined || operation === undefined) throw new Error(`Nothing answers ${method} ${path}`)
  return { ...found, operation }
}

/** The path of a route as the document writes it, for one that was asked. */
const templateOf = (routeKey: string): string => routeKey.split(' ')[1] ?? routeKey

/** The whole service in this process over real tables and the shipped index; every answer is kept. */
export const contractWorld = async () => {
  const database = await dynamodb([TOKENS, SESSIONS])
  const whole = endpointsOf(database, false)
  const broken = endpointsOf(database, true)
  const quiet = { log: () => undefined, elapsed: () => 0, expected: expectedFault, errorPage }
  const handlersOf = ({ endpoints }: typeof whole) =>
    new Map(Object.entries(endpoints).map(([group, some]) => [group, serve({ ...quiet, endpoints: some })]))
  const handlers = { whole: handlersOf(whole), broken: handlersOf(broken) }
  const handlerOf = (group: Group, isBroken: boolean) => {
    const handler = handlers[isBroken ? 'broken' : 'whole'].get(group)
    if (handler === undefined) throw new Error(`Nothing serves ${group}`)
    return handler
  }
  const observed: Observed[] = []

  const ask = async (sent: Sent): Promise<Observed> => {
    const { method = 'GET', path, query = '', headers = {}, cookies = [], body, isBroken = false } = sent
    const { operation, routeKey, pathParameters: params } = routeOf(method, path)
    const event = anEvent({ method, path, query, headers, routeKey, ...(params === undefined ? {} : { params }) })
    const result = await handlerOf(
      operation.group,
      isBroken,
    )({ ...event, cookies, ...(body === undefined ? {} : { body }) })
    const answer = {
      operation,
      method,
      path: templateOf(routeKey),
      status: result.statusCode,
      headers: result.headers,
      cookies: result.cookies ?? [],
      body: result.isBase64Encoded === true ? Buffer.from(result.body, 'base64').toString('utf8') : result.body,
    }
    observed.push(answer)
    return answer
  }

  let people = 0
  /** Somebody of a test's own, signed in. */
  const someone = async () => {
    people += 1
    const userId = `user-${people}`
    const { id, session } = newSession({ userId, email: `${userId}@example.org` }, { now: NOW, random: randomBytes })
    await whole.sessions.put(id, session)
    return { userId, cookies: [`${jar.session}=${id}`] }
  }

  const aToken = async (overrides: Parameters<typeof aMintedToken>[0] = {}) => {
    const minted = aMintedToken(overrides)
    await whole.tokens.create(minted.record)
    return minted
  }

  const whileDown = async (work: () => Promise<unknown>): Promise<void> => {
    database.faulty.trouble.fault = () => 'throttled'
    await work()
    database.faulty.calm()
  }

  return { ask, observed, someone, aToken, whileDown, close: database.close }
}
export type ContractWorld = Awaited<ReturnType<typeof contractWorld>>
