import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { approvalEndpoints } from '../../functions/approval/handlers.ts'
import { assetReader } from '../../functions/site/assets.ts'
import { siteEndpoints } from '../../functions/site/handlers.ts'
import { tokensEndpoints } from '../../functions/tokens/handlers.ts'
import { expectedFault } from '../../shared/auth/access.ts'
import { serve } from '../../shared/http/serve.ts'
import { load } from '../../shared/models/loaded.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { newSession } from '../../shared/sessions/session.ts'
import { sessionStore } from '../../shared/sessions/store.ts'
import { tokenStore } from '../../shared/tokens/store.ts'
import { aMintedToken, NOW } from './access.ts'
import { dynamodb } from './dynamodb.ts'
import { handlersServer } from './handlers-server.ts'
import { aWorld } from './routing.ts'
import { SESSIONS, TOKENS } from './tables.ts'

const now = () => new Date()

/** The approval pages with the pages that they lead to, at a real address, with people signed in as if by sign-in. */
export const approvalServer = async () => {
  const logged: unknown[] = []
  const log = (entry: unknown): void => void logged.push(entry)
  const database = await dynamodb([TOKENS, SESSIONS])
  const { db, items } = database
  const sessions = sessionStore({ db, items, table: 'sessions', report: log })
  const tokens = tokenStore({ db, items, table: 'tokens', index: 'byUser', sleep, report: log })
  const loaded = load(JSON.stringify(aWorld()), NOW)
  const served = { log, elapsed: () => 0, expected: expectedFault, errorPage }

  const server = await handlersServer((baseUrl) => {
    const browsers = { sessions, jar: cookieJar(baseUrl), baseUrl, now }
    const deps = { browsers, sessions, tokens, now, random: randomBytes, sleep, report: log }
    const site = {
      current: () => loaded,
      asset: assetReader('functions/site'),
      now,
      browsers,
      baseUrl,
      signInOrigin: baseUrl,
    }
    return {
      approval: serve({ ...served, endpoints: approvalEndpoints(deps) }),
      tokens: serve({ ...served, endpoints: tokensEndpoints(deps) }),
      site: serve({ ...served, endpoints: siteEndpoints(site) }),
    }
  })
  let people = 0

  /** Somebody of a test's own, signed in in a browser. */
  const signIn = async (context: BrowserContext) => {
    people += 1
    const userId = `user-${people}`
    const { id, session } = newSession({ userId, email: `${userId}@example.org` }, { now: now(), random: randomBytes })
    await sessions.put(id, session)
    await context.addCookies([
      { name: cookieJar(server.baseUrl).session, value: id, url: server.baseUrl, httpOnly: true },
    ])
    return { userId, signOut: () => sessions.delete(id) }
  }

  const fillUp = async (userId: string, count: number): Promise<void> => {
    const records = Array.from({ length: count }, () => aMintedToken({ userId }, now()).record)
    for (let from = 0; from < count; from += 20) {
      await Promise.all(records.slice(from, from + 20).map(tokens.create))
    }
  }

  const close = async (): Promise<void> => {
    await server.close()
    await database.close()
  }
  return { baseUrl: server.baseUrl, logged, tokensOf: tokens.ofUser, signIn, fillUp, close }
}
export type ApprovalServer = Awaited<ReturnType<typeof approvalServer>>
