import { describe, expect, it } from 'vitest'
import { HOUR, later, MINUTE, NOW } from '../support/access.ts'
import {
  anApproval,
  approvalWorld,
  delivered,
  encoded,
  fieldsIn,
  HOSTILE,
  PATH,
  unescaped,
} from '../support/approval-world.ts'

const world = approvalWorld()
const { click, get, opened, post, signedIn, tokensOf } = world

describe('Two decisions from one page', () => {
  it('mint exactly one token when they come at once, and the other is told which', async () => {
    for (let round = 0; round < 20; round += 1) {
      const person = await signedIn()
      const fields = await opened(person)
      const answers = await Promise.all([click(person, fields), click(person, fields)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409])
      const [record, ...more] = await tokensOf(person)
      expect(more).toEqual([])
      const told = answers.find(({ statusCode }) => statusCode === 409)?.body ?? ''
      expect(told).toContain(`<a href="/settings/api-tokens#${record?._id}">loop-runner 2026-11-20</a>`)
      expect(told).toContain('revoke the token')
      expect(told).toContain('start the')
      const won = answers.find(({ statusCode }) => statusCode === 303) ?? answers[0]
      expect(told).not.toContain(Object.fromEntries(delivered(won)).token)
    }
  })

  it('are told of the first when the second comes later, whatever it decides', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    await click(person, fields)
    world.at(9 * MINUTE)
    for (const decision of ['approve', 'deny'] as const) {
      const { statusCode, body } = await click(person, fields, decision)
      expect([statusCode, body.includes('approved before')]).toEqual([409, true])
    }
    expect(await tokensOf(person)).toHaveLength(1)
  })

  it('say the id of the token while the list does not show it yet', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    world.there().faulty.trouble.indexLagMs = 60_000
    await click(person, fields)
    const { statusCode, body } = await click(person, fields)
    expect(statusCode).toBe(409)
    expect(body).toMatch(
      /<a href="\/settings\/api-tokens#tok_\w{26}"><code>tok_\w{26}<\/code><\/a> is not in your list/,
    )
  })

  it('mint a token each from a page opened twice', async () => {
    const person = await signedIn()
    const [one, other] = [await opened(person), await opened(person)]
    expect((await click(person, one)).statusCode).toBe(303)
    expect((await click(person, other)).statusCode).toBe(303)
    expect(await tokensOf(person)).toHaveLength(2)
  })
})

describe('At the token limit', () => {
  it('the page says so, and Deny still works', async () => {
    const person = await signedIn()
    const before = await opened(person)
    await world.withTokens(person, 100)
    const { body } = await get(person, encoded(anApproval()))
    expect(body).toContain('You have 100 active tokens, and that is the most there can be.')
    expect(body).not.toContain('value="approve"')
    const refused = await click(person, before)
    expect([refused.statusCode, refused.body.includes('no room for another token')]).toEqual([409, true])
    expect(await tokensOf(person)).toHaveLength(100)
    const denied = await click(person, fieldsIn(refused.body), 'deny')
    expect(denied.headers.location).toContain('error=access_denied')
  })

  it('the same page approves once there is room', async () => {
    const person = await signedIn()
    await world.withTokens(person, 99)
    await world.withTokens(person, 1, { expiresAt: later(MINUTE).toISOString() })
    const fields = await opened(person)
    expect((await click(person, [...fields, ['scope', 'loops:read']])).statusCode).toBe(409)
    world.at(2 * MINUTE)
    expect((await click(person, [...fields, ['scope', 'loops:read']])).statusCode).toBe(303)
  })

  it('counts what is on record too', async () => {
    const person = await signedIn()
    await world.withTokens(person, 1000, { revokedAt: NOW.toISOString() })
    const { body } = await get(person, encoded(anApproval()))
    expect(body).toContain('You have 1000 tokens on record')
  })
})

describe('A session that ended between page and click', () => {
  it.each([
    ['by signing out', (id: string) => world.sessions().delete(id)],
    ['by its time', async () => world.at(8 * HOUR)],
  ])('%s: a 401 page with the way back, never a redirect', async (_, end) => {
    const person = await signedIn()
    const asked = anApproval({ state: HOSTILE })
    const fields = await opened(person, asked)
    await end(person.id)
    const { statusCode, headers, body } = await click(person, fields)
    expect([statusCode, headers.location]).toEqual([401, undefined])
    const link = unescaped(/href="(\/auth\/sign-in[^"]*)"/.exec(body)?.[1] ?? '')
    const back = new URL(link, 'https://pointsman.example').searchParams.get('return_to') ?? ''
    expect(back.startsWith(`${PATH}?client=`)).toBe(true)
    const person2 = await signedIn()
    const { body: page } = await get(person2, back.slice(PATH.length + 1))
    expect(Object.fromEntries(fieldsIn(page))).toMatchObject(asked)
  })

  it('has a way to sign in even when its form cannot be read', async () => {
    for (const [body, type] of [
      ['state=%zz', 'application/x-www-form-urlencoded'],
      ['{}', 'application/json'],
    ] as const) {
      const answer = await post(undefined, body, { headers: { 'content-type': type } })
      expect(answer.statusCode).toBe(401)
      expect(answer.body).toContain('href="/auth/sign-in?return_to=%2Fsettings%2Fapi-tokens"')
    }
  })
})
