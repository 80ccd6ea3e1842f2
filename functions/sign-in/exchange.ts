import * as z from 'zod/mini'
import { callbackUrl, type SignInPages } from './addresses.ts'
import { boundedFetch, type Fetched, isUnreachable } from './bounded-fetch.ts'

type Exchanged =
  | { readonly ok: true; readonly idToken: string }
  /** `refused`: the code is wrong, used, expired or not ours. */
  | { readonly ok: false; readonly reason: 'refused' | 'unreachable' }

type Grant = { readonly code: string; readonly verifier: string }

export type Exchange = (grant: Grant) => Promise<Exchanged>

const TIMEOUT_MS = 4_000

const Tokens = z.object({ id_token: z.string().check(z.minLength(1)) })

/** Cognito's other tokens are dropped here: nothing of ours needs them. */
const idTokenOf = (body: Uint8Array): string | undefined => {
  try {
    return z.safeParse(Tokens, JSON.parse(Buffer.from(body).toString('utf8'))).data?.id_token
  } catch {
    return undefined
  }
}

const read = ({ status, body }: Fetched): Exchanged => {
  if (status === 400 || status === 401 || status === 403) return { ok: false, reason: 'refused' }
  const idToken = status === 200 ? idTokenOf(body) : undefined
  return idToken === undefined ? { ok: false, reason: 'unreachable' } : { ok: true, idToken }
}

const formOf = (pages: SignInPages, { code, verifier }: Grant): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: pages.clientId,
    redirect_uri: callbackUrl(pages),
    code,
    code_verifier: verifier,
  })

/** Turns an authorization code into an ID token: as a public client, so the verifier is what shows that it is ours. */
export const exchanger =
  (pages: SignInPages, timeoutMs: number = TIMEOUT_MS): Exchange =>
  async (grant) => {
    try {
      const init = { method: 'POST', body: formOf(pages, grant), headers: { accept: 'application/json' } }
      return read(await boundedFetch(`${pages.origin}/oauth2/token`, init, { timeoutMs }))
    } catch (error) {
      if (isUnreachable(error)) return { ok: false, reason: 'unreachable' }
      throw error
    }
  }
