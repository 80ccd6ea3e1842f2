import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assetReader } from '../../functions/site/assets.ts'
import { siteEndpoints } from '../../functions/site/handlers.ts'
import { snapshotsEndpoints } from '../../functions/snapshots/handlers.ts'
import { tokensEndpoints } from '../../functions/tokens/handlers.ts'
import { router } from '../../infra/local/match.ts'
import { expectedFault } from '../../shared/auth/access.ts'
import { documentClient } from '../../shared/aws/document-client.ts'
import { operations } from '../../shared/contract/all.ts'
import { routeKeysOf } from '../../shared/http/operation.ts'
import { serve } from '../../shared/http/serve.ts'
import { load } from '../../shared/models/loaded.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import type { Session } from '../../shared/sessions/schema.ts'
import { newSession } from '../../shared/sessions/session.ts'
import { sessionStore } from '../../shared/sessions/store.ts'
import { tokenStore } from '../../shared/tokens/store.ts'
import { NOW } from './access.ts'
import { type Dynamodb, dynamodb, itemsFor } from './dynamodb.ts'
import { anEvent } from './event.ts'
import { aWorld } from './routing.ts'
import { SESSIONS, TOKENS } from './tables.ts'

export const BASE_URL = 'https://pointsman.example'
export const SIGN_IN_ORIGIN = 'https://sign-in.example'

export type Setting = {
  readonly baseUrl?: string
  readonly now?: () => Date
  /** Waits long for the database: for tests that ask more at once than one thread can answer in time. */
  readonly isPatient?: boolean
}

const PATIENCE_MS = 30_000

const patient = (endpoint: string): Pick<Dynamodb, 'db' | 'items'> => ({
  db: documentClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: { requestTimeout: PATIENCE_MS, throwOnRequestTimeout: true },
  }),
  items: itemsFor(endpoint, { tryMilliseconds: PATIENCE_MS }),
})

/** The functions of tokens, snapshots and the site around these tables, as `index.ts` wires them. */
const functionsOf = (
  { db, items }: Pick<Dynamodb, 'db' | 'items'>,
  { baseUrl = BASE_URL, now = () => NOW }: Setting,
) => {
  const logged: Readonly<Record<string, unknown>>[] = []
  const log = (entry: Readonly<Record<string, unknown>>): void => void logged.push(entry)
  const report = (entry: Readonly<Record<string, unknown>>): void => log({ level: 'error', ...entry })
  const tokens = tokenStore({ db, items, table: TOKENS.TableName, index: 'byUser', sleep, report })
  const sessions = sessionStore({ db, items, table: SESSIONS.TableName, report })
  const jar = cookieJar(baseUrl)
  const browsers = { sessions, jar, baseUrl, now }
  const loaded = load(JSON.stringify(aWorld()), NOW)
  const served = { log, elapsed: () => 0, expected: expectedFault }
  const site = siteEndpoints({
    current: () => loaded,
    asset: assetReader('functions/site'),
    now,
    browsers,
    baseUrl,
    signInOrigin: SIGN_IN_ORIGIN,
  })
  return {
    logged,
    tokens,
    sessions,
    jar,
    functions: {
      tokens: serve({ ...served, endpoints: tokensEndpoints({ browsers, tokens, now, random: randomBytes }) }),
      snapshots: serve({ ...served, endpoints: snapshotsEndpoints({ tokens, now }) }),
      site: serve({ ...served, endpoints: site, errorPage }),
    },
  }
}

type Functions = ReturnType<typeof functionsOf>['functions']

export const isServed = (group: string): group is keyof Functions => ['tokens', 'snapshots', 'site'].includes(group)

/** The route keys of these functions, each with the function that answers it. */
export const routes = operations.flatMap((operation) =>
  isServed(operation.group) ? routeKeysOf(operation).map((routeKey) => [routeKey, operation.group] as const) : [],
)

const match = router(routes.map(([routeKey]) => routeKey))
const groupOf = new Map<string, string>(routes)

export type Sent = {
  readonly path: string
  readonly method?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  /** As it travels; what is no text travels as JSON. */
  readonly body?: unknown
}

const eventFor = ({ path, method = 'GET', cookie, headers = {}, body }: Sent) => {
  const found = match(method, path.slice(1).split('/'))
  if (found === undefined) throw new Error(`Nothing answers ${method} ${path}`)
  const { routeKey, pathParameters: params } = found
  return {
    ...anEvent({ method, path, routeKey, headers, ...(params === undefined ? {} : { params }) }),
    ...(cookie === undefined ? {} : { cookies: [cookie] }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

/** What a page of ours sends along with a request that changes something. */
export const FROM_OUR_PAGE = { origin: BASE_URL, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

const asker = (functions: Functions) => async (sent: Sent) => {
  const event = eventFor(sent)
  const group = groupOf.get(event.routeKey) ?? ''
  if (!isServed(group)) throw new Error(`Nothing answers ${event.routeKey}`)
  const { statusCode: status, headers, body } = await functions[group](event)
  return { status, headers, body }
}

export type Signed = { readonly id: string; readonly cookie: string; readonly session: Session }

/** The real functions on a real (embedded) database, with people who are signed in. */
export const areaB = async (setting: Setting = {}) => {
  const { now = () => NOW, isPatient = false } = setting
  const database = await dynamodb([TOKENS, SESSIONS])
  const world = functionsOf(isPatient ? patient(database.faulty.endpoint) : database, setting)
  let people = 0

  /** Somebody of a test's own, signed in. */
  const someone = async (overrides: Partial<Session> = {}): Promise<Signed> => {
    people += 1
    const person = { userId: `user-${people}`, email: `person-${people}@example.org` }
    const { id, session } = newSession(person, { now: now(), random: randomBytes })
    const mine = { ...session, ...overrides }
    await world.sessions.put(id, mine)
    return { id, cookie: `${world.jar.session}=${id}`, session: mine }
  }

  return { ...world, ask: asker(world.functions), database, faulty: database.faulty, someone, close: database.close }
}
export type AreaB = Awaited<ReturnType<typeof areaB>>
