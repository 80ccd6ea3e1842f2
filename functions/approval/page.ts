import { html } from 'hono/html'
import type { ApprovalRequest } from '../../shared/auth/approval-request.ts'
import type { Browser } from '../../shared/auth/browser.ts'
import { formActionSource } from '../../shared/auth/callback.ts'
import { approveOperation } from '../../shared/contract/approval.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import { page } from '../../shared/pages/page.ts'
import type { Room } from '../../shared/tokens/limits.ts'
import { SCOPES, type Scope } from '../../shared/tokens/schema.ts'
import { DAYS, dayOf, expiryFrom } from './grant.ts'

const SETTINGS = '/settings/api-tokens'

/** What a person is asked, and what was wrong with their last answer, if there was one. */
export type Shown = {
  readonly status: number
  readonly browser: Browser
  readonly asked: ApprovalRequest
  readonly ticket: string
  readonly now: Date
  readonly ticked: readonly Scope[]
  readonly room: Room
  readonly isScopeMissing: boolean
}

const MEANINGS = {
  'snapshots:read': 'Read the hosted snapshots of your connectors',
  'loops:read': 'Read your loops. Kept for local tools; no endpoint of this service uses it yet',
  'loops:run': 'Run your loops. Kept for local tools; no endpoint of this service uses it yet',
} as const satisfies Record<Scope, string>

const choice = (scope: Scope, ticked: readonly Scope[]) => html`<label class="choice">
  <input type="checkbox" name="scope" value="${scope}" ${ticked.includes(scope) ? 'checked' : ''} />
  <span><code>${scope}</code><small>${MEANINGS[scope]}</small></span>
</label>`

const scopeMissing = html`<p class="notice notice--stop" role="alert" id="scope-missing">
  <strong>Nothing is ticked.</strong> A token needs at least one scope. Tick one, or deny.
</p>`

const choices = ({
  ticked,
  isScopeMissing,
}: Shown) => html`<fieldset class="field" aria-describedby="${isScopeMissing ? 'scope-missing' : 'scope-hint'}">
  <legend>It lets the program</legend>
  ${isScopeMissing ? scopeMissing : ''}
  <div class="choices">${SCOPES.map((scope) => choice(scope, ticked))}</div>
  <p class="hint" id="scope-hint">Untick what this program does not need; one must stay.</p>
</fieldset>`

const LIMITS = {
  active: (limit: number) => html`You have ${limit} active tokens, and that is the most there can be.
    <a href="${SETTINGS}">Revoke one that you no longer need</a>, then reload this page.`,
  records: (limit: number) => html`You have ${limit} tokens on record, and that is the most there can be. Revoked and
    expired ones go by themselves 400 days after their end. <a href="${SETTINGS}">See your tokens</a>.`,
} as const

const limitReached = ({
  reason,
  limit,
}: Room & { readonly ok: false }) => html`<p class="notice notice--stop" role="alert">
  <strong>You have no room for another token.</strong> ${LIMITS[reason](limit)}
</p>`

const facts = ({ browser, asked, now }: Shown) => {
  const { client, callback } = asked
  const expiry = expiryFrom(now)
  return html`<dl class="facts">
    <dt>Your account</dt>
    <dd>${browser.session.email}</dd>
    <dt>Workspace</dt>
    <dd><code>${browser.workspace}</code></dd>
    <dt>Program</dt>
    <dd>calls itself <code class="client">${client}</code></dd>
    <dt>The token goes to</dt>
    <dd>
      this computer: <code>${callback.host}</code>, port <code>${callback.port}</code>
      <code class="address muted">${callback.uri}</code>
    </dd>
    <dt>It expires</dt>
    <dd>in ${DAYS} days, on <time datetime="${expiry.toISOString()}" title="${expiry.toISOString()}">${dayOf(expiry)}</time></dd>
  </dl>`
}

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}" />`

const APPROVE = html`<button name="decision" value="approve" class="primary">Approve</button>`
const DENY = html`<button name="decision" value="deny">Deny</button>`

const form = (shown: Shown) => {
  const { asked, ticket, room } = shown
  return html`<form method="post" action="${approveOperation.path}" class="panel" autocomplete="off" data-once>
    ${facts(shown)}
    ${room.ok ? choices(shown) : limitReached(room)}
    <div class="actions">${room.ok ? APPROVE : ''} ${DENY}</div>
    ${hidden('client', asked.client)} ${hidden('redirect_uri', asked.callback.uri)} ${hidden('state', asked.state)}
    ${hidden('ticket', ticket)}
  </form>`
}

/** The page on which a person approves or denies; complete without its script. */
export const approvalPage = (shown: Shown): Promise<HttpReply> =>
  page({
    status: shown.status,
    title: `Approve ${shown.asked.client}? - Pointsman`,
    description: 'A command-line program asks for an API token of yours.',
    formTargets: [formActionSource(shown.asked.callback)],
    scripts: ['approval.js'],
    main: html`<div class="narrow">
      <h1>A program asks for a token</h1>
      <p>
        With an API token of yours it can act in your name. <strong>Approve only if you started it yourself, on this
        computer, a moment ago.</strong>
      </p>
      ${form(shown)}
      <p class="muted">You can revoke the token at any time under <a href="${SETTINGS}">your API tokens</a>.</p>
    </div>`,
  })
