import { html } from 'hono/html'
import type { HttpReply } from '../http/reply.ts'

type Html = ReturnType<typeof html>

export type Page = {
  readonly status: number
  readonly title: string
  readonly description: string
  readonly main: Html
}

/** Nothing is loaded from another host, nothing inline runs, and nobody may frame a page. */
const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  'referrer-policy': 'same-origin',
} as const

const attribution = html`<footer>
  <p>
    Scores, speeds and latencies: <a href="https://artificialanalysis.ai/">Artificial Analysis</a>. Prices and ids:
    <a href="https://openrouter.ai/">OpenRouter</a>, models.dev, LiteLLM, genai-prices. Every figure names its source in
    <a href="/api/models">the index</a>.
  </p>
</footer>`

/** A whole page in our frame; everything interpolated into `main` by `html` is escaped. */
export const page = async ({ status, title, description, main }: Page): Promise<HttpReply> => ({
  status,
  headers: { ...HEADERS, 'cache-control': 'no-store' },
  body: `<!doctype html>${await html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <meta name="description" content="${description}" />
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/style.css" />
    </head>
    <body>
      <header><a href="/" class="brand">Pointsman</a></header>
      <main>${main}</main>
      ${attribution}
    </body>
  </html>`}`,
})
