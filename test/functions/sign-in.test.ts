import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { challengeOf } from '../../shared/auth/pkce.ts'
import { operations } from '../../shared/contract/all.ts'
import { digestOf } from '../../shared/digest.ts'
import { aSession, HOUR, later, MINUTE, NOW } from '../support/access.ts'
import { type Answer, aPair, CLIENT_ID, json, keySet, signed } from '../support/fake-cognito.ts'
import {
  type AskedBy,
  BASE_URL,
  type Begun,
  CODE,
  claimsFor,
  cookieNames,
  type SignInWorld,
  sessionState,
  signInWorld,
} from '../support/sign-in.ts'

let world: SignInWorld
beforeAll(async () => {
  world = await signInWorld()
})
afterAll(() => world.close())
afterEach(() => {
  world.now = NOW
  world.cognito.calm()
  world.database.faulty.calm()
  world.restart()
})

const SESSION = '__Host-session'

const cookieOf = (reply: { readonly cookies?: readonly string[] }, name: string): string =>
  reply.cookies?.find((cookie) => cookie.startsWith(`${name}=`)) ?? ''

const secretIn = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1).split(';')[0] ?? ''

/** Signs somebody in and gives the cookie as their browser sends it. */
const aSignedInBrowser = async (): Promise<string> =>
  `${SESSION}=${secretIn(cookieOf(await world.finish(await world.begin()), SESSION))}`

const outcomes = (): unknown[] => world.log.map(({ outcome }) => outcome).filter((outcome) => outcome !== undefined)

describe('GET /auth/sign-in', () => {
  it('leads to the sign-in page with PKCE, state and nonce, and binds the sign-in to this browser', async () => {
    const { reply, authorize, state, nonce, cookie } = await world.begin('return_to=%2Fsettings%2Fapi-tokens%3Fx%3D1')
    expect(reply.statusCode).toBe(303)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(authorize.origin + authorize.pathname).toBe(`${world.cognito.origin}/oauth2/authorize`)
    expect(Object.fromEntries(authorize.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `${BASE_URL}/auth/callback`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(cookieOf(reply, `__Host-sign-in-${state.slice(0, 8)}`)).toMatch(
      /=[\w-]{43}; Secure; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/,
    )
    const stored = (await world.records('sign-in')).find(({ key }) => key === `sign-in:${digestOf(state)}`)
    expect(stored).toEqual({
      key: `sign-in:${digestOf(state)}`,
      bindingHash: digestOf(secretIn(cookie)),
      nonce,
      verifier: expect.stringMatching(/^[\w-]{43}$/),
      returnPath: '/settings/api-tokens?x=1',
      expiresAt: later(10 * MINUTE).toISOString(),
      purgeAt: later(10 * MINUTE).getTime() / 1000,
    })
    expect(challengeOf(String(stored?.verifier))).toBe(authorize.searchParams.get('code_challenge'))
  })

  const pages = operations.filter(
    ({ group, method, reply }) => group !== 'sign-in' && method === 'GET' && reply.type === 'html',
  )

  it('knows every page of the service', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/', '/settings/api-tokens', '/settings/api-tokens/cli']),
    )
  })

  it.each(pages.map(({ path }) => path))('comes back to %s with its query', async (path) => {
    const begun = await world.begin(`return_to=${encodeURIComponent(`${path}?a=b&c=%2F`)}`)
    expect((await world.finish(begun)).headers.location).toBe(`${path}?a=b&c=%2F`)
  })

  it('comes back to the settings when nothing is said', async () => {
    expect((await world.finish(await world.begin())).headers.location).toBe('/settings/api-tokens')
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['another site by backslashes', '/\\evil.example'],
    ['a page that is none of ours', '/nowhere'],
    ['an endpoint that is no page', '/api/route'],
    ['a step of signing in', '/auth/callback'],
    ['a script', 'javascript:alert(1)'],
    ['a page with a dot segment', '/settings/../settings/api-tokens'],
    ['an encoded path', '/settings%2Fapi-tokens'],
    ['a line break', '/\r\nset-cookie: a=b'],
    ['nothing', ''],
    ['9,000 characters', `/?${'a'.repeat(9000)}`],
  ])('refuses %s as a way back', async (_what, path) => {
    const before = (await world.records('sign-in')).length
    const reply = await world.ask({ path: '/auth/sign-in', query: `return_to=${encodeURIComponent(path)}` })
    expect(reply.statusCode).toBe(400)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect([reply.headers.location, reply.cookies]).toEqual([undefined, undefined])
    expect((await world.records('sign-in')).length).toBe(before)
  })

  it.each(['return_to=/&return_to=/', 'return_to=%', 'return_to=%ff'])('refuses the query %s', async (query) => {
    expect((await world.ask({ path: '/auth/sign-in', query })).statusCode).toBe(400)
  })

  it.each([
    [7, []],
    [8, ['__Host-sign-in-state000']],
    [150, Array.from({ length: 143 }, (_, at) => `__Host-sign-in-state${String(at).padStart(3, '0')}`)],
  ])('after %i sign-ins never finished, clears the oldest of their cookies', async (count, cleared) => {
    const pending = Array.from({ length: count }, (_, at) => `__Host-sign-in-state${String(at).padStart(3, '0')}=x`)
    const cookies = [`${SESSION}=${'a'.repeat(43)}`, '__Host-sign-in-not a name=x', ...pending]
    const reply = await world.ask({ path: '/auth/sign-in', cookies })
    const [first = '', ...others] = reply.cookies ?? []
    expect(first).toMatch(/^__Host-sign-in-[\w-]{1,8}=[\w-]{43};.*Max-Age=600$/)
    expect(others.map((cookie) => cookie.split('=')[0])).toEqual(cleared)
    for (const cookie of others) expect(cookie).toMatch(/=; Secure; HttpOnly; SameSite=Lax; Path=\/; Max-Age=0$/)
  })

  it('shows a 503 page when the database is down', async () => {
    world.database.faulty.failing('PutItem', 'throttled')
    const reply = await world.ask({ path: '/auth/sign-in' })
    expect([reply.statusCode, reply.headers['retry-after'], reply.cookies]).toEqual([503, '2', undefined])
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

describe('GET /auth/callback', () => {
  it('exchanges the code as a public client, makes a session and goes back', async () => {
    const begun = await world.begin('return_to=/')
    const stored = (await world.records('sign-in')).find(({ key }) => key === `sign-in:${digestOf(begun.state)}`)
    const reply = await world.finish(begun)

    expect([reply.statusCode, reply.headers.location, reply.body]).toEqual([303, '/', ''])
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(reply.cookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Secure; HttpOnly; SameSite=Lax; Path=\/$/),
      `${begun.cookieName}=; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=0`,
    ])
    expect(Object.fromEntries(world.cognito.forms.at(-1) ?? [])).toEqual({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: `${BASE_URL}/auth/callback`,
      code: CODE,
      code_verifier: stored?.verifier,
    })
    const id = secretIn(cookieOf(reply, SESSION))
    expect((await world.records('session')).find(({ key }) => key === `session:${digestOf(id)}`)).toEqual({
      key: `session:${digestOf(id)}`,
      userId: 'ann',
      email: 'ann@example.org',
      ticketKey: expect.stringMatching(/^[\w-]{43}$/),
      createdAt: NOW.toISOString(),
      lastSeenAt: NOW.toISOString(),
      purgeAt: later(24 * HOUR).getTime() / 1000,
    })
    expect((await world.records('sign-in')).some(({ key }) => key === stored?.key)).toBe(false)
  })

  it('deletes the older session that the browser presents', async () => {
    const older = await aSignedInBrowser()
    const begun = await world.begin()
    const reply = await world.finish(begun, {}, { cookies: [begun.cookie, older] })
    expect(reply.statusCode).toBe(303)
    expect((await sessionState(world, older)).signedIn).toBe(false)
    expect((await sessionState(world, `${SESSION}=${secretIn(cookieOf(reply, SESSION))}`)).signedIn).toBe(true)
  })

  it('finishes two sign-ins of one browser side by side', async () => {
    const [one, other] = [await world.begin('return_to=/'), await world.begin('return_to=/settings/api-tokens')]
    const cookies = [one.cookie, other.cookie]
    expect((await world.finish(other, {}, { cookies })).headers.location).toBe('/settings/api-tokens')
    expect((await world.finish(one, {}, { cookies })).headers.location).toBe('/')
  })

  type Hostile = (begun: Begun) => AskedBy | Promise<AskedBy>
  const query = (code: string, state: string): string => `code=${code}&state=${state}`
  const aged = (ms: number): AskedBy => {
    world.now = later(ms)
    return {}
  }

  const hostile: readonly (readonly [name: string, outcome: string, Hostile])[] = [
    ['a state of nobody', 'no such sign-in', () => ({ query: query(CODE, 'x'.repeat(43)) })],
    ['a state that is none', 'no such sign-in', () => ({ query: query(CODE, 'short') })],
    ['a state with a header in it', 'no such sign-in', () => ({ query: query(CODE, '%0d%0aset-cookie:a=b') })],
    ['no state', 'no such sign-in', () => ({ query: `code=${CODE}` })],
    ['no parameters', 'no such sign-in', () => ({ query: '' })],
    ['two states', 'no such sign-in', ({ state }) => ({ query: `${query(CODE, state)}&state=${state}` })],
    ['no binding cookie', 'no such sign-in', () => ({ cookies: [] })],
    [
      'the binding of another browser',
      'no such sign-in',
      ({ cookieName }) => ({ cookies: [`${cookieName}=${'y'.repeat(43)}`] }),
    ],
    [
      'two different bindings',
      'no such sign-in',
      ({ cookie, cookieName }) => ({ cookies: [cookie, `${cookieName}=${'y'.repeat(43)}`] }),
    ],
    [
      'a replay',
      'no such sign-in',
      async (begun) => {
        expect((await world.finish(begun)).statusCode).toBe(303)
        return {}
      },
    ],
    ['a sign-in that is ten minutes old', 'no such sign-in', () => aged(10 * MINUTE)],
    ['no code', 'no code', ({ state }) => ({ query: `state=${state}` })],
    ['an error of the sign-in page', 'no code', ({ state }) => ({ query: `error=access_denied&state=${state}` })],
    ['two codes', 'no code', ({ state }) => ({ query: `code=a&code=b&state=${state}` })],
    ['an endless code', 'no code', ({ state }) => ({ query: query('c'.repeat(4000), state) })],
  ]

  it.each(hostile)('refuses %s', async (_name, outcome, prepare) => {
    const begun = await world.begin('return_to=/')
    const asked = await prepare(begun)
    const sessionsBefore = (await world.records('session')).length
    const reply = await world.finish(begun, {}, asked)
    expect([reply.statusCode, reply.headers.location]).toEqual([400, undefined])
    expect(reply.body).toContain('href="/auth/sign-in?return_to=')
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(cookieNames(reply)).not.toContain(SESSION)
    expect(reply.cookies?.every((cookie) => /^__Host-sign-in-[\w-]{0,8}=; .*Max-Age=0$/.test(cookie))).not.toBe(false)
    expect((await world.records('session')).length).toBe(sessionsBefore)
    expect(outcomes().at(-1)).toBe(outcome)
  })

  it('still finishes a sign-in that is a moment younger than ten minutes', async () => {
    const begun = await world.begin()
    world.now = later(10 * MINUTE - 1)
    expect((await world.finish(begun)).statusCode).toBe(303)
  })

  it('is not spoilt by a stranger who knows the state only', async () => {
    const begun = await world.begin()
    expect((await world.finish(begun, {}, { cookies: [] })).statusCode).toBe(400)
    expect((await world.finish(begun)).statusCode).toBe(303)
  })

  it('lets one of two parallel returns in', async () => {
    const begun = await world.begin()
    const statuses = (await Promise.all([world.finish(begun), world.finish(begun)])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([303, 400])
  })

  it.each(['https://evil.example/', '//evil.example/', '/nowhere', '/\r\nset-cookie: a=b'])(
    'checks the way back again when coming in: %s in the table leads to the settings',
    async (returnPath) => {
      const [state, binding, nonce] = ['s'.repeat(43), 'b'.repeat(43), 'n'.repeat(43)]
      const expiresAt = later(10 * MINUTE).toISOString()
      const pending = { bindingHash: digestOf(binding), nonce, verifier: 'v'.repeat(43), returnPath, expiresAt }
      await world.sessions.putSignIn(state, pending)
      const [reply, authorize] = [{ statusCode: 303, headers: {}, body: '' }, new URL(BASE_URL)]
      const cookieName = '__Host-sign-in-ssssssss'
      const begun = { reply, state, nonce, cookie: `${cookieName}=${binding}`, cookieName, authorize }
      const { statusCode, headers } = await world.finish(begun)
      expect([statusCode, headers.location]).toEqual([303, '/settings/api-tokens'])
    },
  )

  it('leads from a refusal back to the page that was wanted', async () => {
    const begun = await world.begin('return_to=%2Fsettings%2Fapi-tokens%2Fcli%3Fclient%3Dx')
    const reply = await world.finish(begun, { nonce: 'another' })
    expect(reply.body).toContain('href="/auth/sign-in?return_to=%2Fsettings%2Fapi-tokens%2Fcli%3Fclient%3Dx"')
  })
})

describe('The ID token', () => {
  const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from

  it.each([
    ['30 seconds over', () => ({ exp: seconds(-30) })],
    ['valid in 30 seconds', () => ({ nbf: seconds(30) })],
    ['made by a clock that is 30 seconds ahead', () => ({ iat: seconds(30), exp: seconds(330) })],
    ['with a verified e-mail as a text', () => ({ email_verified: 'true' })],
  ])('is believed when it is %s', async (_what, claims) => {
    expect((await world.finish(await world.begin(), claims())).statusCode).toBe(303)
  })

  it.each([
    ['an audience of another client', 'invalid', () => ({ aud: 'another' })],
    ['another issuer', 'invalid', () => ({ iss: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Other' })],
    ['no issuer', 'invalid', () => ({ iss: undefined })],
    ['the use of an access token', 'invalid', () => ({ token_use: 'access', client_id: CLIENT_ID })],
    ['no use', 'invalid', () => ({ token_use: undefined })],
    ['an end 90 seconds ago', 'invalid', () => ({ exp: seconds(-90) })],
    ['no end', 'invalid', () => ({ exp: undefined })],
    ['a beginning in 90 seconds', 'invalid', () => ({ nbf: seconds(90) })],
    ['no subject', 'invalid', () => ({ sub: undefined })],
    ['no e-mail', 'invalid', () => ({ email: undefined })],
    ['another nonce of the same length', 'nonce', () => ({ nonce: 'n'.repeat(43) })],
    ['a shorter nonce', 'nonce', () => ({ nonce: '' })],
    ['no nonce', 'invalid', () => ({ nonce: undefined })],
    ['an e-mail that is not verified', 'email', () => ({ email_verified: false })],
    ['an e-mail that is not verified, as a text', 'email', () => ({ email_verified: 'false' })],
    ['nothing on whether the e-mail is verified', 'invalid', () => ({ email_verified: undefined })],
  ])('is refused with %s', async (_what, reason, claims) => {
    const begun = await world.begin()
    const reply = await world.finish(begun, claims())
    expect([reply.statusCode, cookieNames(reply)]).toEqual([400, [begun.cookieName]])
    expect(outcomes().at(-1)).toBe(`id token ${reason}`)
  })

  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged: readonly (readonly [name: string, (nonce: string) => string])[] = [
    ['by no algorithm', (nonce) => `${encoded({ alg: 'none', kid: 'first' })}.${encoded(claimsFor(nonce))}.`],
    ['by alg none over a real signature', (nonce) => signed(world.pair, claimsFor(nonce), { alg: 'none' })],
    ['by a shared secret', (nonce) => signed(world.pair, claimsFor(nonce), { alg: 'HS256' })],
    ['by a key of somebody else under our name', (nonce) => signed(aPair('first'), claimsFor(nonce))],
    ['by an unknown key', (nonce) => signed(aPair('second'), claimsFor(nonce))],
    ['without the name of a key', (nonce) => signed(world.pair, claimsFor(nonce), { kid: undefined })],
    [
      'for other claims',
      (nonce) => {
        const [header, , signature] = signed(world.pair, { ...claimsFor(nonce), sub: 'bob' }).split('.')
        return `${header}.${encoded(claimsFor(nonce))}.${signature}`
      },
    ],
    ['not at all', () => 'this is no token'],
  ]

  it.each(forged)('is refused when it is signed %s', async (_how, make) => {
    const begun = await world.begin()
    const idToken = make(begun.nonce)
    world.cognito.token = () => json({ id_token: idToken })
    const asked = { path: '/auth/callback', query: `code=${CODE}&state=${begun.state}`, cookies: [begun.cookie] }
    const reply = await world.ask(asked)
    expect([reply.statusCode, cookieNames(reply)]).toEqual([400, [begun.cookieName]])
    expect(outcomes().at(-1)).toBe('id token invalid')
  })
})

const HTML: Answer = { status: 200, type: 'text/html', body: '<h1>Sorry</h1>' }
const HUGE: Answer = { status: 200, body: JSON.stringify({ id_token: 'x'.repeat(100_000), keys: [] }) }

describe('"Cognito or its keys unreachable: signed-in people unaffected; sign-in shows a 503 page; no cookie set"', () => {
  const callback = (begun: Begun) =>
    world.ask({ path: '/auth/callback', query: `code=${CODE}&state=${begun.state}`, cookies: [begun.cookie] })

  it.each<[string, Answer]>([
    ['400', { status: 400, body: '{"error":"invalid_grant"}' }],
    ['401', { status: 401, body: '{"error":"invalid_client"}' }],
    ['403', { status: 403, body: '{}' }],
  ])('shows a 400 page when the token endpoint answers %s', async (_what, answer) => {
    const begun = await world.begin()
    world.cognito.token = () => answer
    const reply = await callback(begun)
    expect([reply.statusCode, cookieNames(reply)]).toEqual([400, [begun.cookieName]])
    expect(outcomes().at(-1)).toBe('exchange refused')
  })

  it.each<[string, Answer]>([
    ['answers 500', { status: 500, body: '{}' }],
    ['answers 429', { status: 429, body: '{}' }],
    ['redirects', { status: 302, body: '' }],
    ['answers HTML', HTML],
    ['answers something huge', HUGE],
    ['answers half a JSON', { status: 200, body: '{"id_token":"a' }],
    ['answers no token', json({ access_token: 'a' })],
    ['answers a number for a token', json({ id_token: 1 })],
    ['hangs', 'hanging'],
    ['cuts the line', 'cut'],
  ])('shows a 503 page when the token endpoint %s', async (_what, answer) => {
    const signedIn = await aSignedInBrowser()
    const begun = await world.begin('return_to=/')
    world.cognito.token = () => answer
    const reply = await callback(begun)
    expect([reply.statusCode, reply.headers['retry-after'], cookieNames(reply)]).toEqual([503, '5', [begun.cookieName]])
    expect(reply.body).toContain('href="/auth/sign-in?return_to=%2F"')
    expect(world.log.at(-1)).toMatchObject({ level: 'error', outcome: 'exchange unreachable', status: 503 })
    expect((await sessionState(world, signedIn)).signedIn).toBe(true)
  })

  it.each<[string, Answer]>([
    ['answer 500', { status: 500, body: '{}' }],
    ['are HTML', HTML],
    ['are huge', HUGE],
    ['are none', json({})],
    ['hang', 'hanging'],
    ['are cut off', 'cut'],
  ])('shows a 503 page when the keys %s, and signs in again as soon as they are back', async (_what, answer) => {
    const signedIn = await aSignedInBrowser()
    world.restart()
    world.cognito.keys = () => answer
    const begun = await world.begin()
    const reply = await world.finish(begun)
    expect([reply.statusCode, reply.headers['retry-after'], cookieNames(reply)]).toEqual([503, '5', [begun.cookieName]])
    expect(outcomes().at(-1)).toBe('id token unreachable')
    expect((await sessionState(world, signedIn)).signedIn).toBe(true)
    world.cognito.keys = () => keySet(world.pair)
    expect((await world.finish(await world.begin())).statusCode).toBe(303)
  })

  it('needs the keys once only', async () => {
    await world.finish(await world.begin())
    world.cognito.keys = () => 'cut'
    expect((await world.finish(await world.begin())).statusCode).toBe(303)
  })

  it('shows a 503 page, clears the cookie and signs nobody in when the database does not take the session', async () => {
    const begun = await world.begin()
    world.database.faulty.failing('PutItem', 'failing')
    const reply = await world.finish(begun)
    expect([reply.statusCode, cookieNames(reply)]).toEqual([503, [begun.cookieName]])
    expect(outcomes().at(-1)).toBe('database unavailable')
  })

  it('leaves the older session when the new one cannot be made', async () => {
    const older = await aSignedInBrowser()
    const begun = await world.begin()
    world.database.faulty.failing('PutItem', 'failing')
    expect((await world.finish(begun, {}, { cookies: [begun.cookie, older] })).statusCode).toBe(503)
    expect((await sessionState(world, older)).signedIn).toBe(true)
  })
})

describe('POST /auth/sign-out', () => {
  const HERE = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }
  const signOut = (cookie: string, headers: Readonly<Record<string, string>> = HERE) =>
    world.ask({ method: 'POST', path: '/auth/sign-out', cookies: [cookie], headers })

  it('ends the session here and at the sign-in page', async () => {
    const cookie = await aSignedInBrowser()
    const reply = await signOut(cookie)
    const logout = new URL(reply.headers.location ?? '')
    expect([reply.statusCode, logout.origin + logout.pathname]).toEqual([303, `${world.cognito.origin}/logout`])
    expect(Object.fromEntries(logout.searchParams)).toEqual({ client_id: CLIENT_ID, logout_uri: `${BASE_URL}/` })
    expect(reply.cookies).toEqual(['__Host-session=; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=0'])
    expect(reply.headers['cache-control']).toBe('no-store')
    const key = `session:${digestOf(secretIn(cookie))}`
    expect((await world.records('session')).some((record) => record.key === key)).toBe(false)
    expect(await sessionState(world, cookie)).toEqual({ signedIn: false })
  })

  it.each(['', `${SESSION}=`, `${SESSION}=forged`, `${SESSION}=${'z'.repeat(43)}`])(
    'works without a session (cookie "%s")',
    async (cookie) => {
      expect((await signOut(cookie)).statusCode).toBe(303)
    },
  )

  it.each<[string, Readonly<Record<string, string>>]>([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['a sibling', { origin: BASE_URL, 'sec-fetch-site': 'same-site' }],
    ['another site', { origin: BASE_URL, 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s, and the session stays', async (_what, headers) => {
    const cookie = await aSignedInBrowser()
    const reply = await signOut(cookie, headers)
    expect([reply.statusCode, reply.cookies]).toEqual([403, undefined])
    expect((await sessionState(world, cookie)).signedIn).toBe(true)
  })

  it('says that it did not work when the database is down, and keeps the cookie for another try', async () => {
    const cookie = await aSignedInBrowser()
    world.database.faulty.failing('DeleteItem', 'failing')
    const reply = await signOut(cookie)
    expect([reply.statusCode, reply.cookies, reply.headers['retry-after']]).toEqual([503, undefined, '2'])
  })
})

describe('GET /auth/session', () => {
  it('says who is signed in, where, and until when', async () => {
    const reply = await world.ask({ path: '/auth/session', cookies: [await aSignedInBrowser()] })
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(JSON.parse(reply.body)).toEqual({
      signedIn: true,
      email: 'ann@example.org',
      workspace: expect.stringMatching(/^ws_[0-9a-z]{16}$/),
      expiresAt: later(8 * HOUR).toISOString(),
    })
  })

  it('counts itself as a sign of life', async () => {
    const cookie = await aSignedInBrowser()
    world.now = later(7 * HOUR)
    expect(await sessionState(world, cookie)).toMatchObject({ expiresAt: later(15 * HOUR).toISOString() })
    world.now = later(14 * HOUR)
    expect(await sessionState(world, cookie)).toMatchObject({ expiresAt: later(22 * HOUR).toISOString() })
    world.now = later(21 * HOUR)
    expect(await sessionState(world, cookie)).toMatchObject({ expiresAt: later(24 * HOUR).toISOString() })
  })

  it.each<[string, (cookie: string) => readonly string[]]>([
    ['no cookie', () => []],
    ['an empty one', () => [`${SESSION}=`]],
    ['a forged one', () => [`${SESSION}=${'z'.repeat(43)}`]],
    ['a malformed one', () => [`${SESSION}=<script>`]],
    ['two different ones', (cookie) => [cookie, `${SESSION}=${'z'.repeat(43)}`]],
    ['the cookie of another name', (cookie) => [cookie.replace('__Host-', '')]],
  ])('is 200 and nobody with %s', async (_what, cookies) => {
    const reply = await world.ask({ path: '/auth/session', cookies: cookies(await aSignedInBrowser()) })
    expect([reply.statusCode, reply.headers['cache-control'], JSON.parse(reply.body)]).toEqual([
      200,
      'no-store',
      { signedIn: false },
    ])
  })

  it('is nobody at the very millisecond at which the session ends', async () => {
    const id = 's'.repeat(43)
    await world.sessions.put(id, aSession())
    world.now = later(8 * HOUR - 1)
    expect((await world.sessions.get(id, world.now)) !== undefined).toBe(true)
    world.now = later(8 * HOUR)
    expect(await sessionState(world, `${SESSION}=${id}`)).toEqual({ signedIn: false })
  })

  it('is 503 when the database is down, and does not say that nobody is signed in', async () => {
    const cookie = await aSignedInBrowser()
    world.database.faulty.failing('GetItem', 'throttled')
    const reply = await world.ask({ path: '/auth/session', cookies: [cookie] })
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(reply.body)).toEqual({ statusCode: 503, message: expect.any(String) })
  })
})

describe('The log', () => {
  const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
    secrets.some((secret) => secret !== '' && text.includes(secret))

  it('holds no code, state, nonce, cookie, verifier or e-mail, whatever the outcome', async () => {
    const begun = await world.begin()
    const stored = (await world.records('sign-in')).find(({ key }) => key === `sign-in:${digestOf(begun.state)}`)
    const reply = await world.finish(begun)
    await world.finish(begun)
    const refused = await world.begin()
    await world.finish(refused, { email: 'eve@example.org', exp: 1 })
    const id = secretIn(cookieOf(reply, SESSION))
    await sessionState(world, `${SESSION}=${id}`)
    const secrets = [
      CODE,
      id,
      begun.state,
      begun.nonce,
      secretIn(begun.cookie),
      String(stored?.verifier),
      'example.org',
    ]
    expect(secrets.every((secret) => secret.length > 10)).toBe(true)
    expect(holdsSecret(JSON.stringify(world.log), secrets)).toBe(false)
    expect(holdsSecret(JSON.stringify([...world.log, { planted: id }]), secrets)).toBe(true)
  })

  it('and the table hold no session id and no binding, only digests', async () => {
    const begun = await world.begin()
    const id = secretIn(cookieOf(await world.finish(await world.begin()), SESSION))
    const items = JSON.stringify([...(await world.records('session')), ...(await world.records('sign-in'))])
    for (const secret of [id, begun.state, secretIn(begun.cookie)]) {
      expect(items).not.toContain(secret)
      expect(items).toContain(createHash('sha256').update(secret).digest('hex'))
    }
  })
})
