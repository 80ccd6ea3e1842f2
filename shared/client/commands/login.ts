import { isConfidential } from '../address.ts'
import type { Asking } from '../asking.ts'
import { type Credential, TOKEN_FORM } from '../credentials.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { obtain } from '../login.ts'
import { settingsPage } from '../settings.ts'
import { storeIn } from '../signed-in.ts'
import { asJson, printable } from '../terminal.ts'
import { workspaceOf } from './whoami.ts'

export type LoginFlags = { readonly json?: boolean; readonly browser: boolean; readonly withToken?: boolean }

const signedInAs = ({ token: _, ...known }: Credential, json: boolean | undefined): Outcome => {
  if (json) return { exit: EXIT.ok, answer: asJson(known) }
  const { baseUrl, workspace, expiresAt } = known
  const as = workspace === undefined ? '' : ` as ${printable(workspace)}`
  const until = expiresAt === undefined ? '' : ` until ${expiresAt}`
  return { exit: EXIT.ok, answer: `Signed in to ${baseUrl}${as}${until}.` }
}

/** From stdin, so that the token stands in no history and no list of processes. It is tried before it is kept. */
const withToken = async ({ around, options }: Asking, json: boolean | undefined): Promise<Outcome> => {
  const token = (await around.readInput()).trim()
  if (!TOKEN_FORM.test(token))
    return { exit: EXIT.usage, hint: 'What came on stdin is not a token: one line that begins with svc_live_.' }
  const workspace = await workspaceOf(options, token)
  const credential = { baseUrl: options.baseUrl, token, ...(workspace === undefined ? {} : { workspace }) }
  const kept = await storeIn(around).save(credential)
  return kept.ok ? signedInAs(credential, json) : { exit: EXIT.refused, hint: kept.fault }
}

/** `pointsman login`: a person approves in the browser, and the token comes back to this computer. */
export const login = async (asking: Asking, { json, browser, withToken: isGiven }: LoginFlags): Promise<Outcome> => {
  const { around, options } = asking
  const { baseUrl } = options
  if (!isConfidential(baseUrl))
    return { exit: EXIT.usage, hint: `A token would travel to ${baseUrl} in the clear. Use its https address.` }
  const writable = await storeIn(around).isWritable()
  if (!writable.ok) return { exit: EXIT.refused, hint: `${writable.fault} No token was asked for.` }
  if (isGiven) return withToken(asking, json)
  const obtained = await obtain(around, { baseUrl, browser })
  if (obtained.ok) return signedInAs(obtained.credential, json)
  const { exit, fault, isTokenMade } = obtained
  const advice = isTokenMade ? `\nIf a token was made, revoke it: ${settingsPage(baseUrl)}` : ''
  return { exit, hint: fault + advice }
}
