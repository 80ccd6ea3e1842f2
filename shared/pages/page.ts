import { html } from 'hono/html'
import type { HttpReply } from '../http/reply.ts'

export type Html = ReturnType<typeof html>

export type Page = {
  readonly status: number
  readonly title: string
  readonly description: string
  readonly main: Html
  /** Beside the name of the service: who is signed in, and the way out. */
  readonly account?: Html
  /** Who is owed thanks for the figures that the page shows. */
  readonly attribution?: Html
  /** Modules among our assets, by name, that improve the page; without any, no script runs at all. */
  readonly scripts?: readonly string[]
  /** Where the page's forms may lead besides our own origin, as CSP sources; every hop of a redirect counts. */
  readonly formTargets?: readonly string[]
}

/** Nothing is loaded from another host, nothing inline runs, and nobody may frame a page. */
const policyOf = ({ scripts = [], formTargets = [] }: Page): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(scripts.length === 0 ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')

const bodyOf = ({ title, description, main, account, attribution, scripts = [] }: Page) => html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <meta name="description" content="${description}" />
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/style.css" />
      ${scripts.map((name) => html`<script type="module" src="/assets/${name}"></script>`)}
    </head>
    <body>
      <header>
        <nav aria-label="Service"><a href="/" class="brand">Pointsman</a> <a href="/docs">Docs</a></nav>
        ${account ?? ''}
      </header>
      <main>${main}</main>
      <footer>
        ${attribution ?? ''}
        <p><a href="/docs">Reference</a> · <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a></p>
      </footer>
    </body>
  </html>`

/** A whole page in our frame; everything interpolated into `main` by `html` is escaped. */
export const page = async (shown: Page): Promise<HttpReply> => ({
  status: shown.status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(shown),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  },
  body: `<!doctype html>${await bodyOf(shown)}`,
})
