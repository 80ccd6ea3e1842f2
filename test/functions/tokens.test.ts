import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiToken, type TokenRecord } from '../../shared/tokens/schema.ts'
import { aMintedToken, DAY, later, MINUTE, NOW } from '../support/access.ts'
import { type AreaB, areaB, FROM_OUR_PAGE, type Sent, type Signed } from '../support/area-b.ts'
import { itemsOf } from '../support/dynamodb.ts'
import { fillTokens } from '../support/filled.ts'

const PATH = '/api/settings/api-tokens'
const NEEDS_BROWSER = { statusCode: 403, message: 'This endpoint needs a signed-in browser session' }
const NEEDS_SIGN_IN = { statusCode: 401, message: 'Sign in to use this endpoint' }
const CROSS_SITE = { statusCode: 403, message: 'This request must come from a page of this service' }
const NO_SUCH_TOKEN = { statusCode: 404, message: 'There is no such token' }
const A_BODY = { name: 'laptop', source: 'settings', client: 'browser', scopes: ['snapshots:read'] }

const Made = z.object({ token: z.string(), apiToken: ApiToken })
const Listed = z.object({ tokens: z.array(ApiToken) })

let world: AreaB

beforeAll(async () => {
  world = await areaB()
})
afterEach(() => world.faulty.calm())
afterAll(() => world.close())

type Where = Partial<Sent>

const list = (who: Signed, where: Where = {}) => world.ask({ path: PATH, cookie: who.cookie, ...where })
const post = (who: Signed, body: unknown, where: Where = {}) =>
  world.ask({ method: 'POST', path: PATH, cookie: who.cookie, headers: FROM_OUR_PAGE, body, ...where })
const revoke = (who: Signed, id: string, where: Where = {}) =>
  world.ask({ method: 'DELETE', path: `${PATH}/${id}`, cookie: who.cookie, headers: FROM_OUR_PAGE, ...where })

const made = async (who: Signed, body: unknown = A_BODY) => z.parse(Made, JSON.parse((await post(who, body)).body))
const listed = async (who: Signed) => z.parse(Listed, JSON.parse((await list(who)).body)).tokens
const itemsOfPerson = async ({ session }: Signed) =>
  (await itemsOf(world.database.plain, 'tokens')).filter(({ userId }) => userId === session.userId)

const seeded = async (who: Signed, overrides: Partial<TokenRecord> = {}, madeAt: Date = NOW) => {
  const minted = aMintedToken({ userId: who.session.userId, ...overrides }, madeAt)
  await world.tokens.create(minted.record)
  return minted
}

describe('POST: "201 with {token, apiToken}; apiToken also carries createdAt and lastUsedAt"', () => {
  it('answers the whole record and keeps no more of the token than its hash', async () => {
    const who = await world.someone()
    const reply = await post(who, { ...A_BODY, expiresInDays: 30 })
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      201,
      'application/json',
      'no-store',
    ])
    const { token, apiToken } = z.parse(Made, JSON.parse(reply.body))
    expect(token).toMatch(/^svc_live_[0-9A-Za-z]{49}$/)
    expect(JSON.parse(reply.body).apiToken).toEqual({
      _id: expect.stringMatching(/^tok_[0-9a-z]{26}$/),
      name: 'laptop',
      tokenPrefix: token.slice(0, 13),
      lastFour: token.slice(-4),
      scopes: ['snapshots:read'],
      source: 'settings',
      client: 'browser',
      createdAt: NOW.toISOString(),
      lastUsedAt: null,
      expiresAt: later(30 * DAY).toISOString(),
      revokedAt: null,
    })
    const [item, ...more] = await itemsOfPerson(who)
    expect(more).toEqual([])
    expect(JSON.stringify(item)).not.toContain(token.slice(14, 40))
    expect(item).toMatchObject({ _id: apiToken._id, tokenHash: expect.stringMatching(/^sha256:/) })
    expect(JSON.stringify(world.logged)).not.toContain('svc_live_')
  })
})

describe('DELETE: "200 with {apiToken} carrying revokedAt; repeated or on an expired token: 200, the first revokedAt kept"', () => {
  it('revokes, and the record stays listed', async () => {
    const who = await world.someone()
    const { apiToken } = await made(who)
    const reply = await revoke(who, apiToken._id)
    const revoked = { ...apiToken, revokedAt: NOW.toISOString() }
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(JSON.parse(reply.body)).toEqual({ apiToken: revoked })
    expect(await listed(who)).toEqual([revoked])
  })

  it.each([
    ['a revoked token', { revokedAt: later(-MINUTE).toISOString() }, later(-MINUTE)],
    ['an expired token', { expiresAt: later(-MINUTE).toISOString() }, NOW],
  ])('answers 200 for %s', async (_, overrides, revokedAt) => {
    const who = await world.someone()
    const { record } = await seeded(who, overrides)
    const reply = await revoke(who, record._id)
    expect(reply.status).toBe(200)
    expect(JSON.parse(reply.body).apiToken).toMatchObject({ _id: record._id, revokedAt: revokedAt.toISOString() })
  })

  it('"unknown, foreign or malformed id: one and the same 404"', async () => {
    const [who, other] = [await world.someone(), await world.someone()]
    const foreign = (await made(other)).apiToken._id
    const unknown = `tok_${'0'.repeat(26)}`
    const replies = await Promise.all(
      [foreign, unknown, 'x', '__proto__', 'tok_', foreign.toUpperCase(), 'a'.repeat(5000), '%', 'tok_é'].map((id) =>
        revoke(who, id),
      ),
    )
    for (const { status, body } of replies) expect([status, JSON.parse(body)]).toEqual([404, NO_SUCH_TOKEN])
    expect(new Set(replies.map(({ headers }) => JSON.stringify(headers))).size).toBe(1)
    expect((await listed(other))[0]?.revokedAt).toBeNull()
  })
})

describe('Order: "a bearer credential present: 403 without looking it up (also when a cookie is present)"', () => {
  const CALLS = [
    { path: PATH },
    { method: 'POST', path: PATH, body: A_BODY },
    { method: 'POST', path: PATH, body: 'not JSON' },
    { method: 'DELETE', path: `${PATH}/tok_x` },
    { method: 'PUT', path: PATH },
    { path: '/api/settings/nothing' },
  ]

  it.each(CALLS)('%o', async (call) => {
    const who = await world.someone()
    const { raw: valid } = await seeded(who)
    const { raw: revoked } = await seeded(who, { revokedAt: NOW.toISOString() })
    const { raw: expired } = await seeded(who, { expiresAt: later(-1).toISOString() })
    for (const token of [valid, revoked, expired, 'svc_live_nonsense', 'a b', ''])
      for (const cookie of [undefined, who.cookie, 'nonsense=1']) {
        const headers = { ...FROM_OUR_PAGE, authorization: `Bearer ${token}` }
        let reply = { status: 0, body: '', headers: {} }
        const calls = await world.faulty.callsDuring(async () => {
          reply = await world.ask({ ...call, headers, ...(cookie === undefined ? {} : { cookie }) })
        })
        expect([reply.status, JSON.parse(reply.body), calls]).toEqual([403, NEEDS_BROWSER, []])
      }
    expect((await listed(who)).length).toBe(3)
  })
})

describe('Order: "no valid session: 401"', () => {
  const secret = 'A'.repeat(43)
  const CALLS: readonly Sent[] = [
    { path: PATH },
    { method: 'POST', path: PATH, body: A_BODY },
    { method: 'POST', path: PATH, body: '{' },
    { method: 'DELETE', path: `${PATH}/tok_x` },
    { method: 'PATCH', path: PATH },
    { path: '/api/settings/nothing' },
  ]

  it.each(CALLS)('$method $path', async (call) => {
    const name = world.jar.session
    const idle = await world.someone({ lastSeenAt: later(-8 * 60 * MINUTE).toISOString() })
    const old = await world.someone({ createdAt: later(-DAY).toISOString() })
    const gone = await world.someone()
    await world.sessions.delete(gone.id)
    const [one, other] = [await world.someone(), await world.someone()]
    const cookies = [
      'x=1',
      `${name}=`,
      `${name}=${secret}`,
      `${name}=${secret}.${secret}`,
      `session=${one.id}`,
      `${name}-=${one.id}`,
      idle.cookie,
      old.cookie,
      gone.cookie,
      `${one.cookie}; ${other.cookie}`,
      `${one.cookie}x`,
      `${name}=${one.id.toLowerCase()}`,
    ]
    for (const cookie of [undefined, ...cookies]) {
      // Cross-site too: who is not signed in learns nothing but that.
      const reply = await world.ask({ ...call, ...(cookie === undefined ? {} : { cookie }) })
      expect([cookie, reply.status, JSON.parse(reply.body)]).toEqual([cookie, 401, NEEDS_SIGN_IN])
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('Cross-site: "Origin must equal the base URL\'s, and Sec-Fetch-Site, when sent, must be same-origin"', () => {
  const ours = 'https://pointsman.example'
  const REFUSED: readonly (readonly [string, Record<string, string>])[] = [
    ['nothing', {}],
    ['no origin', { 'sec-fetch-site': 'same-origin' }],
    ['a null origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a longer origin', { origin: `${ours}.evil.example` }],
    ['another scheme', { origin: 'http://pointsman.example' }],
    ['another port', { origin: `${ours}:8443` }],
    ['a path', { origin: `${ours}/` }],
    ['two origins', { origin: `${ours}, ${ours}` }],
    ['a sibling site', { origin: ours, 'sec-fetch-site': 'same-site' }],
    ['another site', { origin: ours, 'sec-fetch-site': 'cross-site' }],
    ['typed by hand', { origin: ours, 'sec-fetch-site': 'none' }],
    ['an unknown word', { origin: ours, 'sec-fetch-site': 'constructor' }],
  ]

  it.each(REFUSED)('refuses %s', async (_, headers) => {
    const who = await world.someone()
    const { record } = await seeded(who)
    const json = { ...headers, 'content-type': 'application/json' }
    const replies = [
      await post(who, A_BODY, { headers: json }),
      await post(who, 'not JSON', { headers }),
      await revoke(who, record._id, { headers }),
      await revoke(who, 'nothing', { headers }),
      await world.ask({ method: 'PUT', path: PATH, cookie: who.cookie, headers }),
    ]
    for (const { status, body } of replies) expect([status, JSON.parse(body)]).toEqual([403, CROSS_SITE])
    expect((await listed(who)).map(({ revokedAt }) => revokedAt)).toEqual([null])
  })

  it('takes our own origin, with and without Sec-Fetch-Site, and reads from anywhere', async () => {
    const who = await world.someone()
    const headers = { origin: ours, 'content-type': 'application/json' }
    expect((await post(who, A_BODY, { headers })).status).toBe(201)
    expect((await post(who, A_BODY)).status).toBe(201)
    expect((await list(who, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('Order: "then 404 or 405 for what does not exist there"', () => {
  it.each([
    ['PUT', PATH, 'GET, POST'],
    ['HEAD', PATH, 'GET, POST'],
    ['OPTIONS', PATH, 'GET, POST'],
    ['GET', `${PATH}/tok_x`, 'DELETE'],
    ['POST', `${PATH}/tok_x`, 'DELETE'],
  ])('%s %s is 405 with allow', async (method, path, allow) => {
    const who = await world.someone()
    const reply = await world.ask({ method, path, cookie: who.cookie, headers: FROM_OUR_PAGE })
    expect([reply.status, reply.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD')
      expect(JSON.parse(reply.body)).toEqual({ statusCode: 405, message: `This path answers ${allow}` })
  })

  it.each([
    ['GET', '/api/settings/nothing'],
    ['DELETE', `${PATH}/a/b`],
    ['POST', '/api/settings/api-tokens/cli/x'],
    ['GET', '/api/settings/__proto__'],
  ])('%s %s is 404', async (method, path) => {
    const who = await world.someone()
    const reply = await world.ask({ method, path, cookie: who.cookie, headers: FROM_OUR_PAGE })
    expect([reply.status, JSON.parse(reply.body).statusCode]).toEqual([404, 404])
  })
})

describe('Body: "JSON only (415), at most 16 KB (413)", then 400', () => {
  const big = JSON.stringify({ ...A_BODY, name: 'x'.repeat(1_000_000) })
  const deep = '['.repeat(8000)

  it.each([
    ['no content type', A_BODY, undefined, 415],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['text', A_BODY, 'text/plain', 415],
    ['almost JSON', A_BODY, 'application/jsonp', 415],
    ['1 MB of text', big, 'text/plain', 415],
    ['1 MB', big, 'application/json', 413],
    ['one byte too many', `"${'x'.repeat(16_383)}"`, 'application/json', 413],
    ['no body', undefined, 'application/json', 400],
    ['not JSON', '{"name":', 'application/json', 400],
    ['deeply nested arrays', deep, 'application/json', 400],
    ['deeply nested, closed', `${deep}${']'.repeat(8000)}`, 'application/json', 400],
    ['a deeply nested name', `{"name":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`, 'application/json', 400],
    ['a list', [], 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a string', '"x"', 'application/json', 400],
    ['a number', '1', 'application/json', 400],
  ])('%s', async (_, body, type, status) => {
    const who = await world.someone()
    const { 'content-type': _ours, ...origin } = FROM_OUR_PAGE
    const headers = type === undefined ? origin : { ...origin, 'content-type': type }
    const reply = await post(who, body, { headers })
    expect([reply.status, JSON.parse(reply.body).statusCode]).toEqual([status, status])
    expect(reply.body.length).toBeLessThan(300)
    expect(await itemsOfPerson(who)).toEqual([])
  })

  it('reads JSON with parameters of its type, and in base64 as the gateway may send it', async () => {
    const who = await world.someone()
    const headers = { ...FROM_OUR_PAGE, 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await post(who, A_BODY, { headers })).status).toBe(201)
  })

  it('"of duplicate keys the last counts, and what is answered is what is enforced"', async () => {
    const who = await world.someone()
    const sent =
      '{"name":"a","name":"b","scopes":["loops:run"],"scopes":["loops:read"],"expiresInDays":365,"expiresInDays":1}'
    const { apiToken } = await made(who, sent)
    const expected = { name: 'b', scopes: ['loops:read'], expiresAt: later(DAY).toISOString() }
    expect(apiToken).toMatchObject(expected)
    expect((await itemsOfPerson(who))[0]).toMatchObject(expected)
  })
})

describe('Each field of the body', () => {
  const REFUSED: readonly (readonly [field: string, value: unknown, message: RegExp])[] = [
    ['name', undefined, /^name: is required/],
    ['name', null, /^name: /],
    ['name', 7, /^name: /],
    ['name', ['a'], /^name: /],
    ['name', {}, /^name: /],
    ['name', '', /^name: /],
    ['name', ' \t ', /^name: /],
    ['name', 'x'.repeat(101), /^name: .*1 to 100/],
    ['name', 'a\u0000b', /^name: /],
    ['name', 'a\u202Eb', /^name: /],
    ['name', 'a\u200Bb', /^name: /],
    ['name', 'my svc_live_abc', /^name: must not hold a token/],
    ['source', null, /^source: /],
    ['source', 7, /^source: /],
    ['source', '', /^source: /],
    ['source', 'CLI', /^source: /],
    ['source', '1x', /^source: /],
    ['source', 'x'.repeat(33), /^source: /],
    ['client', null, /^client: /],
    ['client', {}, /^client: /],
    ['client', '', /^client: /],
    ['client', 'é', /^client: /],
    ['client', 'x'.repeat(65), /^client: /],
    ['scopes', undefined, /^scopes: is required/],
    ['scopes', null, /^scopes: /],
    ['scopes', 'snapshots:read', /^scopes: /],
    ['scopes', [], /^scopes: /],
    ['scopes', [null], /^scopes/],
    ['scopes', ['admin'], /^scopes.*"admin" is not one of/],
    ['scopes', ['snapshots:read', '*'], /^scopes/],
    ['scopes', ['SNAPSHOTS:READ'], /^scopes/],
    ['scopes', Array(11).fill('loops:run'), /^scopes: .*1 to 10/],
    ['expiresInDays', null, /^expiresInDays: /],
    ['expiresInDays', '90', /^expiresInDays: /],
    ['expiresInDays', 0, /^expiresInDays: /],
    ['expiresInDays', -1, /^expiresInDays: /],
    ['expiresInDays', 366, /^expiresInDays: .*1 to 365/],
    ['expiresInDays', 1.5, /^expiresInDays: /],
    ['expiresInDays', 2 ** 53, /^expiresInDays: /],
    ['expiresInDays', true, /^expiresInDays: /],
    ['expiresAt', '2027-01-01T00:00:00Z', /^expiresAt: may only be null/],
    ['expiresAt', 0, /^expiresAt: /],
    ['expiresAt', false, /^expiresAt: /],
    ['unknown', 1, /Unknown field "unknown"/],
    ['tokenHash', 'x', /Unknown field "tokenHash"/],
    ['userId', 'x', /Unknown field "userId"/],
    ['revokedAt', null, /Unknown field "revokedAt"/],
    ['__proto__', {}, /Unknown field "__proto__"/],
    ['constructor', 1, /Unknown field "constructor"/],
  ]

  it.each(REFUSED)('%s: %j is refused and nothing is minted', async (field, value, message) => {
    const who = await world.someone()
    const { [field]: _, ...rest }: Record<string, unknown> = { ...A_BODY }
    const entries = [...Object.entries(rest), ...(value === undefined ? [] : [[field, value] as const])]
    const sent = `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`
    const reply = await post(who, sent)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      400,
      { statusCode: 400, message: expect.stringMatching(message) },
    ])
    expect(await itemsOfPerson(who)).toEqual([])
  })

  it('expiresInDays and expiresAt: null together are refused', async () => {
    const who = await world.someone()
    expect((await post(who, { ...A_BODY, expiresInDays: 90, expiresAt: null })).status).toBe(400)
    expect(await itemsOfPerson(who)).toEqual([])
  })

  it.each([
    ['the defaults', {}, { source: 'settings', client: 'browser', expiresAt: later(90 * DAY).toISOString() }],
    ['a name of 1', { name: 'x' }, { name: 'x' }],
    ['a name of 100', { name: 'é'.repeat(100) }, { name: 'é'.repeat(100) }],
    ['a trimmed name', { name: '  my laptop ' }, { name: 'my laptop' }],
    ['a source of 32', { source: 'x'.repeat(32) }, { source: 'x'.repeat(32) }],
    ['a client of 64', { client: '~'.repeat(64) }, { client: '~'.repeat(64) }],
    ['1 day', { expiresInDays: 1 }, { expiresAt: later(DAY).toISOString() }],
    ['365 days', { expiresInDays: 365 }, { expiresAt: later(365 * DAY).toISOString() }],
    ['no end', { expiresAt: null }, { expiresAt: null }],
    ['repeated scopes', { scopes: Array(10).fill('loops:run') }, { scopes: ['loops:run'] }],
    [
      'all scopes',
      { scopes: ['loops:run', 'snapshots:read', 'loops:read'] },
      { scopes: ['loops:run', 'snapshots:read', 'loops:read'] },
    ],
  ])('takes %s', async (_, fields, expected) => {
    const who = await world.someone()
    const { apiToken } = await made(who, { name: 'laptop', scopes: ['snapshots:read'], ...fields })
    expect(apiToken).toMatchObject(expected)
    expect(await listed(who)).toEqual([apiToken])
  })
})

describe('Limits: "100 active tokens and 1,000 records a user (409 with a clear message that says what helps)"', () => {
  const fill = ({ session: { userId } }: Signed, count: number, overrides: Partial<TokenRecord>) =>
    fillTokens(world.database.plain, count, { userId, ...overrides })

  it('the 100th active token is made, the 101st refused, and revoking one helps', async () => {
    const who = await world.someone()
    await fill(who, 99, {})
    await fill(who, 5, { revokedAt: NOW.toISOString() })
    const { apiToken } = await made(who)
    const reply = await post(who, A_BODY)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      409,
      {
        statusCode: 409,
        message: 'You have 100 active tokens, the most there can be: revoke one to make another',
      },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await itemsOfPerson(who)).length).toBe(105)
    await revoke(who, apiToken._id)
    expect((await post(who, A_BODY)).status).toBe(201)
  })

  it('at 1,000 records says when there will be room', async () => {
    const who = await world.someone()
    await fill(who, 999, { revokedAt: NOW.toISOString() })
    await seeded(who, { revokedAt: later(-DAY).toISOString() })
    const reply = await post(who, A_BODY)
    expect([reply.status, JSON.parse(reply.body).message]).toEqual([
      409,
      'You have 1000 token records, the most there can be: ended ones are removed after 400 days; the next one goes on 2027-12-24',
    ])
    expect((await listed(who)).length).toBe(1000)
  })
})

describe('List: "newest first, all records of the user, revoked and expired included"', () => {
  it("shows nobody else's, and no field that is not the owner's to see", async () => {
    const [who, other] = [await world.someone(), await world.someone()]
    await seeded(other)
    const oldest = await seeded(who, { expiresAt: later(-1).toISOString() }, later(-3 * DAY))
    const newest = await seeded(who, {}, later(-DAY))
    const middle = await seeded(who, { revokedAt: NOW.toISOString() }, later(-2 * DAY))
    const reply = await list(who)
    expect([reply.status, reply.headers['cache-control'], reply.headers['content-type']]).toEqual([
      200,
      'no-store',
      'application/json',
    ])
    const shown = [newest, middle, oldest].map(({ record }) => {
      const { tokenHash: _hash, userId: _user, workspace: _workspace, ...mine } = record
      return mine
    })
    expect(JSON.parse(reply.body)).toEqual({ tokens: shown })
  })

  it('is empty at first', async () => {
    expect(await listed(await world.someone())).toEqual([])
  })
})

describe('CORS: "none"', () => {
  it('neither for answers nor for refusals nor for a preflight', async () => {
    const who = await world.someone()
    const origin = 'https://evil.example'
    const replies = [
      await list(who, { headers: { origin } }),
      await post(who, A_BODY, { headers: { ...FROM_OUR_PAGE, origin } }),
      await world.ask({ method: 'OPTIONS', path: PATH, headers: { origin, 'access-control-request-method': 'POST' } }),
      await world.ask({ path: PATH, headers: { origin } }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 403, 401, 401])
    for (const { headers } of replies)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('DynamoDB throttled, slow or down: "503 with retry-after; never 401, never let in"', () => {
  const FAULTS = [['throttled'], ['failing'], ['cut'], ['hanging']] as const

  it.each(FAULTS)(
    '%s, whichever call it hits',
    async (fault) => {
      const who = await world.someone()
      const { apiToken } = await made(who)
      const CALLS = {
        GetItem: [() => list(who), () => post(who, A_BODY), () => revoke(who, apiToken._id)],
        Query: [() => list(who), () => post(who, A_BODY), () => revoke(who, apiToken._id)],
        BatchGetItem: [() => list(who), () => post(who, A_BODY)],
        PutItem: [() => post(who, A_BODY)],
        UpdateItem: [() => revoke(who, apiToken._id)],
      }
      for (const [operation, calls] of Object.entries(CALLS)) {
        world.faulty.failing(operation, fault)
        const replies = await Promise.all(calls.map((call) => call()))
        for (const { status, headers, body } of replies) {
          expect([operation, status, headers['retry-after'], headers['cache-control']]).toEqual([
            operation,
            503,
            '2',
            'no-store',
          ])
          expect(JSON.parse(body)).toEqual({ statusCode: 503, message: expect.stringContaining('try again') })
        }
      }
      world.faulty.calm()
      expect(await listed(who)).toEqual([apiToken])
      expect(JSON.stringify(world.logged)).not.toMatch(/svc_live_|sha256:|person-/)
    },
    60_000,
  )

  it('a single failure of each kind is tried again and not noticed', async () => {
    const who = await world.someone()
    for (const fault of ['throttled', 'failing', 'cut', 'hanging'] as const) {
      world.faulty.failingOnce('GetItem', fault)
      expect((await list(who)).status).toBe(200)
    }
  })
})

describe('Malformed events', () => {
  const EVENTS: readonly unknown[] = [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { requestContext: null },
    { routeKey: `GET ${PATH}`, requestContext: { http: {} } },
    { routeKey: 7, rawPath: 7, requestContext: { requestId: 'r', http: { method: 'GET' } } },
    { routeKey: '__proto__', rawPath: '/', requestContext: { requestId: 'r', http: { method: 'GET' } } },
    {
      routeKey: `GET ${PATH}`,
      rawPath: PATH,
      headers: { cookie: 7 },
      requestContext: { requestId: 'r', http: { method: 'GET' } },
    },
    {
      routeKey: `GET ${PATH}`,
      rawPath: PATH,
      cookies: [7],
      requestContext: { requestId: 'r', http: { method: 'GET' } },
    },
    {
      routeKey: `GET ${PATH}`,
      rawPath: PATH,
      cookies: 'x',
      requestContext: { requestId: 'r', http: { method: 'GET' } },
    },
  ]

  it.each(EVENTS)('%j is a 4xx', async (event) => {
    for (const handle of Object.values(world.functions)) {
      const { statusCode } = await handle(event)
      expect([400, 404].includes(statusCode)).toBe(true)
    }
  })

  it('a DELETE without its id is refused after the caller is known', async () => {
    const who = await world.someone()
    const event = {
      routeKey: `DELETE ${PATH}/{id}`,
      rawPath: PATH,
      headers: FROM_OUR_PAGE,
      cookies: [who.cookie],
      requestContext: { requestId: 'r', http: { method: 'DELETE' } },
    }
    expect((await world.functions.tokens(event)).statusCode).toBe(400)
    expect((await world.functions.tokens({ ...event, cookies: [] })).statusCode).toBe(401)
  })
})

describe('The log', () => {
  it('has one line per request, without names, ids, cookies or addresses', async () => {
    const who = await world.someone()
    const { apiToken, token } = await made(who)
    const before = world.logged.length
    await list(who)
    await revoke(who, apiToken._id)
    await revoke(who, 'tok_x')
    const common = { requestId: 'request-1', milliseconds: 0, caller: 'browser' }
    expect(world.logged.slice(before)).toEqual([
      { ...common, operation: 'listTokens', status: 200 },
      { ...common, operation: 'revokeToken', status: 200 },
      { ...common, operation: 'revokeToken', status: 404 },
    ])
    for (const secret of [token, who.id, who.session.email]) expect(JSON.stringify(world.logged)).not.toContain(secret)
  })
})
