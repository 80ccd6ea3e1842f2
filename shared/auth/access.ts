import { setTimeout as sleep } from 'node:timers/promises'
import { documentClient, isUnavailable, itemReader } from '../aws.ts'
import { type Environment, setting } from '../config.ts'
import { HttpError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { cookieJar } from '../sessions/cookie.ts'
import { sessionStore } from '../sessions/store.ts'
import { tokenStore } from '../tokens/store.ts'
import type { Browsers } from './browser.ts'

export type Surroundings = { readonly environment: Environment; readonly now: () => Date; readonly log: Log }

/** The index of the tokens table by user; the stack makes it under this name. */
const BY_USER = 'byUser'

const database = () => {
  const db = documentClient()
  return { db, readItem: itemReader(db) }
}

/** The token store of a function that the environment gives a tokens table. */
export const tokensOf = ({ environment, log }: Surroundings) =>
  tokenStore({
    ...database(),
    table: setting(environment, 'POINTSMAN_TOKENS_TABLE'),
    index: BY_USER,
    sleep,
    report: (entry) => log({ level: 'error', ...entry }),
  })

/** The session store of a function that the environment gives a sessions table. */
export const sessionsOf = ({ environment, log }: Surroundings) =>
  sessionStore({
    ...database(),
    table: setting(environment, 'POINTSMAN_SESSIONS_TABLE'),
    report: (entry) => log({ level: 'error', ...entry }),
  })

/** What it takes to know who is signed in; a base URL that would let sessions travel in the clear fails the cold start. */
export const browsersOf = (surroundings: Surroundings): Browsers => {
  const baseUrl = setting(surroundings.environment, 'POINTSMAN_BASE_URL')
  return { sessions: sessionsOf(surroundings), jar: cookieJar(baseUrl), baseUrl, now: surroundings.now }
}

const RETRY_AFTER_SECONDS = '2'

/** A database that does not answer in time is 503 and never 401: nobody is let in, and nobody loses a token over it. */
export const expectedFault = (error: unknown): HttpError | undefined =>
  isUnavailable(error)
    ? new HttpError(503, 'The service cannot reach its database; try again shortly', {
        'retry-after': RETRY_AFTER_SECONDS,
      })
    : undefined
