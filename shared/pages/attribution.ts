import { html } from 'hono/html'

/** What a page that shows figures owes to those who measured them. */
export const attribution = html`<p>
  Scores, speeds and latencies: <a href="https://artificialanalysis.ai/">Artificial Analysis</a>. Prices and ids:
  <a href="https://openrouter.ai/">OpenRouter</a>, models.dev, LiteLLM, genai-prices. Every figure names its source in
  <a href="/api/models">the index</a>.
</p>`
