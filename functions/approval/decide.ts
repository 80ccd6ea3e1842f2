import type { ApprovalRequest } from '../../shared/auth/approval-request.ts'
import type { Browser } from '../../shared/auth/browser.ts'
import { redirectTo } from '../../shared/auth/callback.ts'
import { isUnavailable } from '../../shared/aws/faults.ts'
import type { Report } from '../../shared/best-effort.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import type { Random } from '../../shared/random.ts'
import type { SessionStore, Use } from '../../shared/sessions/store.ts'
import { roomForOneMore } from '../../shared/tokens/limits.ts'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import type { TokenStore } from '../../shared/tokens/store.ts'
import { type Minted, mint } from '../../shared/tokens/token.ts'
import type { Decided } from './form.ts'
import { grantOf } from './grant.ts'
import { approvedBeforePage, deniedBeforePage, notMadePage } from './outcomes.ts'
import { approvalPage } from './page.ts'

export type Deciding = {
  readonly sessions: Pick<SessionStore, 'useNonce'>
  readonly tokens: Pick<TokenStore, 'ofUser' | 'create'>
  /** The address that the token is for; from configuration, because a header could be anybody's. */
  readonly baseUrl: string
  readonly random: Random
  readonly sleep: (ms: number) => Promise<unknown>
  readonly report: Report
}

/** A decision whose ticket was found good. */
export type Decision = Decided & {
  readonly browser: Browser
  readonly now: Date
  readonly nonce: Pick<Use, 'nonce' | 'expiresAt'>
}

const DENIED = 'denied'

/** `no-referrer`, so that the callback learns nothing of the page that sent the browser there. */
const toCallback = ({ callback }: ApprovalRequest, parameters: Record<string, string>, outcome: string): HttpReply => ({
  status: 303,
  headers: {
    location: redirectTo(callback, parameters),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  },
  body: '',
  logged: { outcome },
})

/** The winner of a race writes its token in these moments; the index of the table may take longer to learn of it. */
const PAUSES_MS = [50, 100, 200, 400]

const madeBefore = async (
  { tokens, sleep }: Deciding,
  userId: string,
  id: string,
): Promise<TokenRecord | undefined> => {
  for (const pause of [...PAUSES_MS, undefined]) {
    const found = (await tokens.ofUser(userId)).find(({ _id }) => _id === id)
    if (found !== undefined || pause === undefined) return found
    await sleep(pause)
  }
  return undefined
}

const answeredBefore = async (deps: Deciding, { asked, browser }: Decision, usedFor = DENIED): Promise<HttpReply> => {
  if (usedFor === DENIED) return deniedBeforePage(asked)
  return approvedBeforePage(usedFor, await madeBefore(deps, browser.session.userId, usedFor))
}

/** Used up like an approval, so that a page that denied cannot approve any more. */
export const deny = async (deps: Deciding, decision: Decision): Promise<HttpReply> => {
  const { asked, nonce } = decision
  const used = await deps.sessions.useNonce({ ...nonce, usedFor: DENIED })
  if (!used.ok) return answeredBefore(deps, decision, used.usedFor)
  return toCallback(asked, { error: 'access_denied', state: asked.state }, 'denied')
}

const mintFor = ({ random }: Deciding, { asked, scopes, browser, now }: Decision): Minted => {
  const { session, workspace } = browser
  return mint(grantOf(asked, scopes, now), { userId: session.userId, workspace, now, random })
}

const delivered = ({ baseUrl }: Deciding, { asked }: Decision, { raw, record }: Minted): HttpReply => {
  const { workspace, expiresAt } = record
  const expiry = expiresAt === null ? {} : { expires_at: expiresAt }
  return toCallback(asked, { token: raw, state: asked.state, workspace, api_url: baseUrl, ...expiry }, 'approved')
}

/** The nonce is used up first and names the token: of any number of approvals one mints, and the others can say which. */
const mintOnce = async (deps: Deciding, decision: Decision): Promise<HttpReply> => {
  const minted = mintFor(deps, decision)
  const { _id: id } = minted.record
  const used = await deps.sessions.useNonce({ ...decision.nonce, usedFor: id })
  if (!used.ok) return answeredBefore(deps, decision, used.usedFor)
  try {
    await deps.tokens.create(minted.record)
  } catch (error) {
    if (!(error instanceof Error && isUnavailable(error))) throw error
    deps.report({ event: 'token not made after its approval was used up', error: error.name })
    return notMadePage(decision.asked, id)
  }
  return delivered(deps, decision, minted)
}

/** Mints and delivers, or shows the page again: with its ticket, because nothing was used up. */
export const approve = async (deps: Deciding, decision: Decision): Promise<HttpReply> => {
  const { scopes, browser, now } = decision
  const again = { ...decision, ticked: scopes }
  if (scopes.length === 0) return approvalPage({ ...again, status: 400, room: { ok: true }, isScopeMissing: true })
  const room = roomForOneMore(await deps.tokens.ofUser(browser.session.userId), now)
  if (!room.ok) return approvalPage({ ...again, status: 409, room, isScopeMissing: false })
  return mintOnce(deps, decision)
}
