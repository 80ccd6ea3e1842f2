import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { workspaceOf } from '../../shared/tokens/workspace.ts'
import { aMintedToken, DAY, later, MINUTE, NOW } from '../support/access.ts'
import { type AreaB, areaB, type Sent } from '../support/area-b.ts'
import { itemsOf } from '../support/dynamodb.ts'

const pathOf = (loop: string): string => `/v1/loops/${loop}/connector-snapshot`

let world: AreaB

beforeAll(async () => {
  world = await areaB()
})
afterEach(() => world.faulty.calm())
afterAll(() => world.close())

const USER = 'user-of-snapshots'

const aTokenWith = async (overrides: Partial<TokenRecord> = {}, madeAt: Date = NOW) => {
  const minted = aMintedToken({ userId: USER, workspace: workspaceOf(USER), ...overrides }, madeAt)
  await world.tokens.create(minted.record)
  return minted
}

const ask = (authorization: string | undefined, { path = pathOf('bug-autofix'), cookie }: Partial<Sent> = {}) =>
  world.ask({
    path,
    ...(cookie === undefined ? {} : { cookie }),
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  })

const INVALID = 'Bearer realm="api", error="invalid_token"'

describe('The placeholder', () => {
  it('has every field as the specification has it', async () => {
    const { raw } = await aTokenWith()
    const reply = await ask(`Bearer ${raw}`)
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'application/json',
      'no-store',
    ])
    expect(JSON.parse(reply.body)).toEqual({
      apiVersion: '2026-11-01',
      loopId: 'bug-autofix',
      generatedAt: NOW.toISOString(),
      workspace: workspaceOf(USER),
      status: 'empty',
      connectors: [],
      signals: [],
      message: 'No hosted snapshot exists yet for this workspace; tools must be connected first',
    })
    for (const name of Object.keys(reply.headers)) expect(name).not.toMatch(/access-control|set-cookie/)
  })

  it('takes the scheme in any case and other scopes beside', async () => {
    const { raw } = await aTokenWith({ scopes: ['loops:run', 'snapshots:read'] })
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) expect((await ask(`${scheme} ${raw}`)).status).toBe(200)
  })
})

describe('Order, /v1: "401 (missing, malformed, unknown, expired, revoked; also expired and unscoped)"', () => {
  const { raw: unknown } = aMintedToken()
  const typo = `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`

  it.each([
    ['no header', undefined, 'Bearer realm="api"'],
    ['an empty header', '', 'Bearer realm="api"'],
    ['another scheme', 'Basic YTpi', 'Bearer realm="api"'],
    ['no token', 'Bearer', INVALID],
    ['two tokens', `Bearer ${unknown}, Bearer ${unknown}`, INVALID],
    ['spaces in it', 'Bearer a b', INVALID],
    ['an endless one', `Bearer ${'a'.repeat(8000)}`, INVALID],
    ['a control character', 'Bearer a\u0000', INVALID],
    ['not one of ours', 'Bearer abc', INVALID],
    ['a typing error', `Bearer ${typo}`, INVALID],
    ['an unknown one', `Bearer ${unknown}`, INVALID],
    ['__proto__', 'Bearer __proto__', INVALID],
  ])('%s', async (_, authorization, challenge) => {
    const reply = await ask(authorization)
    expect([reply.status, reply.headers['www-authenticate'], reply.headers['cache-control']]).toEqual([
      401,
      challenge,
      'no-store',
    ])
    expect(JSON.parse(reply.body)).toEqual({ statusCode: 401, message: expect.any(String) })
  })

  const DEAD: readonly (readonly [string, Partial<TokenRecord>, string])[] = [
    ['expired', { expiresAt: NOW.toISOString() }, 'This token has expired'],
    ['revoked', { revokedAt: later(-1).toISOString() }, 'This token has been revoked'],
    ['expired and unscoped', { expiresAt: NOW.toISOString(), scopes: ['loops:run'] }, 'This token has expired'],
    ['revoked and unscoped', { revokedAt: NOW.toISOString(), scopes: ['loops:run'] }, 'This token has been revoked'],
  ]

  it.each(DEAD)('%s', async (_, overrides, message) => {
    const { raw } = await aTokenWith(overrides)
    for (const path of [pathOf('bug-autofix'), pathOf('.bad')]) {
      const reply = await ask(`Bearer ${raw}`, { path })
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, INVALID])
      expect(JSON.parse(reply.body)).toEqual({ statusCode: 401, message })
    }
  })

  it('is active until the very millisecond of expiresAt', async () => {
    const { raw } = await aTokenWith({ expiresAt: later(1).toISOString() })
    expect((await ask(`Bearer ${raw}`)).status).toBe(200)
  })

  it('does not read the table for what cannot be a token', async () => {
    const calls = await world.faulty.callsDuring(() => ask(`Bearer ${typo}`))
    expect(calls).toEqual([])
  })
})

describe('Order, /v1: "then 403 `Missing required scope: snapshots:read`"', () => {
  it.each([[['loops:read']], [['loops:run', 'loops:read']]] as const)('for %j', async (scopes) => {
    const { raw } = await aTokenWith({ scopes: [...scopes] })
    for (const path of [pathOf('bug-autofix'), pathOf('.bad')]) {
      const reply = await ask(`Bearer ${raw}`, { path })
      expect([reply.status, reply.headers['www-authenticate'], JSON.parse(reply.body)]).toEqual([
        403,
        'Bearer realm="api", error="insufficient_scope", scope="snapshots:read"',
        { statusCode: 403, message: 'Missing required scope: snapshots:read' },
      ])
    }
  })
})

describe('Order, /v1: "then 404 for a loop id outside `^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`"', () => {
  it.each(['a', '0', 'A.b_c-d', `a${'b'.repeat(127)}`])('%s is one', async (loop) => {
    const { raw } = await aTokenWith()
    const reply = await ask(`Bearer ${raw}`, { path: pathOf(loop) })
    expect([reply.status, JSON.parse(reply.body).loopId]).toEqual([200, loop])
  })

  it.each(['.a', '-a', '_a', 'a b', 'a\n', 'é', 'a%2Fb', '__proto__', '<script>', `a${'b'.repeat(128)}`])(
    '%j is none',
    async (loop) => {
      const { raw } = await aTokenWith()
      const reply = await ask(`Bearer ${raw}`, { path: pathOf(loop) })
      expect([reply.status, JSON.parse(reply.body), reply.headers['www-authenticate']]).toEqual([
        404,
        { statusCode: 404, message: 'There is no such loop' },
        undefined,
      ])
    },
  )
})

describe('Order, /v1: "Cookies are ignored"', () => {
  it('a session opens nothing here, and spoils nothing', async () => {
    const { cookie } = await world.someone()
    const refused = await ask(undefined, { cookie })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="api"'])
    const { raw } = await aTokenWith()
    expect((await ask(`Bearer ${raw}`, { cookie })).status).toBe(200)
    expect((await ask(`Bearer ${raw}`, { cookie: 'nonsense' })).status).toBe(200)
  })
})

const lastUseOf = async ({ record }: { readonly record: TokenRecord }) =>
  (await itemsOf(world.database.plain, 'tokens')).find(({ _id }) => _id === record._id)?.lastUsedAt

describe('lastUsedAt', () => {
  it('is written by a use, and not by a refusal', async () => {
    const [used, refused] = [await aTokenWith(), await aTokenWith({ scopes: ['loops:run'] })]
    await ask(`Bearer ${used.raw}`)
    await ask(`Bearer ${refused.raw}`)
    expect([await lastUseOf(used), await lastUseOf(refused)]).toEqual([NOW.toISOString(), undefined])
  })

  it('is written "only when older than 60 s"', async () => {
    const recently = later(-MINUTE).toISOString()
    const minted = await aTokenWith({ lastUsedAt: recently }, later(-DAY))
    await ask(`Bearer ${minted.raw}`)
    expect(await lastUseOf(minted)).toBe(recently)
  })

  it.each([['throttled'], ['failing'], ['cut'], ['hanging'], [{ slowMs: 2000 }]] as const)(
    '"a failure is logged and ignored": %o',
    async (fault) => {
      const { raw } = await aTokenWith()
      world.faulty.failing('UpdateItem', fault)
      const before = world.logged.length
      expect((await ask(`Bearer ${raw}`)).status).toBe(200)
      expect(world.logged.slice(before)).toMatchObject([
        { level: 'error', event: 'token use not recorded' },
        { operation: 'connectorSnapshot', status: 200, caller: 'token' },
      ])
      expect(JSON.stringify(world.logged)).not.toMatch(/svc_live_|sha256:/)
    },
  )
})

describe('DynamoDB throttled, slow or down: "503 with retry-after; never 401, never let in"', () => {
  it.each([['throttled'], ['failing'], ['cut'], ['hanging'], [{ slowMs: 3000 }]] as const)('%o', async (fault) => {
    const tokens = await Promise.all([aTokenWith(), aTokenWith({ revokedAt: NOW.toISOString() })])
    world.faulty.failing('GetItem', fault)
    const replies = await Promise.all(tokens.map(({ raw }) => ask(`Bearer ${raw}`)))
    for (const { status, headers, body } of replies) {
      expect([status, headers['retry-after'], headers['www-authenticate']]).toEqual([503, '2', undefined])
      expect(JSON.parse(body)).toEqual({ statusCode: 503, message: expect.stringContaining('try again') })
    }
  })
})
