import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isUnavailable } from '../../../shared/aws/faults.ts'
import { secretText } from '../../../shared/random.ts'
import { newSession } from '../../../shared/sessions/session.ts'
import { startSignIn } from '../../../shared/sessions/sign-in.ts'
import { sessionStore } from '../../../shared/sessions/store.ts'
import { HOUR, later, MINUTE, NOW } from '../../support/access.ts'
import { type Dynamodb, dynamodb, itemsOf } from '../../support/dynamodb.ts'
import { SESSIONS } from '../../support/tables.ts'
import { thrownBy } from '../../support/thrown.ts'

let world: Dynamodb
const reports: unknown[] = []

beforeAll(async () => {
  world = await dynamodb([SESSIONS])
})
afterAll(() => world.close())
beforeEach(() => {
  reports.length = 0
  world.faulty.calm()
})

const store = () => {
  const { db, items } = world
  return sessionStore({ db, items, table: 'sessions', report: (entry) => reports.push(entry) })
}

const signedIn = async () => {
  const made = newSession({ userId: 'ann', email: 'ann@example.org' }, { now: NOW, random: randomBytes })
  await store().put(made.id, made.session)
  return made
}

const started = async () => {
  const made = startSignIn('/settings/api-tokens?x=1', { now: NOW, random: randomBytes })
  await store().putSignIn(made.state, made.pending)
  return made
}

describe('a stored session', () => {
  it('is found by its id, whole, in one read', async () => {
    const { id, session } = await signedIn()
    expect(await world.faulty.callsDuring(() => store().get(id, NOW))).toEqual(['GetItem'])
    expect(await store().get(id, later(HOUR))).toEqual(session)
  })

  it('is not found once it has ended, though the table still holds it', async () => {
    const { id } = await signedIn()
    expect(await store().get(id, later(8 * HOUR))).toBeUndefined()
  })

  it('is not found once deleted, and deleting it again does no harm', async () => {
    const { id } = await signedIn()
    await store().delete(id)
    await store().delete(id)
    expect(await store().get(id, NOW)).toBeUndefined()
  })

  it('is not found by another id', async () => {
    await signedIn()
    expect(await store().get(secretText(randomBytes), NOW)).toBeUndefined()
  })

  it.each(['', 'x', 'a'.repeat(42), 'a'.repeat(44), 'a'.repeat(100_000), '../..', `${'a'.repeat(42)}\u0000`])(
    'is neither looked for nor deleted by something that is no id (%#)',
    async (id) => {
      const calls = await world.faulty.callsDuring(async () => {
        expect(await store().get(id, NOW)).toBeUndefined()
        await store().delete(id)
      })
      expect(calls).toEqual([])
    },
  )

  it('goes by itself after its longest life', async () => {
    const { session } = await signedIn()
    const item = (await itemsOf(world.plain, 'sessions')).find(({ ticketKey }) => ticketKey === session.ticketKey)
    expect(item).toEqual({
      ...session,
      key: expect.stringMatching(/^session:sha256:[0-9a-f]{64}$/),
      purgeAt: later(24 * HOUR).getTime() / 1000,
    })
  })

  it('is not found as a pending sign-in, nor a pending sign-in as a session', async () => {
    const { id } = await signedIn()
    const { state, binding } = await started()
    expect(await store().takeSignIn({ state: id, binding, now: NOW })).toBeUndefined()
    expect(await store().get(state, NOW)).toBeUndefined()
  })
})

describe('a sign of life', () => {
  it('is written when due, and lengthens the session', async () => {
    const { id, session } = await signedIn()
    await store().touch(id, session, later(7 * HOUR))
    const seen = { ...session, lastSeenAt: later(7 * HOUR).toISOString() }
    expect(await store().get(id, later(14 * HOUR))).toEqual(seen)
    const again = () => store().touch(id, seen, later(7 * HOUR + 5 * MINUTE))
    expect(await world.faulty.callsDuring(again)).toEqual([])
  })

  it('after a sign-out does not bring the session back', async () => {
    const { id, session } = await signedIn()
    await store().delete(id)
    await store().touch(id, session, later(HOUR))
    expect(await store().get(id, later(HOUR))).toBeUndefined()
    expect(reports).toEqual([])
  })

  it.each(['throttled', 'hanging'] as const)('that is %s fails in silence within 150 ms', async (fault) => {
    const { id, session } = await signedIn()
    world.faulty.failing('UpdateItem', fault)
    const begun = performance.now()
    await store().touch(id, session, later(HOUR))
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(reports).toEqual([{ event: 'sign of life not recorded', error: expect.any(String) }])
  })
})

describe('a pending sign-in', () => {
  it('is taken once by the browser that began it', async () => {
    const { state, binding, pending } = await started()
    expect(await store().takeSignIn({ state, binding, now: later(10 * MINUTE - 1) })).toEqual(pending)
    expect(await store().takeSignIn({ state, binding, now: NOW })).toBeUndefined()
  })

  it('is taken by exactly one of many at once', async () => {
    const { state, binding, pending } = await started()
    const takes = await Promise.all(Array.from({ length: 8 }, () => store().takeSignIn({ state, binding, now: NOW })))
    expect(takes.filter((taken) => taken !== undefined)).toEqual([pending])
  })

  it('is not taken after 10 minutes', async () => {
    const { state, binding } = await started()
    expect(await store().takeSignIn({ state, binding, now: later(10 * MINUTE) })).toBeUndefined()
  })

  it('is neither taken nor spoilt by another browser that knows its state', async () => {
    const { state, binding, pending } = await started()
    const { binding: foreign } = await started()
    expect(await store().takeSignIn({ state, binding: foreign, now: NOW })).toBeUndefined()
    expect(await store().takeSignIn({ state, binding, now: NOW })).toEqual(pending)
  })

  it.each([
    ['an unknown state', { state: secretText(randomBytes) }, 1],
    ['a malformed state', { state: 'x' }, 0],
    ['a huge state', { state: 'a'.repeat(100_000) }, 0],
    ['a malformed binding', { binding: '' }, 0],
  ])('is not found by %s', async (_, changed, calls) => {
    const { state, binding } = await started()
    const seen = await world.faulty.callsDuring(async () => {
      expect(await store().takeSignIn({ state, binding, now: NOW, ...changed })).toBeUndefined()
    })
    expect(seen).toHaveLength(calls)
  })
})

describe('a nonce', () => {
  const aUse = (usedFor: string, nonce = secretText(randomBytes)) => ({ nonce, usedFor, expiresAt: later(10 * MINUTE) })

  it('is used up by exactly one of many different uses at once, and the others learn by which', async () => {
    const nonce = secretText(randomBytes)
    const names = Array.from({ length: 8 }, (_, place) => `tok_${place}`)
    const answers = await Promise.all(names.map((name) => store().useNonce(aUse(name, nonce))))
    const winner = names[answers.findIndex(({ ok }) => ok)]
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(7).fill({ ok: false, usedFor: winner }))
  })

  it('is used up though the first answer was lost on the way', async () => {
    const use = aUse('tok_a')
    world.faulty.failingOnce('PutItem', 'answer-lost')
    expect(await store().useNonce(use)).toEqual({ ok: true })
    expect(await store().useNonce({ ...use, usedFor: 'tok_b' })).toEqual({ ok: false, usedFor: 'tok_a' })
  })

  it('is remembered for an hour longer than it could be of use', async () => {
    await store().useNonce(aUse('tok_kept'))
    const item = (await itemsOf(world.plain, 'sessions')).find(({ usedFor }) => usedFor === 'tok_kept')
    expect(item?.purgeAt).toBe(later(HOUR + 10 * MINUTE).getTime() / 1000)
  })
})

describe('the table of sessions', () => {
  it('holds no session id, state, binding or approval nonce', async () => {
    const { id } = await signedIn()
    const { state, binding } = await started()
    const nonce = secretText(randomBytes)
    await store().useNonce({ nonce, usedFor: 'tok_x', expiresAt: NOW })
    const all = JSON.stringify(await itemsOf(world.plain, 'sessions'))
    expect([id, state, binding, nonce].filter((secret) => all.includes(secret))).toEqual([])
    expect(all).toContain('tok_x')
  })

  it.each(['throttled', 'hanging', 'cut'] as const)(
    'that stays %s is unavailable, and nobody is signed out',
    async (fault) => {
      const { id, session } = await signedIn()
      world.faulty.failing('GetItem', fault)
      expect(isUnavailable(await thrownBy(store().get(id, NOW)))).toBe(true)
      world.faulty.calm()
      expect(await store().get(id, NOW)).toEqual(session)
    },
  )

  it('in trouble makes neither a sign-in nor a nonce pretend to be gone or used', async () => {
    const { state, binding } = await started()
    world.faulty.failing('DeleteItem', 'failing')
    expect(isUnavailable(await thrownBy(store().takeSignIn({ state, binding, now: NOW })))).toBe(true)
    world.faulty.failing('PutItem', 'failing')
    const use = { nonce: secretText(randomBytes), usedFor: 'tok_y', expiresAt: NOW }
    expect(isUnavailable(await thrownBy(store().useNonce(use)))).toBe(true)
  })
})
