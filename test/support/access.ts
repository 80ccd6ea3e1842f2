import { createHash, randomBytes } from 'node:crypto'
import type { Random } from '../../shared/random.ts'
import type { Session } from '../../shared/sessions/schema.ts'
import type { TokenRequest } from '../../shared/tokens/request.ts'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { type Minted, mint } from '../../shared/tokens/token.ts'

export const NOW = new Date('2026-11-20T12:00:00.000Z')

export const later = (ms: number, from: Date = NOW): Date => new Date(from.getTime() + ms)

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Bytes that look random and are the same in every run. */
export const fixedRandom = (seed: string): Random => {
  let drawn = 0
  return (size) => {
    drawn += 1
    return createHash('shake256', { outputLength: size }).update(`${seed}/${drawn}`).digest()
  }
}

export const aRequest = (overrides: Partial<TokenRequest> = {}): TokenRequest => ({
  name: 'laptop',
  source: 'settings',
  client: 'browser',
  scopes: ['snapshots:read'],
  expiresInDays: 90,
  ...overrides,
})

/** A new token of one person, made at `now`, with its raw value. */
export const aMintedToken = (overrides: Partial<TokenRecord> = {}, now: Date = NOW): Minted => {
  const { raw, record } = mint(aRequest(), {
    userId: 'ann',
    workspace: `ws_${'0'.repeat(16)}`,
    now,
    random: randomBytes,
  })
  return { raw, record: { ...record, ...overrides } }
}

export const aToken = (overrides: Partial<TokenRecord> = {}): TokenRecord => aMintedToken(overrides).record

export const aSession = (overrides: Partial<Session> = {}): Session => ({
  userId: 'ann',
  email: 'ann@example.org',
  ticketKey: 'k'.repeat(43),
  createdAt: NOW.toISOString(),
  lastSeenAt: NOW.toISOString(),
  ...overrides,
})
