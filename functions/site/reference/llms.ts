import { routeOperation } from '../../../shared/contract/routing.ts'
import type { Group, Operation } from '../../../shared/http/operation.ts'
import type { Surroundings } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'
import { parametersOf } from '../../../shared/openapi/parameters.ts'

const endpointLine = ({ method, path, summary, description }: Operation): string =>
  `- \`${method} ${path}\`: ${summary}. ${description}`

const valuesOf = (schema: unknown): string => {
  if (!isJson(schema)) return ''
  const ofItems = isJson(schema.items) ? schema.items.enum : undefined
  const values = schema.enum ?? ofItems
  return Array.isArray(values) ? ` One of: ${values.join(', ')}.` : ''
}

const defaultOf = (schema: unknown): string =>
  isJson(schema) && schema.default !== undefined ? ` Default: ${schema.default}.` : ''

const parameterLine = ({ name, description, schema }: Json): string =>
  `- \`${name}\`: ${description}${valuesOf(schema)}${defaultOf(schema)}`

const linesOf = (operations: readonly Operation[], group: Group): string =>
  operations
    .filter((operation) => operation.group === group && operation.method !== 'ANY')
    .map(endpointLine)
    .join('\n')

const refusalOf = (message = ''): string => JSON.stringify({ statusCode: 400, message })

/** How to call the service, on one page of Markdown; paths, parameters and answers come from the operations. */
export const llmsText = (operations: readonly Operation[], { baseUrl, examples }: Surroundings): string => {
  const { reply, refusals } = examples.route ?? {}
  const { request } = examples.createToken ?? {}
  const parameters = parametersOf(routeOperation).filter(({ in: place }) => place === 'query')
  return `# Pointsman

> Routes every task to the right AI model. Ask over HTTP with GET, and get one model id with the reason. Free, without a key.

Base address: ${baseUrl}

## Which model should I use?

    curl -sf '${baseUrl}/api/route/raw?task=code'

answers the id of one model as plain text, without a line break, or fails with the HTTP status of the error. The same path
without \`/raw\` answers JSON with the reason, the price and a fallback:

    ${JSON.stringify(reply)}

## Parameters of /api/route (all optional)

${parameters.map(parameterLine).join('\n')}

The other recommendations apply providers and regions too. Values are read in any case; unknown parameters are ignored.

## Routing endpoints (no authentication)

${linesOf(operations, 'routing')}

All of them also answer under /router, where /router itself is the route. Answers carry an etag: send it back as
if-none-match, and an unchanged answer costs 304 and no body.

## Errors

JSON \`{"statusCode": 400, "message": "..."}\`, plain text on paths that end in /raw. 400 names the parameter and what is
allowed; 404 means that nothing fits the allowlists and says what would; 429 and 503 mean: wait, then ask again.

    ${refusalOf(refusals?.[400])}

## Machine access with an API token

Send \`Authorization: Bearer <API_TOKEN>\`. 401: the token is missing, invalid, expired or revoked. 403: it lacks the scope
that the message names. A person makes a token at ${baseUrl}/settings/api-tokens, or approves a client that opens
${baseUrl}/settings/api-tokens/cli?client=NAME&redirect_uri=http://127.0.0.1:PORT/callback&state=RANDOM in their browser
and receives token, state, workspace, api_url and expires_at at its listener. Compare the state before keeping the token.

${linesOf(operations, 'snapshots')}

## Token management (a browser session, never a token)

${linesOf(operations, 'tokens')}

Body of the POST: \`${JSON.stringify(request)}\`; \`expiresAt: null\` in place of expiresInDays makes one that never expires.

## More

- [OpenAPI 3.1](${baseUrl}/openapi.json): every endpoint, field, status and header, with examples
- [Reference](${baseUrl}/docs): the same for people
`
}
