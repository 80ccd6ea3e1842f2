import { html } from 'hono/html'
import type { ApprovalRequest } from '../../shared/auth/approval-request.ts'
import type { Ticket } from '../../shared/auth/ticket.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import { page } from '../../shared/pages/page.ts'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { pathFor, signInFor } from './address.ts'

const SETTINGS = '/settings/api-tokens'

type Outcome = {
  readonly status: number
  readonly title: string
  readonly text: ReturnType<typeof html>
}

const outcome = ({ status, title, text }: Outcome): Promise<HttpReply> =>
  page({
    status,
    title: `${title} - Pointsman`,
    description: title,
    main: html`<div class="narrow"><h1>${title}</h1>${text}</div>`,
  })

const freshPage = (asked: ApprovalRequest) =>
  html`<p><a href="${pathFor(asked)}" class="button primary">Open a fresh page</a></p>`

/** A request that the page does not accept is shown and goes nowhere: its callback is not to be trusted either. */
export const refusedPage = (fault: string): Promise<HttpReply> =>
  outcome({
    status: 400,
    title: 'This request cannot be used',
    text: html`<p class="notice notice--stop">${fault}</p>
      <p>
        No token was made. The address of this page comes from the program that opened it: start the program again, and
        if that does not help, tell its makers what this page says.
      </p>`,
  })

/** Without a readable request there is still a way to sign in, but nowhere to come back to. */
export const signedOutPage = (asked: ApprovalRequest | undefined): Promise<HttpReply> => {
  const path = asked === undefined ? `/auth/sign-in?return_to=${encodeURIComponent(SETTINGS)}` : signInFor(asked)
  return outcome({
    status: 401,
    title: 'You are signed out',
    text: html`<p>Your session has ended, so nothing was decided and no token was made. Sign in to decide.</p>
      <p><a href="${path}" class="button primary">Sign in and come back</a></p>`,
  })
}

const TICKET_FAULTS = {
  expired: 'This page was open for more than 10 minutes.',
  forged: 'This page was made for another sign-in or another request.',
  malformed: 'This page did not send what it was given.',
} as const satisfies Record<(Ticket & { readonly ok: false })['reason'], string>

export const startAgainPage = (asked: ApprovalRequest, reason: keyof typeof TICKET_FAULTS): Promise<HttpReply> =>
  outcome({
    status: 403,
    title: 'Please decide again',
    text: html`<p>${TICKET_FAULTS[reason]} Nothing was decided and no token was made.</p>
      ${freshPage(asked)}`,
  })

export const deniedBeforePage = (asked: ApprovalRequest): Promise<HttpReply> =>
  outcome({
    status: 409,
    title: 'This request was denied',
    text: html`<p>
        It was answered before, with Deny, and no token was made. If you have changed your mind, start
        <code class="client">${asked.client}</code> again.
      </p>`,
  })

const madeToken = ({ _id, name, tokenPrefix, lastFour }: TokenRecord) => html`<p>
    It made the token <a href="${SETTINGS}#${_id}">${name}</a> (<code>${tokenPrefix}...${lastFour}</code>), which was
    sent to the program. No other token was made.
  </p>
  <p>
    If the program did not get it, <a href="${SETTINGS}#${_id}">revoke the token</a> under your API tokens and start the
    program again.
  </p>`

const unseenToken = (id: string) => html`<p>
    Its token <a href="${SETTINGS}#${id}"><code>${id}</code></a> is not in your list yet. No other token was made.
  </p>
  <p>
    If the program did not get it, look under <a href="${SETTINGS}">your API tokens</a> in a moment, revoke it if it is
    there, and start the program again.
  </p>`

/** For who comes second: which token was made, how to revoke it, and to start again. */
export const approvedBeforePage = (id: string, record: TokenRecord | undefined): Promise<HttpReply> =>
  outcome({
    status: 409,
    title: 'This request was approved before',
    text: record === undefined ? unseenToken(id) : madeToken(record),
  })

/** When the database fails after the page was used up: what may be left behind is a token that nobody holds. */
export const notMadePage = async (asked: ApprovalRequest, id: string): Promise<HttpReply> => {
  const shown = await outcome({
    status: 503,
    title: 'The token could not be made',
    text: html`<p class="notice notice--stop">The service cannot reach its database just now. Nothing was sent to the program.</p>
      <p>
        Try again in a moment. Should <a href="${SETTINGS}#${id}"><code>${id}</code></a> appear among your API tokens,
        revoke it: nobody holds it.
      </p>
      ${freshPage(asked)}`,
  })
  return { ...shown, headers: { ...shown.headers, 'retry-after': '2' } }
}
