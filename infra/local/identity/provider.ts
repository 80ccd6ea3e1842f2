import Provider, { type Context } from 'oidc-provider'
import type { Accounts } from './accounts.ts'
import type { SigningKey } from './keys.ts'
import { errorPage, PAGE_HEADERS } from './pages.ts'
import { adapterOf, type Records } from './records.ts'

/** The one client of the user pool: this service. */
export type Client = {
  readonly poolId: string
  readonly clientId: string
  readonly baseUrl: string
}

export type ProviderParts = {
  readonly client: Client
  readonly key: SigningKey
  readonly records: Records
  readonly accounts: Accounts
}

/** As Cognito has them, in seconds. */
const LIFETIMES = {
  AccessToken: 300,
  AuthorizationCode: 300,
  Grant: 3600,
  IdToken: 300,
  Interaction: 600,
  Session: 3600,
} as const

const SCOPE = 'openid email'

const callbackOf = ({ baseUrl }: Client): string => `${baseUrl}/auth/callback`

/** The issuer of a user pool, which its ID tokens name and under which its keys lie. */
const issuerOf = ({ poolId }: Client): string =>
  `https://cognito-idp.${poolId.slice(0, poolId.indexOf('_'))}.amazonaws.com/${poolId}`

/** Nobody is asked to consent to what this service learns of them, as nobody is by Cognito. */
const loadExistingGrant = async ({ oidc: { provider, client, session } }: Context) => {
  const id = session.grantIdFor(client.clientId)
  const existing = id === undefined ? undefined : await provider.Grant.find(id)
  if (existing !== undefined) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(SCOPE)
  await grant.save()
  return grant
}

/** Cookies ignore ports: the service's own is part of the names, so that two services on one machine keep theirs apart. */
const cookieNames = ({ baseUrl }: Client) => {
  const { port } = new URL(baseUrl)
  return { session: `identity-${port}`, interaction: `identity-step-${port}`, resume: `identity-resume-${port}` }
}

const clientOf = (client: Client) => ({
  client_id: client.clientId,
  redirect_uris: [callbackOf(client)],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'none',
})

/** An OpenID provider on Cognito's paths, with Cognito's issuer and Cognito's ID tokens. */
export const providerOf = ({ client, key, records, accounts }: ProviderParts): Provider =>
  new Provider(issuerOf(client), {
    adapter: adapterOf(records, Date.now),
    clients: [clientOf(client)],
    jwks: { keys: [key] },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userInfo',
      jwks: `/${client.poolId}/.well-known/jwks.json`,
    },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub', 'token_use', 'cognito:username'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context: Context, accountId: string) => {
      const claims = accounts.claimsOf(accountId)
      return claims && { accountId, claims: () => claims }
    },
    loadExistingGrant,
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/login/${uid}` },
    // Cognito would let it pass; here its absence is noticed.
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: {
      names: cookieNames(client),
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    ttl: LIFETIMES,
    renderError: async (context: Context, out: { error: string; error_description?: string }) => {
      context.type = 'html'
      context.set(PAGE_HEADERS)
      context.body = await errorPage(out.error_description ?? out.error, client.baseUrl)
    },
  })
