import { html } from 'hono/html'
import type { Browser } from '../../../shared/auth/browser.ts'
import type { HttpReply } from '../../../shared/http/reply.ts'
import { page } from '../../../shared/pages/page.ts'
import { account } from './account.ts'
import { newTokenForm } from './new-token.ts'
import { revokeDialog, templates } from './templates.ts'

const COLUMNS = ['Token', 'State', 'Scopes', 'Made by', 'Created', 'Last used', 'Expires'] as const

/** Roles are spelt out because a narrow screen shows rows as cards, and a browser then forgets that they are a table. */
const tokenList = html`<section class="scripted" id="tokens" aria-labelledby="list-title">
  <h2 id="list-title">Your tokens <span class="muted" data-count></span></h2>
  <p class="muted" data-loading>Loading your tokens…</p>
  <div class="panel" data-empty hidden>
    <p><strong>You have no tokens yet.</strong></p>
    <p>Make one above, or let a command-line client ask for one: it opens a page here on which you approve it.</p>
  </div>
  <div class="notice notice--stop" data-list-fault role="alert" hidden>
    <p><strong>Your tokens could not be loaded.</strong> <span data-message></span></p>
    <p class="actions"><button type="button" data-retry>Try again</button></p>
  </div>
  <table class="records" role="table" aria-labelledby="list-title" hidden>
    <thead role="rowgroup">
      <tr role="row">
        ${COLUMNS.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
        <th scope="col" role="columnheader"><span class="visually-hidden">Action</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup"></tbody>
  </table>
</section>`

const main = (baseUrl: string) => html`<h1>API tokens</h1>
  <p>A token lets a program on your machine call <code>/v1</code> for your workspace. Give each program its own.</p>
  <noscript>
    <p class="notice notice--caution">
      This page lists, makes and revokes tokens by a script of ours, and scripts are off in this browser. Turn them on for
      this address, or let a command-line client ask for a token: the page on which you approve it works without.
    </p>
  </noscript>
  <p class="visually-hidden" role="status" data-said></p>
  <div data-place></div>
  ${newTokenForm}
  ${tokenList}
  ${revokeDialog}
  ${templates(baseUrl)}`

export type Shown = {
  readonly browser: Browser
  readonly baseUrl: string
  /** Signing out leads there and back. */
  readonly signInOrigin: string
}

/** The page on which a person manages their tokens; the list itself is fetched by its script. */
export const settingsPage = ({ browser, baseUrl, signInOrigin }: Shown): Promise<HttpReply> =>
  page({
    status: 200,
    title: 'API tokens - Pointsman',
    description: 'Your API tokens: what each may do, when it was last used and when it expires.',
    account: account(browser),
    scripts: ['settings.js'],
    formTargets: [signInOrigin],
    main: main(baseUrl),
  })
