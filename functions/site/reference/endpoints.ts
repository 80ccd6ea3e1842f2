import { html } from 'hono/html'
import type { OpenApi } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'
import type { Html } from '../../../shared/pages/page.ts'
import { commandFor } from './command.ts'
import { type Described, part, partsOf, resolved, textOf } from './look-up.ts'
import { fieldTable, typeOf } from './shapes.ts'

const copied = (text: string): Html => html`<div class="copy">
  <code>${text}</code><button type="button" class="compact scripted" data-copy>Copy</button>
</div>`

const sample = (title: string, value: unknown): Html => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0" role="region" aria-label="${title}"><code>${text}</code></pre>
  </details>`
}

const parameterRow = (parameter: Json): Html => {
  const schema = part(parameter, 'schema')
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      <code>${textOf(parameter, 'name')}</code> <small class="muted">${textOf(parameter, 'in')}${parameter.required === true ? ', required' : ''}</small>
    </th>
    <td role="cell" data-label="Values"><div>${typeOf(schema)}${schema.default === undefined ? '' : html`, default <code>${String(schema.default)}</code>`}</div></td>
    <td role="cell" data-label="Meaning"><div>${textOf(parameter, 'description')}</div></td>
  </tr>`
}

const parameterTable = (parameters: readonly Json[], caption: string): Html =>
  parameters.length === 0
    ? html``
    : html`<table class="records" role="table" aria-label="${caption}">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">Parameter</th>
            <th scope="col" role="columnheader">Values</th>
            <th scope="col" role="columnheader">Meaning</th>
          </tr>
        </thead>
        <tbody role="rowgroup">${parameters.map(parameterRow)}</tbody>
      </table>`

const bodyTypes = (response: Json): Html => {
  const content = Object.entries(part(response, 'content'))
  if (content.length === 0) return html`no body`
  return html`${content.map(([mediaType, body], at) => {
    const schema = part(body, 'schema')
    return html`${at === 0 ? '' : html`<br />`}<code>${mediaType}</code> ${schema.$ref === undefined ? '' : typeOf(schema)}`
  })}`
}

const responseRow = ([status, response]: readonly [string, Json]): Html => html`<tr role="row">
  <th scope="row" role="rowheader"><code>${status}</code></th>
  <td role="cell" data-label="Body"><div>${bodyTypes(response)}</div></td>
  <td role="cell" data-label="Meaning"><div>${textOf(response, 'description')} <small class="muted">${Object.keys(part(response, 'headers')).join(', ')}</small></div></td>
</tr>`

const responseTable = (responses: readonly (readonly [string, Json])[], caption: string): Html =>
  html`<table class="records" role="table" aria-label="${caption}">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">Status</th>
        <th scope="col" role="columnheader">Body</th>
        <th scope="col" role="columnheader">Meaning, and headers worth knowing</th>
      </tr>
    </thead>
    <tbody role="rowgroup">${responses.map(responseRow)}</tbody>
  </table>`

/** The first example of a content, whatever its media type. */
const exampleIn = (holder: Json): unknown =>
  Object.values(part(holder, 'content'))
    .filter(isJson)
    .find(({ example }) => example !== undefined)?.example

const samples = (body: Json, responses: readonly (readonly [string, Json])[]): Html => {
  const sent = exampleIn(body)
  const got = responses.map(([status, response]) => [status, exampleIn(response)] as const)
  return html`${sent === undefined ? '' : sample('What to send', sent)}
  ${got.map(([status, example]) => (example === undefined || status === '429' ? '' : sample(`Example of ${status}`, example)))}`
}

const bodyFields = (document: OpenApi, body: Json): Html => {
  const [mediaType, content] = Object.entries(part(body, 'content'))[0] ?? []
  if (mediaType === undefined) return html``
  const schema = resolved(document, part(content, 'schema'))
  return html`<h4>Body <small class="muted">${mediaType}</small></h4>
    ${fieldTable(schema, 'Fields of the body')}`
}

const CALLERS: Readonly<Record<string, string>> = {
  session: 'Needs a signed-in browser session.',
  apiToken: 'Needs an API token: Authorization: Bearer <API_TOKEN>.',
}

const callerOf = (operation: Json): string => {
  const [scheme] = partsOf(operation, 'security').flatMap((each) => Object.keys(each))
  return scheme === undefined ? 'Anybody may call this.' : (CALLERS[scheme] ?? '')
}

const paths = (paths: readonly string[]): Html =>
  html`${paths.map((path, at) => html`${at === 0 ? '' : ', '}<code>${path}</code>`)}`

const also = ({ aliases, alsoMethods }: Described): Html =>
  html`${aliases.length === 0 ? '' : html` The same under ${paths(aliases)}.`}${alsoMethods.length === 0 ? '' : html` Answers ${alsoMethods.join(' and ')} too.`}`

/** One endpoint: what it is for, what to send, what comes back, and a command to try. */
export const endpointSection = (document: OpenApi, described: Described): Html => {
  const { method, path, operation } = described
  const id = textOf(operation, 'operationId')
  const summary = textOf(operation, 'summary')
  const parameters = partsOf(operation, 'parameters').map((parameter) => resolved(document, parameter))
  const responses = Object.entries(part(operation, 'responses'))
    .filter(([, response]) => isJson(response))
    .map(([status]) => [status, resolved(document, part(operation.responses, status))] as const)
  const command = commandFor(document, described, parameters)
  const body = part(operation, 'requestBody')
  return html`<section id="${id}" class="endpoint" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><code>${method} ${path}</code> <span>${summary}</span></h3>
    <p>${textOf(operation, 'description')} ${callerOf(operation)}${also(described)}</p>
    ${command === undefined ? '' : copied(command)}
    ${parameterTable(parameters, `Parameters of ${method} ${path}`)}
    ${bodyFields(document, body)}
    ${responseTable(responses, `Answers of ${method} ${path}`)}
    ${samples(body, responses)}
  </section>`
}
