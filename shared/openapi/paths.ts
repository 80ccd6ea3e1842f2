import { type Operation, routeKeysOf } from '../http/operation.ts'
import { requestBodyOf } from './bodies.ts'
import { type Components, refer } from './components.ts'
import type { OperationExamples } from './examples.ts'
import { preflightHeaders } from './headers.ts'
import type { Json } from './json-schema.ts'
import { keyOf, parametersOf } from './parameters.ts'
import { GATEWAY, responsesOf } from './responses.ts'
import type { Schemas } from './schemas.ts'
import { TAGS } from './words.ts'

type Writing = {
  readonly operation: Operation
  readonly components: Components
  readonly schemas: Schemas
  readonly examples: OperationExamples
}

const SECURITY = { none: [], session: [{ session: [] }], bearer: [{ apiToken: [] }] } as const

const gateway = (components: Components): Json => refer(components, 'responses', ['gateway.429', GATEWAY])

/** As HEAD answers: the same headers, and no body. */
const headersAlone = ({ content: _content, ...response }: Json): Json => response

const parameters = ({ operation, components }: Writing): readonly Json[] =>
  parametersOf(operation).map((parameter) =>
    refer(components, 'parameters', [keyOf(operation, String(parameter.name)), parameter]),
  )

const responses = ({ operation, components, ...told }: Writing, isHead: boolean): Json => ({
  ...Object.fromEntries(
    responsesOf(operation, told).map(([status, response]) => {
      const key = `${operation.id}.${status}`
      const written = isHead ? ([`${key}.head`, headersAlone(response)] as const) : ([key, response] as const)
      return [status, refer(components, 'responses', written)]
    }),
  ),
  '429': gateway(components),
})

const preflight = ({ components }: Writing): Json => ({
  summary: 'May a page of another origin ask?',
  security: [],
  responses: {
    '204': refer(components, 'responses', ['preflight.204', { description: 'It may.', headers: preflightHeaders }]),
    '429': gateway(components),
  },
})

const whole = (writing: Writing, isHead: boolean): Json => {
  const { operation, schemas, examples } = writing
  return {
    summary: isHead ? `${operation.summary}: the headers alone` : operation.summary,
    description: operation.description,
    security: SECURITY[operation.auth],
    parameters: parameters(writing),
    ...requestBodyOf(operation, schemas, examples),
    responses: responses(writing, isHead),
  }
}

const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['HEAD', 'Head'],
  ['OPTIONS', 'Preflight'],
])

type Written = { readonly path: string; readonly method: string; readonly value: Json }

const written = (writing: Writing, routeKey: string): Written => {
  const { operation } = writing
  const [method = '', path = ''] = routeKey.split(' ')
  const alias = operation.aliases.indexOf(path) + 1
  const operationId = `${operation.id}${alias === 0 ? '' : `Alias${alias === 1 ? '' : alias}`}${SUFFIXES.get(method) ?? ''}`
  const own = method === 'OPTIONS' ? preflight(writing) : whole(writing, method === 'HEAD')
  const isAlias = alias === 0 ? {} : { 'x-alias-of': operation.path }
  return {
    path,
    method: method.toLowerCase(),
    value: { operationId, tags: [TAGS[operation.group].name], ...own, ...isAlias },
  }
}

/** Every path and method under which API Gateway invokes an operation: aliases, HEAD and preflight are there too. */
export const pathsOf = (writings: readonly Writing[]): Readonly<Record<string, Json>> => {
  const paths: Record<string, Json> = {}
  for (const writing of writings) {
    for (const routeKey of routeKeysOf(writing.operation)) {
      const { path, method, value } = written(writing, routeKey)
      paths[path] = { ...paths[path], [method]: value }
    }
  }
  return paths
}
