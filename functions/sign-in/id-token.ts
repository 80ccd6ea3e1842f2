import { timingSafeEqual } from 'node:crypto'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import * as z from 'zod/mini'
import type { Person } from '../../shared/sessions/session.ts'
import { boundedFetch, isUnreachable, unreachable } from './bounded-fetch.ts'

type Verified =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly reason: 'invalid' | 'nonce' | 'email' | 'unreachable' }

export type VerifyIdToken = (idToken: string, nonce: string) => Promise<Verified>

export type UserPool = {
  readonly userPoolId: string
  readonly clientId: string
  /** Stands in for Cognito's own address, as the AWS SDK's variable of that name does; for a local deployment. */
  readonly endpoint?: string | undefined
  /** How long the keys may take to arrive. */
  readonly timeoutMs?: number
}

const GRACE_SECONDS = 60
const TIMEOUT_MS = 3_000

/** The verifier lets a token without an end pass; Cognito never makes one, so neither do we take one. */
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  email: z.string().check(z.minLength(3), z.maxLength(320)),
  // A federated identity provider may say it as a text.
  email_verified: z.union([z.boolean(), z.string()]),
  nonce: z.string(),
  exp: z.number(),
})
type Claims = z.infer<typeof Claims>

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const personOf = (claims: Claims, nonce: string): Verified => {
  if (!isSame(claims.nonce, nonce)) return { ok: false, reason: 'nonce' }
  if (String(claims.email_verified) !== 'true') return { ok: false, reason: 'email' }
  return { ok: true, person: { userId: claims.sub, email: claims.email } }
}

const keysAt = (endpoint: string | undefined, uri: string): string =>
  endpoint === undefined ? uri : new URL(new URL(uri).pathname, endpoint).href

const fetchKeys =
  ({ endpoint, timeoutMs = TIMEOUT_MS }: UserPool) =>
  async (uri: string): Promise<ArrayBuffer> => {
    const { status, body } = await boundedFetch(keysAt(endpoint, uri), {}, { timeoutMs })
    if (status !== 200) throw unreachable('The keys were not answered')
    return new Uint8Array(body).buffer
  }

/** What is wrong with the keys and not with the token: worth another try later. */
const isAboutKeys = (error: unknown): boolean =>
  isUnreachable(error) ||
  error instanceof JwksValidationError ||
  error instanceof JwkValidationError ||
  error instanceof WaitPeriodNotYetEndedJwkError

/**
 * Checks an ID token: signature, issuer, audience, use and times by the verifier (60 seconds of leeway for clocks that
 * disagree), the nonce and the verified e-mail by us. The keys are fetched when first needed and kept.
 */
export const idTokenVerifier = (pool: UserPool): VerifyIdToken => {
  const { userPoolId, clientId } = pool
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys(pool) } })
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId, tokenUse: 'id', graceSeconds: GRACE_SECONDS },
    { jwksCache },
  )
  return async (idToken, nonce) => {
    try {
      const claims = z.safeParse(Claims, await verifier.verify(idToken))
      return claims.success ? personOf(claims.data, nonce) : { ok: false, reason: 'invalid' }
    } catch (error) {
      return { ok: false, reason: isAboutKeys(error) ? 'unreachable' : 'invalid' }
    }
  }
}
