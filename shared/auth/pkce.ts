import { createHash } from 'node:crypto'
import { type Random, secretText } from '../random.ts'

/** RFC 7636, method S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export const newChallenge = (random: Random): { readonly verifier: string; readonly challenge: string } => {
  const verifier = secretText(random)
  return { verifier, challenge: challengeOf(verifier) }
}
