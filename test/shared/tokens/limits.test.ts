import { describe, expect, it } from 'vitest'
import { roomForOneMore } from '../../../shared/tokens/limits.ts'
import { aToken, later, NOW } from '../../support/access.ts'

const many = (count: number, overrides: Parameters<typeof aToken>[0] = {}) =>
  Array.from({ length: count }, () => aToken(overrides))

const revoked = { revokedAt: NOW.toISOString() }
const expired = { expiresAt: NOW.toISOString() }

describe('one more token', () => {
  it.each([
    ['fits where there is none', [], { ok: true }],
    ['fits beside 99 active ones', many(99), { ok: true }],
    ['does not fit beside 100 active ones', many(100), { ok: false, reason: 'active', limit: 100 }],
    [
      'fits beside 99 active, revoked and expired ones',
      [...many(99), ...many(9, revoked), ...many(9, expired)],
      { ok: true },
    ],
    ['fits beside 999 records', many(999, revoked), { ok: true }],
    ['does not fit beside 1,000 records', many(1000, revoked), { ok: false, reason: 'records', limit: 1000 }],
  ])('%s', (_, records, room) => {
    expect(roomForOneMore(records, later(0))).toEqual(room)
  })
})
