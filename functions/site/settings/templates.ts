import { html } from 'hono/html'

/** The token that was just made: shown here once, and gone when the page is left. */
const madeToken = (baseUrl: string) => html`<template id="made-token">
  <section class="notice notice--go" aria-labelledby="made-title">
    <h2 id="made-title" tabindex="-1">Copy your new token now</h2>
    <p>
      This is the only time that <strong data-name></strong> is shown. We keep only its hash: if you lose the token, revoke it and
      make another. Whoever holds it can use it, so store it like a password.
    </p>
    <div class="copy">
      <code data-token></code>
      <button type="button" class="primary" data-copy>Copy token</button>
    </div>
    <div data-try>
      <p>Try it, with the token in <code>POINTSMAN_TOKEN</code>:</p>
      <div class="copy">
        <code>curl -H "Authorization: Bearer $POINTSMAN_TOKEN" ${baseUrl}/v1/loops/bug-autofix/connector-snapshot</code>
        <button type="button" data-copy>Copy command</button>
      </div>
    </div>
    <p class="actions"><button type="button" data-done>I have stored it</button></p>
  </section>
</template>`

const tokenRow = html`<template id="token-row">
  <tr role="row">
    <th scope="row" role="rowheader">
      <a data-link><span data-name></span></a>
      <div><code data-hint></code></div>
    </th>
    <td role="cell" data-label="State">
      <span class="badge" data-state></span>
      <small data-since hidden><time data-revoked></time></small>
    </td>
    <td role="cell" data-label="Scopes"><span class="scopes" data-scopes></span></td>
    <td role="cell" data-label="Made by"><span data-origin></span></td>
    <td role="cell" data-label="Created"><time data-created></time></td>
    <td role="cell" data-label="Last used"><time data-used></time></td>
    <td role="cell" data-label="Expires"><time data-expires></time></td>
    <td role="cell"><button type="button" class="compact danger" data-revoke>Revoke</button></td>
  </tr>
</template>`

const signedOut = html`<template id="signed-out">
  <section class="notice notice--caution" aria-labelledby="signed-out-title">
    <h2 id="signed-out-title" tabindex="-1">Your session has ended</h2>
    <p>Nothing is lost: sign in again and you come back to this page. What you were doing was not carried out.</p>
    <p class="actions"><a class="button primary" href="/auth/sign-in?return_to=%2Fsettings%2Fapi-tokens">Sign in again</a></p>
  </section>
</template>`

/** What the script fills in and shows: the words are here, so that they can be read and translated in one place. */
export const templates = (baseUrl: string) => html`${madeToken(baseUrl)}${tokenRow}${signedOut}`

export const revokeDialog = html`<dialog id="revoke" aria-labelledby="revoke-title" aria-describedby="revoke-text">
  <h2 id="revoke-title">Revoke <span data-name></span>?</h2>
  <p id="revoke-text">
    Whatever uses <code data-hint></code> is refused from now on. This cannot be undone; the record stays in the list.
    <span data-used></span>
  </p>
  <div class="notice notice--stop" data-fault role="alert" hidden></div>
  <p class="actions">
    <button type="button" class="danger" data-confirm>Revoke token</button>
    <button type="button" data-keep autofocus>Keep it</button>
  </p>
</dialog>`
