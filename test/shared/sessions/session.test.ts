import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { challengeOf } from '../../../shared/auth/pkce.ts'
import { digestOf } from '../../../shared/digest.ts'
import { isSecretText, secretText } from '../../../shared/random.ts'
import { endOf, isLive, isSeenDue, newSession } from '../../../shared/sessions/session.ts'
import { startSignIn } from '../../../shared/sessions/sign-in.ts'
import { aSession, fixedRandom, HOUR, later, MINUTE, NOW } from '../../support/access.ts'

const iso = (ms: number): string => later(ms).toISOString()

describe('a secret text', () => {
  it('is 256 bits as 43 characters that need no escaping', () => {
    expect(secretText((size) => new Uint8Array(size).fill(255))).toBe('__________________________________________8')
    expect(secretText(randomBytes)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  const good = secretText(randomBytes)
  it.each([
    ['itself', good, true],
    ['nothing', '', false],
    ['shorter', good.slice(1), false],
    ['longer', `${good}a`, false],
    ['with a line break', `${good}\n`, false],
    ['with a stray character', `${good.slice(1)};`, false],
  ])('is known from its form: %s', (_, text, isSecret) => {
    expect(isSecretText(text)).toBe(isSecret)
  })
})

describe('a new session', () => {
  it('has an id of its own that its record does not hold', () => {
    const { id, session } = newSession({ userId: 'ann', email: 'ann@example.org' }, { now: NOW, random: randomBytes })
    expect(isSecretText(id)).toBe(true)
    expect(session).toEqual(aSession({ ticketKey: session.ticketKey }))
    expect(session.ticketKey).not.toBe(id)
  })
})

describe('a session is live', () => {
  it.each([
    ['at once', {}, NOW, true],
    ['until 8 hours after it was last seen', { lastSeenAt: iso(HOUR) }, later(9 * HOUR - 1), true],
    ['no longer at 8 hours', { lastSeenAt: iso(HOUR) }, later(9 * HOUR), false],
    [
      'until 24 hours after it began, when seen all the time',
      { lastSeenAt: iso(23 * HOUR) },
      later(24 * HOUR - 1),
      true,
    ],
    ['no longer at 24 hours, even when seen a moment ago', { lastSeenAt: iso(24 * HOUR) }, later(24 * HOUR), false],
  ])('%s', (_, overrides, now, expected) => {
    expect(isLive(aSession(overrides), now)).toBe(expected)
  })

  it.each([
    ['8 hours after it was last seen', HOUR, 9 * HOUR],
    ['24 hours after it began at the latest', 20 * HOUR, 24 * HOUR],
  ])('and ends %s', (_, lastSeen, end) => {
    expect(endOf(aSession({ lastSeenAt: iso(lastSeen) }))).toEqual(later(end))
  })
})

describe('a sign of life is recorded', () => {
  it.each([
    ['not within 5 minutes', 5 * MINUTE, false],
    ['after more than 5 minutes', 5 * MINUTE + 1, true],
  ])('%s', (_, ms, isDue) => {
    expect(isSeenDue(aSession(), later(ms))).toBe(isDue)
  })
})

describe('a started sign-in', () => {
  const started = startSignIn('/settings/api-tokens', { now: NOW, random: fixedRandom('sign-in') })

  it('draws state, binding, nonce and verifier apart from each other', () => {
    const drawn = [started.state, started.binding, started.nonce, started.pending.verifier]
    expect(drawn.filter(isSecretText)).toHaveLength(4)
    expect(new Set(drawn).size).toBe(4)
  })

  it('remembers for 10 minutes what it must compare, and neither state nor binding', () => {
    expect(started.pending).toEqual({
      bindingHash: digestOf(started.binding),
      nonce: started.nonce,
      verifier: started.pending.verifier,
      returnPath: '/settings/api-tokens',
      expiresAt: '2026-11-20T12:10:00.000Z',
    })
    expect(started.challenge).toBe(challengeOf(started.pending.verifier))
  })
})

describe('the code challenge', () => {
  it('is that of RFC 7636, appendix B', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })
})
