import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { approvalEndpoints } from '../../functions/approval/handlers.ts'
import { expectedFault } from '../../shared/auth/access.ts'
import { serve } from '../../shared/http/serve.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { newSession } from '../../shared/sessions/session.ts'
import { sessionStore } from '../../shared/sessions/store.ts'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { tokenStore } from '../../shared/tokens/store.ts'
import { aMintedToken, later, NOW } from './access.ts'
import { type Dynamodb, dynamodb } from './dynamodb.ts'
import { anEvent } from './event.ts'
import { SESSIONS, TOKENS } from './tables.ts'

const BASE_URL = 'https://pointsman.example'
export const PATH = '/settings/api-tokens/cli'

/** Markup that would show wherever text is not escaped. */
export const HOSTILE = `"><script>alert(1)</script>'&amp;<img src=x>`

export type Asked = { readonly client: string; readonly redirect_uri: string; readonly state: string }

/** What a command-line client asks for. */
export const anApproval = (overrides: Partial<Asked> = {}): Asked => ({
  client: 'loop-runner',
  redirect_uri: 'http://127.0.0.1:8976/callback?session=1',
  state: 'st-0123456789abcdef',
  ...overrides,
})

type Field = readonly [name: string, value: string]

export const encoded = (fields: Iterable<Field> | Asked): string =>
  new URLSearchParams(
    Symbol.iterator in fields ? [...fields].map(([name, value]): [string, string] => [name, value]) : { ...fields },
  ).toString()

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

export const unescaped = (html: string): string =>
  Object.entries(ENTITIES).reduce((text, [entity, character]) => text.replaceAll(entity, character), html)

const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** What a browser would send of a page's form, its button apart. */
export const fieldsIn = (body: string): Field[] =>
  [...body.matchAll(/<input [^>]*>/g)].flatMap(([tag]) => {
    const isSent = tag.includes('type="hidden"') || / checked[ /]/.test(tag)
    return isSent ? [[attribute(tag, 'name'), attribute(tag, 'value')] as const] : []
  })

export type Answer = Awaited<ReturnType<ReturnType<typeof serve>>>

/** The parameters that an answer takes to the callback, as a client reads them: a list, so that a repeat shows. */
export const delivered = ({ headers }: Answer): Field[] => [...new URL(headers.location ?? '').searchParams]

export type Person = { readonly cookie: string; readonly id: string; readonly userId: string }

/** The approval function over real tables, for the tests of one file. Every test ends with a look at what was logged. */
export const approvalWorld = () => {
  let made: Dynamodb | undefined
  let now = NOW
  let people = 0
  const logged: Record<string, unknown>[] = []
  const secrets = new Set<string>()

  const there = (): Dynamodb => {
    if (made === undefined) throw new Error('The tables are made before the first test')
    return made
  }
  const log = (entry: Record<string, unknown>): void => void logged.push(entry)
  const tables = () => ({ db: there().db, items: there().items })
  const sessions = () => sessionStore({ ...tables(), table: 'sessions', report: log })
  const tokens = () => tokenStore({ ...tables(), table: 'tokens', index: 'byUser', sleep, report: log })

  const handler = () =>
    serve({
      endpoints: approvalEndpoints({
        browsers: { sessions: sessions(), jar: cookieJar(BASE_URL), baseUrl: BASE_URL, now: () => now },
        sessions: sessions(),
        tokens: tokens(),
        random: randomBytes,
        sleep,
        report: log,
      }),
      log,
      elapsed: () => 0,
      expected: expectedFault,
      errorPage,
    })

  /** What is secret of a test, in so far as it was logged: bare, or as JSON writes it. */
  const leaks = (): string[] => {
    const lines = JSON.stringify(logged)
    return [...secrets].filter(
      (secret) => lines.includes(secret) || lines.includes(JSON.stringify(secret).slice(1, -1)),
    )
  }

  const answered = async (event: unknown): Promise<Answer> => {
    const answer = await handler()(event)
    const token = /[?&]token=([^&]*)/.exec(answer.headers.location ?? '')?.[1]
    if (token !== undefined) secrets.add(token)
    return answer
  }

  type Extras = { readonly headers?: Record<string, string> }

  const get = (person: Person | undefined, query: string, { headers = {} }: Extras = {}): Promise<Answer> => {
    if (query !== '') secrets.add(query)
    const event = anEvent({ path: PATH, query, headers })
    return answered({ ...event, cookies: person === undefined ? [] : [person.cookie] })
  }

  const post = (person: Person | undefined, body: string, { headers = {} }: Extras = {}): Promise<Answer> => {
    if (body !== '') secrets.add(body)
    const own = {
      origin: BASE_URL,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const event = anEvent({ method: 'POST', path: PATH, headers: { ...own, ...headers } })
    return answered({
      ...event,
      cookies: person === undefined ? [] : [person.cookie],
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
    })
  }

  /** A person of a test's own, unless it names one. */
  const newUser = (): string => {
    people += 1
    return `user-${people}`
  }

  const signedIn = async (userId = newUser()): Promise<Person> => {
    const { id, session } = newSession({ userId, email: `${userId}@example.org` }, { now, random: randomBytes })
    await sessions().put(id, session)
    for (const secret of [id, session.email, session.ticketKey]) secrets.add(secret)
    return { cookie: `${cookieJar(BASE_URL).session}=${id}`, id, userId }
  }

  /** Opens the page as a person and gives its form. */
  const opened = async (person: Person, asked: Asked = anApproval()): Promise<Field[]> => {
    for (const secret of [asked.state, asked.redirect_uri]) if (secret.length > 8) secrets.add(secret)
    return fieldsIn((await get(person, encoded(asked))).body)
  }

  const tokensOf = (person: Person): Promise<TokenRecord[]> => tokens().ofUser(person.userId)

  beforeAll(async () => {
    made = await dynamodb([TOKENS, SESSIONS])
  })
  afterAll(() => there().close())
  beforeEach(() => {
    now = NOW
    logged.length = 0
    secrets.clear()
    there().faulty.calm()
  })
  afterEach(() => {
    expect(leaks()).toEqual([])
  })

  return {
    there,
    sessions,
    logged,
    leaks,
    handler,
    get,
    post,
    signedIn,
    opened,
    tokensOf,
    at: (ms: number) => {
      now = later(ms)
    },
    /** Clicks a button of a form that was opened. */
    click: (person: Person | undefined, fields: readonly Field[], decision: 'approve' | 'deny' = 'approve') =>
      post(person, encoded([...fields, ['decision', decision]])),
    /** Gives a person so many tokens that there were before. */
    withTokens: async (person: Person, count: number, overrides: Partial<TokenRecord> = {}) => {
      const { userId } = person
      const records = Array.from({ length: count }, () => aMintedToken({ userId, ...overrides }).record)
      // Not all at once: a thousand connections would keep each other waiting.
      for (let from = 0; from < count; from += 50) {
        await Promise.all(records.slice(from, from + 50).map(tokens().create))
      }
    },
  }
}
