import type { Caller, Identify } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import type { PresentedTokens } from '../tokens/presented.ts'
import type { Scope, TokenRecord } from '../tokens/schema.ts'
import { authorize, type Decision, hashToken, looksLikeToken } from '../tokens/token.ts'
import { readBearer } from './bearer.ts'

/** The holder of an API token. */
export type Holder = Caller & { readonly kind: 'token'; readonly userId: string; readonly workspace: string }

export type Holders = {
  readonly tokens: PresentedTokens
  readonly now: () => Date
}

const CHALLENGE = 'Bearer realm="api"'

const unauthorized = (message: string, challenge = CHALLENGE): HttpError =>
  new HttpError(401, message, { 'www-authenticate': challenge })

const invalidToken = (message: string): HttpError => unauthorized(message, `${CHALLENGE}, error="invalid_token"`)

const missingScope = (scope: Scope): HttpError =>
  new HttpError(403, `Missing required scope: ${scope}`, {
    'www-authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`,
  })

const refusalOf = (refused: Decision & { readonly ok: false }): HttpError => {
  switch (refused.reason) {
    case 'unknown':
      return invalidToken('This token is not valid')
    case 'revoked':
      return invalidToken('This token has been revoked')
    case 'expired':
      return invalidToken('This token has expired')
    case 'scope':
      return missingScope(refused.missing)
  }
}

const rawTokenOf = (authorization: string | undefined): string => {
  const bearer = readBearer(authorization)
  if (bearer.ok) return bearer.token
  if (bearer.reason === 'malformed') throw invalidToken('The authorization header is malformed')
  throw unauthorized('This endpoint needs an API token: Authorization: Bearer <API_TOKEN>')
}

/** For machines: an active token with the scope. Cookies are ignored; every refusal says how to do better (RFC 6750). */
export const tokenHolder =
  ({ tokens, now }: Holders, needs: Scope): Identify<Holder> =>
  async ({ headers }) => {
    const raw = rawTokenOf(headers.authorization)
    const at = now()
    const record: TokenRecord | undefined = looksLikeToken(raw) ? await tokens.byHash(hashToken(raw)) : undefined
    const decision = authorize(record, needs, at)
    if (!decision.ok) throw refusalOf(decision)
    if (record !== undefined) await tokens.touch(record, at)
    return { kind: 'token', userId: decision.userId, workspace: decision.workspace }
  }
