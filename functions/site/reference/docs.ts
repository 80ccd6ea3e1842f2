import { html } from 'hono/html'
import type { HttpReply } from '../../../shared/http/reply.ts'
import type { OpenApi } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'
import { attribution } from '../../../shared/pages/attribution.ts'
import { type Html, page } from '../../../shared/pages/page.ts'
import { endpointSection } from './endpoints.ts'
import { type Described, describedIn, part, partsOf, textOf } from './look-up.ts'
import { shapes } from './shapes.ts'

/** The two marks that the document's texts use: **strong** and `code`. */
const marked = (text: string): Html =>
  html`${text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`
    return piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : piece
  })}`

const prose = (text: string): Html => html`${text.split('\n\n').map((paragraph) => html`<p>${marked(paragraph)}</p>`)}`

type Chapter = { readonly tag: Json; readonly slug: string; readonly described: readonly Described[] }

const chaptersOf = (document: OpenApi): readonly Chapter[] => {
  const described = describedIn(document)
  return partsOf(document, 'tags').map((tag) => {
    const name = textOf(tag, 'name')
    const isIn = ({ operation }: Described): boolean => Array.isArray(operation.tags) && operation.tags.includes(name)
    return { tag, slug: name.toLowerCase().replaceAll(' ', '-'), described: described.filter(isIn) }
  })
}

const link = ({ method, path, operation }: Described): Html =>
  html`<li><a href="#${textOf(operation, 'operationId')}"><code>${method === 'GET' ? '' : `${method} `}${path}</code></a></li>`

const contents = (chapters: readonly Chapter[]): Html => html`<nav class="contents" aria-label="Reference">
  ${chapters.map(
    ({ tag, slug, described }) => html`<p><a href="#${slug}">${textOf(tag, 'name')}</a></p>
      <ul>${described.map(link)}</ul>`,
  )}
  <p><a href="#authentication">Authentication</a></p>
  <p><a href="#shapes">Shapes</a></p>
</nav>`

const chapter = (document: OpenApi, { tag, slug, described }: Chapter): Html => html`<section aria-labelledby="${slug}">
  <h2 id="${slug}">${textOf(tag, 'name')}</h2>
  <p>${textOf(tag, 'description')}</p>
  ${described.map((each) => endpointSection(document, each))}
</section>`

const authentication = ({ components }: OpenApi): Html => {
  const schemes = Object.values(part(components, 'securitySchemes')).filter(isJson)
  return html`<h2 id="authentication">Authentication</h2>
    ${schemes.map((scheme) => html`<p><strong>${scheme.type === 'http' ? 'API token' : 'Browser session'}.</strong> ${marked(textOf(scheme, 'description'))}</p>`)}`
}

const main = (document: OpenApi): Html => {
  const chapters = chaptersOf(document)
  return html`<div class="reference">
    ${contents(chapters)}
    <div>
      <h1>Reference</h1>
      <p>
        Version ${textOf(document.info, 'version')} of the API, as this service answers it. For machines:
        <a href="/openapi.json">OpenAPI 3.1</a>; for agents: <a href="/llms.txt">llms.txt</a>.
      </p>
      ${prose(textOf(document.info, 'description'))} ${chapters.map((each) => chapter(document, each))}
      ${authentication(document)}
      <h2 id="shapes">Shapes</h2>
      ${shapes(document)}
    </div>
  </div>`
}

/** The reference for people, made from the very document that machines get. */
export const docsPage = (document: OpenApi): Promise<HttpReply> =>
  page({
    status: 200,
    title: 'Reference - Pointsman',
    description: 'Every endpoint of the service: parameters, answers, errors, and a command to try.',
    attribution,
    scripts: ['docs.js'],
    main: main(document),
  })
