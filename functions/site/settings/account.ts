import { html } from 'hono/html'
import type { Browser } from '../../../shared/auth/browser.ts'

/** Who is signed in, and the way out: a form, because signing out changes something. */
export const account = ({ session, workspace }: Browser) => html`<div class="account">
  <p>
    <span class="visually-hidden">Signed in as</span> <strong>${session.email}</strong>
    <span class="muted">workspace <code>${workspace}</code></span>
  </p>
  <form method="post" action="/auth/sign-out"><button class="compact">Sign out</button></form>
</div>`
