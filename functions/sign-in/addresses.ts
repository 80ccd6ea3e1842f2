/** What the pages of Cognito's managed login need to know of us, and where they are. */
export type SignInPages = {
  /** Their origin, without a slash at its end. */
  readonly origin: string
  readonly clientId: string
  readonly baseUrl: string
}

export const callbackUrl = ({ baseUrl }: SignInPages): string => `${baseUrl}/auth/callback`

type Started = { readonly state: string; readonly nonce: string; readonly challenge: string }

/** Where a person signs in: authorization code with PKCE, whose verifier never leaves our table until the code is here. */
export const authorizeUrl = (pages: SignInPages, { state, nonce, challenge }: Started): string => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: pages.clientId,
    redirect_uri: callbackUrl(pages),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return `${pages.origin}/oauth2/authorize?${query}`
}

/** Ends the session that the sign-in pages keep, so that the next sign-in asks again who it is. */
export const logoutUrl = ({ origin, clientId, baseUrl }: SignInPages): string =>
  `${origin}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: `${baseUrl}/` })}`
