import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { digestOf } from '../digest.ts'
import type { Random } from '../random.ts'
import { BASE_62, digits, numberOf } from './digits.ts'
import type { TokenRequest } from './request.ts'
import { ApiToken, type Scope, type TokenRecord } from './schema.ts'
import { newTokenId } from './token-id.ts'

const PREFIX = 'svc_live_'
const SECRET_DIGITS = 43
const CHECKSUM_DIGITS = 6
const TOKEN_LENGTH = PREFIX.length + SECRET_DIGITS + CHECKSUM_DIGITS
const TOKEN = /^svc_live_[0-9A-Za-z]{49}$/
const DAY_MS = 86_400_000

/** CRC-32 of a text in six base-62 digits. */
const checksum = (text: string): string => digits(BigInt(crc32(text)), BASE_62, CHECKSUM_DIGITS)

/** Whether a text is free of typing errors as a token, so that a wrong one is refused without a read of the table. */
export const looksLikeToken = (text: string): boolean => {
  if (text.length !== TOKEN_LENGTH || !TOKEN.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS)
}

export const hashToken = (raw: string): string => digestOf(raw)

/** 256 random bits always fit 43 base-62 digits, so no value is drawn twice and none is favoured. */
const newToken = (random: Random): string => {
  const text = PREFIX + digits(numberOf(random(32)), BASE_62, SECRET_DIGITS)
  return text + checksum(text)
}

export type Minting = {
  readonly userId: string
  readonly workspace: string
  readonly now: Date
  readonly random: Random
}

export type Minted = { readonly raw: string; readonly record: TokenRecord }

/** A new token: the raw value, to be shown once, and the record, which holds only its hash. */
export const mint = (request: TokenRequest, { userId, workspace, now, random }: Minting): Minted => {
  const raw = newToken(random)
  const { expiresInDays, ...labels } = request
  const record = {
    ...labels,
    _id: newTokenId(now, random),
    tokenHash: hashToken(raw),
    tokenPrefix: raw.slice(0, 13),
    lastFour: raw.slice(-4),
    userId,
    workspace,
    createdAt: now.toISOString(),
    lastUsedAt: null,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
    revokedAt: null,
  }
  return { raw, record }
}

export type TokenState = 'active' | 'revoked' | 'expired'

/** Expired at the very millisecond of `expiresAt`; a revoked token stays revoked when its time is up. */
export const tokenState = ({ revokedAt, expiresAt }: TokenRecord | ApiToken, now: Date): TokenState => {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && now.getTime() >= Date.parse(expiresAt)) return 'expired'
  return 'active'
}

export type Decision =
  | { readonly ok: true; readonly userId: string; readonly workspace: string }
  | { readonly ok: false; readonly reason: 'unknown' | 'expired' | 'revoked' }
  | { readonly ok: false; readonly reason: 'scope'; readonly missing: Scope }

/** Whether the holder of a token may do what needs a scope; a dead token is refused as such before its scopes count. */
export const authorize = (record: TokenRecord | undefined, needs: Scope, now: Date): Decision => {
  if (record === undefined) return { ok: false, reason: 'unknown' }
  const state = tokenState(record, now)
  if (state !== 'active') return { ok: false, reason: state }
  if (!record.scopes.includes(needs)) return { ok: false, reason: 'scope', missing: needs }
  return { ok: true, userId: record.userId, workspace: record.workspace }
}

/** The record as its owner may see it: parsed, so that neither hash nor user id can leave with it. */
export const present = (record: TokenRecord): ApiToken => z.parse(ApiToken, record)

/** In epoch seconds, when a record may be forgotten: 400 days after its token stopped working; never while it may work. */
export const purgeTime = ({ revokedAt, expiresAt }: TokenRecord): number | undefined => {
  const ends = [revokedAt, expiresAt].filter((end) => end !== null).map((end) => Date.parse(end))
  return ends.length === 0 ? undefined : Math.floor((Math.min(...ends) + 400 * DAY_MS) / 1000)
}

const USE_RECORDED_EVERY_MS = 60_000

/** A use is worth a write only when the last one recorded is older than this: a busy token must not cost one each time. */
export const useDueBefore = (at: Date): string => new Date(at.getTime() - USE_RECORDED_EVERY_MS).toISOString()

export const isUseDue = ({ lastUsedAt }: TokenRecord, at: Date): boolean =>
  lastUsedAt === null || lastUsedAt < useDueBefore(at)
