import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiToken } from '../../shared/tokens/schema.ts'
import { type AreaB, areaB, FROM_OUR_PAGE, type Signed } from '../support/area-b.ts'

const PATH = '/api/settings/api-tokens'
const ROUNDS = process.env.POINTSMAN_LONG === '1' ? 10_000 : 500
const ABREAST = 10

const Made = z.object({ token: z.string(), apiToken: ApiToken })
const Listed = z.object({ tokens: z.array(ApiToken) })

let world: AreaB

beforeAll(async () => {
  // The index of DynamoDB lags by the clock on the wall, so these tests run by it too.
  world = await areaB({ now: () => new Date(), isPatient: true })
})
afterEach(() => world.faulty.calm())
afterAll(() => world.close())

const create = async ({ cookie }: Signed) => {
  const body = { name: 'round', scopes: ['snapshots:read'] }
  const reply = await world.ask({ method: 'POST', path: PATH, cookie, headers: FROM_OUR_PAGE, body })
  return z.parse(Made, JSON.parse(reply.body))
}
const revoke = async ({ cookie }: Signed, { _id }: ApiToken): Promise<number> =>
  (await world.ask({ method: 'DELETE', path: `${PATH}/${_id}`, cookie, headers: FROM_OUR_PAGE })).status
const list = async ({ cookie }: Signed) =>
  z.parse(Listed, JSON.parse((await world.ask({ path: PATH, cookie })).body)).tokens
const use = async (token: string): Promise<number> =>
  (await world.ask({ path: '/v1/loops/x/connector-snapshot', headers: { authorization: `Bearer ${token}` } })).status

type Lane = { readonly next: () => boolean; readonly run: () => Promise<unknown> }

const lane = async ({ next, run }: Lane): Promise<void> => {
  while (next()) await run()
}

const inLanes = async (rounds: number, run: () => Promise<unknown>): Promise<void> => {
  let left = rounds
  const next = () => left-- > 0
  await Promise.all(Array.from({ length: ABREAST }, () => lane({ next, run })))
}

describe('Revoke while in use: "no request that starts after the DELETE answer succeeds; lastUsedAt never clears revokedAt"', () => {
  it(`in ${ROUNDS} rounds, with uses under way while it is revoked`, { timeout: 7_200_000 }, async () => {
    const outcomes = new Map<string, number>()
    await inLanes(ROUNDS, async () => {
      const who = await world.someone()
      const { token, apiToken } = await create(who)
      const during = [use(token), use(token)]
      const revoked = await revoke(who, apiToken)
      const after = await Promise.all([use(token), use(token)])
      const seen = (await Promise.all(during)).every((status) => status === 200 || status === 401)
      const [record] = await list(who)
      const outcome = [revoked, ...after, seen, record?.revokedAt !== null].join(' ')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    })
    expect(outcomes).toEqual(new Map([['200 401 401 true true', ROUNDS]]))
  })
})

describe('With an index that lags by 2 seconds', () => {
  const LAG_MS = 2000

  it('a token can be revoked as soon as it is made, and is listed as revoked, in 200 rounds side by side', {
    timeout: 240_000,
  }, async () => {
    world.faulty.trouble.indexLagMs = LAG_MS
    const round = async () => {
      const who = await world.someone()
      const { token, apiToken } = await create(who)
      const revoked = await revoke(who, apiToken)
      const records = await list(who)
      return [revoked, await use(token), ...records.map(({ revokedAt }) => typeof revokedAt)].join(' ')
    }
    const outcomes = await Promise.all(Array.from({ length: 200 }, round))
    expect(new Set(outcomes)).toEqual(new Set(['200 401 string']))
  })

  it('a revocation is in the list at once, in 200 rounds side by side', { timeout: 240_000 }, async () => {
    world.faulty.trouble.indexLagMs = 60_000
    const people = await Promise.all(Array.from({ length: 200 }, () => world.someone()))
    const made = await Promise.all(people.map(async (who) => ({ who, ...(await create(who)) })))
    expect(await Promise.all(made.slice(0, 5).map(({ who }) => list(who)))).toEqual([[], [], [], [], []])
    world.faulty.trouble.indexLagMs = LAG_MS
    await sleep(LAG_MS)
    const revocations = await Promise.all(
      made.map(async ({ who, apiToken }) => {
        const status = await revoke(who, apiToken)
        const [record] = await list(who)
        return { status, isSame: record?._id === apiToken._id, isRevoked: typeof record?.revokedAt === 'string' }
      }),
    )
    for (const outcome of revocations) expect(outcome).toEqual({ status: 200, isSame: true, isRevoked: true })
  })
})
