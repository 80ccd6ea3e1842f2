import { ApiError, client } from '../api.ts'
import type { Asking } from '../asking.ts'
import type { Credential } from '../credentials.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { expiryOf } from '../expiry.ts'
import { settingsPage } from '../settings.ts'
import { signedIn } from '../signed-in.ts'
import { asJson, printable } from '../terminal.ts'

/** Any loop will do: the answer names the workspace, and a refusal for want of the scope still proves the token. */
const LOOP = 'whoami'

/** The workspace of a token as the service says; `undefined` where the token may not ask. Throws what the service refuses. */
export const workspaceOf = async (options: Asking['options'], token: string): Promise<string | undefined> => {
  try {
    return (await client({ ...options, token }).connectorSnapshot({ loop: LOOP })).workspace
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused' && error.status === 403) return undefined
    throw error
  }
}

type Known = Omit<Credential, 'token'>

const told = ({ baseUrl, workspace, expiresAt }: Known, now: Date): string =>
  [
    `address    ${baseUrl}`,
    `workspace  ${printable(workspace ?? 'not known')}`,
    `expires    ${expiresAt === undefined ? 'not known' : expiryOf(expiresAt, now).text}`,
  ].join('\n')

/** `pointsman whoami`: asks the service, because a token may have been revoked since. */
export const whoami = async ({ around, options }: Asking, { json }: { readonly json?: boolean }): Promise<Outcome> => {
  const found = await signedIn(around, options.baseUrl)
  if (!found.ok) return found.outcome
  const { token, baseUrl, expiresAt, ...kept } = found.credential
  const expiry = expiresAt === undefined ? undefined : expiryOf(expiresAt, around.now())
  if (expiry?.isOver)
    return {
      exit: EXIT.notSignedIn,
      hint: `The token for ${baseUrl} expired at ${expiresAt}.\nSign in: pointsman login`,
    }
  const workspace = (await workspaceOf(options, token)) ?? kept.workspace
  const known = {
    baseUrl,
    ...(workspace === undefined ? {} : { workspace }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
  const answer = json ? asJson(known) : told(known, around.now())
  if (!expiry?.isNear) return { exit: EXIT.ok, answer }
  const hint = `The token expires soon. "pointsman login" gets a new one; revoke the old one at ${settingsPage(baseUrl)}`
  return { exit: EXIT.ok, answer, hint }
}
