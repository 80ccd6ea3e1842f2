import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiToken, SCOPES, type Scope, type TokenRecord } from '../../../shared/tokens/schema.ts'
import {
  authorize,
  hashToken,
  isUseDue,
  looksLikeToken,
  mint,
  present,
  purgeTime,
  tokenState,
} from '../../../shared/tokens/token.ts'
import { aMintedToken, aRequest, aToken, DAY, fixedRandom, later, MINUTE, NOW } from '../../support/access.ts'

const minting = { userId: 'ann', workspace: 'ws_0123456789abcdef', now: NOW, random: randomBytes }
const isoIn = (days: number): string => later(days * DAY).toISOString()

describe('a new token', () => {
  it('is svc_live_, 43 characters of randomness and 6 of checksum', () => {
    expect(mint(aRequest(), minting).raw).toMatch(/^svc_live_[0-9A-Za-z]{49}$/)
  })

  it('is written the same way for ever, because written tokens must stay valid', () => {
    const { raw } = mint(aRequest(), { ...minting, random: (size) => new Uint8Array(size).fill(255) })
    expect(raw).toBe('svc_live_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp144yjiy')
    expect(looksLikeToken(raw)).toBe(true)
  })

  it('fits its 43 characters from the smallest drawn value to the largest', () => {
    for (const byte of [0, 255]) {
      const { raw } = mint(aRequest(), { ...minting, random: (size) => new Uint8Array(size).fill(byte) })
      expect(raw).toHaveLength(58)
    }
  })

  it('draws 256 bits for itself and others for its id', () => {
    const sizes: number[] = []
    const random = (size: number): Uint8Array => {
      sizes.push(size)
      return randomBytes(size)
    }
    mint(aRequest(), { ...minting, random })
    expect(sizes).toEqual([32, 10])
  })

  it('leaves a record that holds its hash, its first 13 and its last 4 characters, and no more of it', () => {
    const { raw, record } = mint(aRequest({ scopes: ['loops:run'], expiresInDays: 1 }), {
      ...minting,
      random: fixedRandom('record'),
    })
    expect(record).toEqual({
      _id: expect.stringMatching(/^tok_01[0-9a-z]{24}$/),
      name: 'laptop',
      source: 'settings',
      client: 'browser',
      scopes: ['loops:run'],
      tokenHash: hashToken(raw),
      tokenPrefix: raw.slice(0, 13),
      lastFour: raw.slice(-4),
      userId: 'ann',
      workspace: 'ws_0123456789abcdef',
      createdAt: '2026-11-20T12:00:00.000Z',
      lastUsedAt: null,
      expiresAt: '2026-11-21T12:00:00.000Z',
      revokedAt: null,
    })
    expect(JSON.stringify(record)).not.toContain(raw.slice(13, 30))
  })

  it('never expires where null days were asked for', () => {
    expect(mint(aRequest({ expiresInDays: null }), minting).record.expiresAt).toBeNull()
  })
})

describe('the hash of a token', () => {
  it('is SHA-256 with its name', () => {
    expect(hashToken('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

const raw = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => mint(aRequest(), { ...minting, random: (size) => (size === 32 ? bytes : randomBytes(size)) }).raw)

const placed = fc.record({ raw, place: fc.nat(57), by: fc.constantFrom(...'0aZ9zAq~é _-') })

const withCharacter = (text: string, place: number, by: string): string =>
  text.slice(0, place) + by + text.slice(place + 1)

const swapped = (text: string, place: number): string =>
  text.slice(0, place) + text.charAt(place + 1) + text.charAt(place) + text.slice(place + 2)

describe('a token with a typing error', () => {
  it('is told from a right one: every minted token passes', () => {
    fc.assert(fc.property(raw, (text) => looksLikeToken(text)))
  })

  it('is refused with any one character changed', () => {
    fc.assert(
      fc.property(placed, ({ raw: text, place, by }) => {
        fc.pre(text.charAt(place) !== by)
        return !looksLikeToken(withCharacter(text, place, by))
      }),
      { numRuns: 1000 },
    )
  })

  it('is refused with any two neighbours swapped', () => {
    fc.assert(
      fc.property(raw, fc.nat(56), (text, place) => {
        fc.pre(text.charAt(place) !== text.charAt(place + 1))
        return !looksLikeToken(swapped(text, place))
      }),
      { numRuns: 1000 },
    )
  })

  it('is refused with any character missing or doubled', () => {
    fc.assert(
      fc.property(raw, fc.nat(57), (text, place) => {
        const missing = withCharacter(text, place, '')
        const doubled = withCharacter(text, place, text.charAt(place).repeat(2))
        return !looksLikeToken(missing) && !looksLikeToken(doubled)
      }),
    )
  })

  const { raw: good } = aMintedToken()
  it.each([
    ['nothing', ''],
    ['the prefix alone', 'svc_live_'],
    ['another prefix', good.replace('svc_live_', 'svc_test_')],
    ['a prefix in capitals', good.replace('svc_live_', 'SVC_LIVE_')],
    ['a leading space', ` ${good}`],
    ['a trailing line break', `${good}\n`],
    ['a megabyte', good.repeat(20_000)],
  ])('is refused when it is %s', (_, text) => {
    expect(looksLikeToken(text)).toBe(false)
  })
})

describe('the state of a token', () => {
  const expiresAt = NOW.toISOString()
  it.each<[string, Partial<TokenRecord>, Date, string]>([
    ['is active before it expires', { expiresAt }, later(-1), 'active'],
    ['is expired at the very millisecond it expires', { expiresAt }, NOW, 'expired'],
    ['is expired after it expired', { expiresAt }, later(1), 'expired'],
    ['is active for ever without an expiry', { expiresAt: null }, later(100_000 * DAY), 'active'],
    ['is revoked once revoked', { revokedAt: isoIn(0) }, NOW, 'revoked'],
    ['is revoked even where the revocation bears a later time', { revokedAt: isoIn(1) }, NOW, 'revoked'],
    ['stays revoked when its time is up', { revokedAt: isoIn(-1), expiresAt }, later(1), 'revoked'],
  ])('%s', (_, overrides, now, state) => {
    expect(tokenState(aToken(overrides), now)).toBe(state)
  })
})

describe('whether the holder of a token may read snapshots', () => {
  const allowed = { ok: true, userId: 'ann', workspace: 'ws_0000000000000000' }
  const unscoped: Scope[] = ['loops:read', 'loops:run']
  it.each<[string, TokenRecord | undefined, unknown]>([
    ['yes, with the scope', aToken({ scopes: [...SCOPES] }), allowed],
    ['no, without a record', undefined, { ok: false, reason: 'unknown' }],
    ['no, once revoked', aToken({ revokedAt: isoIn(0) }), { ok: false, reason: 'revoked' }],
    ['no, once expired', aToken({ expiresAt: isoIn(0) }), { ok: false, reason: 'expired' }],
    ['no, without the scope', aToken({ scopes: unscoped }), { ok: false, reason: 'scope', missing: 'snapshots:read' }],
    [
      'expired and unscoped is expired',
      aToken({ scopes: unscoped, expiresAt: isoIn(0) }),
      { ok: false, reason: 'expired' },
    ],
    [
      'revoked and unscoped is revoked',
      aToken({ scopes: unscoped, revokedAt: isoIn(0) }),
      { ok: false, reason: 'revoked' },
    ],
  ])('%s', (_, record, decision) => {
    expect(authorize(record, 'snapshots:read', NOW)).toEqual(decision)
  })
})

describe('what the owner sees of a token', () => {
  it('is exactly the record of the specification: no hash, no user, no workspace', () => {
    const record = aToken()
    const { tokenHash, userId, workspace, ...shown } = record
    expect(present(record)).toEqual(shown)
    expect(Object.keys(present(record)).sort()).toEqual(Object.keys(ApiToken.shape).sort())
  })
})

describe('when a record may be forgotten', () => {
  const seconds = (days: number): number => later(days * DAY).getTime() / 1000
  it.each<[string, Partial<TokenRecord>, number | undefined]>([
    ['never while its token works for ever', { expiresAt: null }, undefined],
    ['400 days after it expires', { expiresAt: isoIn(90) }, seconds(490)],
    ['400 days after its revocation', { expiresAt: null, revokedAt: isoIn(2) }, seconds(402)],
    [
      '400 days after its revocation where that came first',
      { expiresAt: isoIn(90), revokedAt: isoIn(2) },
      seconds(402),
    ],
    ['400 days after it expired where that came first', { expiresAt: isoIn(1), revokedAt: isoIn(2) }, seconds(401)],
  ])('%s', (_, overrides, time) => {
    expect(purgeTime(aToken(overrides))).toBe(time)
  })
})

describe('a use of a token is recorded', () => {
  it.each([
    ['the first time', null, true],
    ['when the last record is over a minute old', later(-MINUTE - 1).toISOString(), true],
    ['not again within a minute', later(-MINUTE).toISOString(), false],
    ['not when the last record is from a faster clock', later(MINUTE).toISOString(), false],
  ])('%s', (_, lastUsedAt, isDue) => {
    expect(isUseDue(aToken({ lastUsedAt }), NOW)).toBe(isDue)
  })
})
