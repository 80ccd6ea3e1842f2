import { type ApprovalRequest, explain, readApproval } from '../../shared/auth/approval-request.ts'
import { type Browser, type Browsers, signedInPage } from '../../shared/auth/browser.ts'
import { checkTicket, newTicket } from '../../shared/auth/ticket.ts'
import { approvalPageOperation, approveOperation } from '../../shared/contract/approval.ts'
import { bodyText } from '../../shared/http/body.ts'
import { type Endpoint, endpoint, type Identify } from '../../shared/http/endpoint.ts'
import { HttpError } from '../../shared/http/errors.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import type { HttpRequest } from '../../shared/http/request.ts'
import { roomForOneMore } from '../../shared/tokens/limits.ts'
import { SCOPES } from '../../shared/tokens/schema.ts'
import { queryFor } from './address.ts'
import { approve, type Deciding, deny } from './decide.ts'
import { readForm } from './form.ts'
import { refusedPage, signedOutPage, startAgainPage } from './outcomes.ts'
import { approvalPage } from './page.ts'

export type Deps = Omit<Deciding, 'baseUrl'> & { readonly browsers: Browsers }

const askedByForm = (request: HttpRequest): ApprovalRequest | undefined => {
  try {
    const read = readApproval(bodyText('form', request))
    return read.ok ? read.request : undefined
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

const decider = (browsers: Browsers): Identify<Browser> =>
  signedInPage(browsers, (request) => signedOutPage(askedByForm(request)))

type Viewer = Browser & { readonly asked: ApprovalRequest }

/**
 * The request is read before anybody is sent to sign in: a wrong one is never a redirect. Who has to sign in comes back
 * to it in our own spelling, which every check on the way lets through.
 */
const viewer = (browsers: Browsers): Identify<Viewer> => {
  const identify = decider(browsers)
  return async (request) => {
    const read = readApproval(request.rawQuery)
    if (!read.ok) return { kind: 'turned-away', reply: await refusedPage(explain(read)) }
    const person = await identify({ ...request, rawQuery: queryFor(read.request) })
    return person.kind === 'turned-away' ? person : { ...person, asked: read.request }
  }
}

const show = async ({ browsers, tokens, random }: Deps, { asked, ...browser }: Viewer): Promise<HttpReply> => {
  const now = browsers.now()
  const { ticketKey, userId } = browser.session
  return approvalPage({
    status: 200,
    browser,
    asked,
    ticket: newTicket(ticketKey, asked, { now, random }),
    now,
    ticked: SCOPES,
    room: roomForOneMore(await tokens.ofUser(userId), now),
    isScopeMissing: false,
  })
}

const decide = (deps: Deps, browser: Browser, request: HttpRequest): Promise<HttpReply> => {
  const read = readForm(bodyText('form', request))
  if (!read.ok) return refusedPage(read.fault)
  const { decided } = read
  const now = deps.browsers.now()
  const ticket = checkTicket(browser.session.ticketKey, decided.asked, { ticket: decided.ticket, now })
  if (!ticket.ok) return startAgainPage(decided.asked, ticket.reason)
  const deciding = { ...deps, baseUrl: deps.browsers.baseUrl }
  const decision = { ...decided, browser, now, nonce: { nonce: ticket.nonce, expiresAt: ticket.expiresAt } }
  return decided.decision === 'approve' ? approve(deciding, decision) : deny(deciding, decision)
}

/** The page that asks a person about a command-line client, and what follows from their answer. */
export const approvalEndpoints = (deps: Deps): readonly Endpoint[] => [
  endpoint(approvalPageOperation, viewer(deps.browsers), ({ caller }) => show(deps, caller)),
  endpoint(approveOperation, decider(deps.browsers), ({ caller, request }) => decide(deps, caller, request)),
]
