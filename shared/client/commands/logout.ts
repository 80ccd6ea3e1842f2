import type { Asking } from '../asking.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { settingsPage } from '../settings.ts'
import { storeIn } from '../signed-in.ts'
import { asJson } from '../terminal.ts'

/** `pointsman logout`: forgets the token here; only a signed-in person can revoke it, so the link is shown. */
export const logout = async (
  { around, options: { baseUrl } }: Asking,
  { json }: { readonly json?: boolean },
): Promise<Outcome> => {
  const store = storeIn(around)
  const found = await store.find(baseUrl)
  if (!found.ok && found.reason === 'none') return { exit: EXIT.notSignedIn, hint: `Not signed in to ${baseUrl}.` }
  const removed = await store.remove(baseUrl)
  if (!removed.ok) return { exit: EXIT.refused, hint: removed.fault }
  const revokeAt = settingsPage(baseUrl)
  if (json) return { exit: EXIT.ok, answer: asJson({ baseUrl, revokeAt }) }
  return { exit: EXIT.ok, answer: `Signed out of ${baseUrl}.\nThe token works until it is revoked: ${revokeAt}` }
}
