import { awsOf } from '../aws/environment.ts'
import { isUnavailable } from '../aws/faults.ts'
import { itemsOf } from '../aws/items.ts'
import { type Environment, setting } from '../config.ts'
import { HttpError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { cookieJar } from '../sessions/cookie.ts'
import { liveSessions, type SessionItems } from '../sessions/live.ts'
import { type PresentedTokens, presentedTokens, type TokenItems } from '../tokens/presented.ts'
import type { Browsers } from './browser.ts'

export type Surroundings = {
  readonly environment: Environment
  readonly now: () => Date
  /** From 0 up to 1. */
  readonly random: () => number
  readonly log: Log
}

const itemsIn = ({ environment, now, random, log }: Surroundings): Pick<TokenItems, 'items' | 'report'> => ({
  items: itemsOf({ ...awsOf(environment, 'DYNAMODB'), now: () => now().getTime(), random }),
  report: (entry) => log({ level: 'error', ...entry }),
})

/** The tokens table that the environment names, item by item. */
export const tokenItems = (surroundings: Surroundings): TokenItems => ({
  ...itemsIn(surroundings),
  table: setting(surroundings.environment, 'POINTSMAN_TOKENS_TABLE'),
})

/** The sessions table that the environment names, item by item. */
export const sessionItems = (surroundings: Surroundings): SessionItems => ({
  ...itemsIn(surroundings),
  table: setting(surroundings.environment, 'POINTSMAN_SESSIONS_TABLE'),
})

/** What it takes to know whose token is presented. */
export const presentedTokensOf = (surroundings: Surroundings): PresentedTokens =>
  presentedTokens(tokenItems(surroundings))

/** What it takes to know who is signed in; a base URL that would let sessions travel in the clear fails the cold start. */
export const browsersOf = (surroundings: Surroundings): Browsers => {
  const baseUrl = setting(surroundings.environment, 'POINTSMAN_BASE_URL')
  const sessions = liveSessions(sessionItems(surroundings))
  return { sessions, jar: cookieJar(baseUrl), baseUrl, now: surroundings.now }
}

const RETRY_AFTER_SECONDS = '2'

/** A database that does not answer in time is 503 and never 401: nobody is let in, and nobody loses a token over it. */
export const expectedFault = (error: unknown): HttpError | undefined =>
  isUnavailable(error)
    ? new HttpError(503, 'The service cannot reach its database; try again shortly', {
        'retry-after': RETRY_AFTER_SECONDS,
      })
    : undefined
