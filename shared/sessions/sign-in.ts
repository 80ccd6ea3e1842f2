import { newChallenge } from '../auth/pkce.ts'
import { digestOf } from '../digest.ts'
import { secretText } from '../random.ts'
import type { PendingSignIn } from './schema.ts'
import type { Clockwork } from './session.ts'

export const SIGN_IN_SECONDS = 600

export type StartedSignIn = {
  /** Travels to the sign-in page and back. */
  readonly state: string
  /** Stays in a cookie of the browser that started, so that nobody can be made to finish another's sign-in. */
  readonly binding: string
  readonly nonce: string
  readonly challenge: string
  readonly pending: PendingSignIn
}

export const startSignIn = (returnPath: string, { now, random }: Clockwork): StartedSignIn => {
  const [state, binding, nonce] = [secretText(random), secretText(random), secretText(random)]
  const { verifier, challenge } = newChallenge(random)
  const expiresAt = new Date(now.getTime() + SIGN_IN_SECONDS * 1000).toISOString()
  const pending = { bindingHash: digestOf(binding), nonce, verifier, returnPath, expiresAt }
  return { state, binding, nonce, challenge, pending }
}
