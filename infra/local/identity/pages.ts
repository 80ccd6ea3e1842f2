import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** Nothing is loaded from another host and nothing runs. */
const policy = (formAction: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy("'none'"),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

/** The form leads by redirects to the service: a browser holds every hop against this policy. */
export const signInHeaders = (baseUrl: string) => ({
  ...PAGE_HEADERS,
  'content-security-policy': policy(`'self' ${baseUrl}`),
  'referrer-policy': 'same-origin',
})

type Framed = { readonly title: string; readonly baseUrl: string; readonly main: Html }

const framed = async ({ title, baseUrl, main }: Framed): Promise<string> =>
  `<!doctype html>${await html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} - Pointsman</title>
      <meta name="description" content="The sign-in page of Pointsman on this machine." />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/style.css" />
      <link rel="stylesheet" href="/sign-in.css" />
    </head>
    <body>
      <header><a href="${baseUrl}/" class="brand">Pointsman</a></header>
      <main class="sign-in">${main}</main>
    </body>
  </html>`}`

export type SignInForm = {
  readonly baseUrl: string
  /** What was entered before and could not be used. */
  readonly refused?: string
}

const refusal = html`<p class="refusal" id="refusal" role="alert">
  That is not an e-mail address. It needs an @, and no spaces.
</p>`

const field = (refused: string | undefined): Html =>
  refused === undefined
    ? html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus />`
    : html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus
        value="${refused}" aria-invalid="true" aria-describedby="refusal" />`

/** One field and one button. */
export const signInPage = ({ baseUrl, refused }: SignInForm): Promise<string> =>
  framed({
    title: 'Sign in',
    baseUrl,
    main: html`<h1>Sign in</h1>
      <form method="post">
        ${refused === undefined ? '' : refusal}
        <label for="email">E-mail</label>
        ${field(refused)}
        <button type="submit">Sign in</button>
      </form>
      <p class="stand-in">
        This page is the local stand-in for Amazon Cognito. Any address signs in, without a password, and nothing leaves
        this machine.
      </p>`,
  })

export const errorPage = (message: string, baseUrl: string): Promise<string> =>
  framed({
    title: 'This sign-in cannot go on',
    baseUrl,
    main: html`<h1>This sign-in cannot go on</h1>
      <p>${message}</p>
      <p><a href="${baseUrl}/auth/sign-in">Start again</a></p>`,
  })
