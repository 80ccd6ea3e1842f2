import { type Credential, credentialStore, credentialsFolder } from './credentials.ts'
import { EXIT, type Outcome } from './exit.ts'
import type { Surroundings } from './surroundings.ts'

export const storeIn = (around: Surroundings) => credentialStore(credentialsFolder(around))

type SignedIn =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly outcome: Outcome }

const notSignedIn = (hint: string): SignedIn => ({ ok: false, outcome: { exit: EXIT.notSignedIn, hint } })

/** The token for an address, or what to do to get one. */
export const signedIn = async (around: Surroundings, baseUrl: string): Promise<SignedIn> => {
  const found = await storeIn(around).find(baseUrl)
  if (found.ok) return found
  if (found.reason === 'none') return notSignedIn(`Not signed in to ${baseUrl}.\nSign in: pointsman login`)
  return notSignedIn(`${found.file} does not hold what "pointsman login" writes.\nMake it anew: pointsman login`)
}
