import * as z from 'zod/mini'
import { TOKEN_ID } from './token-id.ts'

export const SCOPES = ['snapshots:read', 'loops:read', 'loops:run'] as const

/** What a token may do; only `snapshots:read` opens an endpoint so far. */
export const Scope = z.enum(SCOPES)
export type Scope = z.infer<typeof Scope>

const Scopes = z.array(Scope).check(z.minLength(1), z.maxLength(10))

const dateTime = z.iso.datetime()

/** A token as its owner sees it: everything but the token and its hash. */
export const ApiToken = z.object({
  _id: z.string().check(z.regex(TOKEN_ID)),
  name: z.string(),
  tokenPrefix: z.string().check(z.length(13)),
  lastFour: z.string().check(z.length(4)),
  scopes: Scopes,
  source: z.string(),
  client: z.string(),
  createdAt: dateTime,
  lastUsedAt: z.nullable(dateTime),
  expiresAt: z.nullable(dateTime),
  revokedAt: z.nullable(dateTime),
})
export type ApiToken = z.infer<typeof ApiToken>

/** A token as the service keeps it. */
export const TokenRecord = z.extend(ApiToken, {
  tokenHash: z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/)),
  userId: z.string().check(z.minLength(1)),
  workspace: z.string().check(z.regex(/^ws_[0-9a-z]{16}$/)),
})
export type TokenRecord = z.infer<typeof TokenRecord>

const unlessStored = z._default(z.nullable(dateTime), null)

/** A token as its table holds it: a time that has not come is absent, because `if_not_exists` takes a stored null for a value. */
export const TokenItem = z.extend(TokenRecord, {
  lastUsedAt: unlessStored,
  expiresAt: unlessStored,
  revokedAt: unlessStored,
})
