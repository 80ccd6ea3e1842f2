import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenRecord } from '../../../shared/tokens/schema.ts'
import { authorize, mint, tokenState } from '../../../shared/tokens/token.ts'
import { aRequest, DAY, fixedRandom, later } from '../../support/access.ts'

/** What a token's life comes down to, kept apart from the code under test: when it ends, by which cause. */
type Model = { now: number; diesAt: number; isRevoked: boolean }
type Real = { record: TokenRecord }

type Step = { readonly name: string; readonly run: (model: Model, real: Real) => void }

const agree = (model: Model, { record }: Real): void => {
  const now = later(model.now)
  const isDead = model.now >= model.diesAt
  const expected = model.isRevoked ? 'revoked' : isDead ? 'expired' : 'active'
  expect(tokenState(record, now)).toBe(expected)
  expect(authorize(record, 'snapshots:read', now).ok).toBe(expected === 'active')
  expect(authorize(record, 'loops:run', now)).toEqual(
    expected === 'active' ? { ok: false, reason: 'scope', missing: 'loops:run' } : { ok: false, reason: expected },
  )
}

const pass = (ms: number): Step => ({
  name: `wait ${ms}`,
  run: (model) => {
    model.now += ms
  },
})

const revoke: Step = {
  name: 'revoke',
  run: (model, real) => {
    model.isRevoked = true
    real.record = { ...real.record, revokedAt: real.record.revokedAt ?? later(model.now).toISOString() }
  },
}

const use: Step = {
  name: 'use',
  run: (model, real) => {
    real.record = { ...real.record, lastUsedAt: later(model.now).toISOString() }
  },
}

const step = fc.oneof(
  fc.constantFrom(0, 1, DAY - 1, DAY, 90 * DAY).map(pass),
  fc.constant(use),
  fc.constant(use),
  fc.constant(revoke),
)

const days = fc.option(fc.constantFrom(1, 2, 90, 365), { nil: null })

describe('the life of a token', () => {
  it('agrees with the model at every step of any sequence: once dead it never works again', () => {
    fc.assert(
      fc.property(days, fc.array(step, { maxLength: 20 }), (expiresInDays, steps) => {
        const { record } = mint(aRequest({ expiresInDays }), {
          userId: 'ann',
          workspace: 'ws_0123456789abcdef',
          now: later(0),
          random: fixedRandom('machine'),
        })
        const real: Real = { record }
        const diesAt = expiresInDays === null ? Number.POSITIVE_INFINITY : expiresInDays * DAY
        const model: Model = { now: 0, diesAt, isRevoked: false }
        agree(model, real)
        for (const { run } of steps) {
          run(model, real)
          agree(model, real)
        }
      }),
      { numRuns: 500 },
    )
  })
})
