import { html } from 'hono/html'
import { routingOperations } from '../../shared/contract/routing.ts'
import type { HttpReply } from '../../shared/http/reply.ts'
import { answersOf } from '../../shared/models/answers.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import type { Recommendation } from '../../shared/models/schema.ts'
import { attribution } from '../../shared/pages/attribution.ts'
import { page } from '../../shared/pages/page.ts'

type Shown = { readonly question: string; readonly path: string; readonly answer: Recommendation }

const answerCard = ({ question, path, answer }: Shown) => html`<article>
  <h3>${question}</h3>
  <p class="model"><code>${answer.model}</code></p>
  <p>${answer.reason}</p>
  <p><a href="${path}"><code>GET ${path}</code></a></p>
</article>`

const endpointRow = (path: string, summary: string) => html`<tr>
  <td><a href="${path}"><code>${path}</code></a></td>
  <td>${summary}</td>
</tr>`

/** The front page: what this is, three answers as they are now, and every endpoint that anybody may call. */
export const home = ({ snapshot }: Loaded, baseUrl: string, now: Date): Promise<HttpReply> => {
  const { route, cheapest, smartest } = answersOf(snapshot.models, snapshot.updatedAt, now)
  return page({
    attribution,
    status: 200,
    title: 'Pointsman: the right AI model for every task',
    description: 'Ask for a task, a latency, a budget and a quality, and get the one AI model to use, with the reason.',
    main: html`<h1>The right AI model for every task</h1>
      <p>
        Ask for a task, a latency, a budget and a quality, and get the one model to use, a fallback, and the reason. Free,
        without a key. ${snapshot.models.length} models, as of <time datetime="${snapshot.updatedAt}">${snapshot.updatedAt.slice(0, 10)}</time>.
      </p>
      <pre><code>curl -s ${baseUrl}/api/route/raw?task=reasoning</code></pre>
      <h2>Three answers, now</h2>
      <div class="cards">
        ${answerCard({ question: 'Which model for code, fast and cheap?', path: '/api/route', answer: route })}
        ${answerCard({ question: 'Which useful model costs least?', path: '/api/cheapest', answer: cheapest })}
        ${answerCard({ question: 'Which is the smartest?', path: '/api/smartest', answer: smartest })}
      </div>
      <h2>Endpoints</h2>
      <p>
        All but the changes also answer under <code>/router</code>, where <code>/router</code> itself is the route. The
        <a href="/docs">reference</a> has every parameter, answer and error; machines read
        <a href="/openapi.json">OpenAPI</a>, agents <a href="/llms.txt">llms.txt</a>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          ${routingOperations.map(({ path, summary }) => endpointRow(path, summary))}
        </tbody>
      </table>`,
  })
}
