import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { kept } from '../../shared/models/kept.ts'
import { isDescribed, type OpenApi } from '../../shared/openapi/document.ts'
import { isJson, type Json } from '../../shared/openapi/json-schema.ts'
import type { Observed } from './contract-world.ts'

const part = (of: unknown, name: string): Json => {
  const found = isJson(of) ? of[name] : undefined
  return isJson(found) ? found : {}
}

const resolved = (document: OpenApi, value: Json): Json =>
  typeof value.$ref === 'string' ? value.$ref.split('/').slice(1).reduce(part, document) : value

/** The same schema, refusing fields that it does not name: readers must be lenient, this test must not. */
const strict = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strict)
  if (!isJson(value)) return value
  const all = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strict(inner)]))
  const isOpen = 'additionalProperties' in all || !('properties' in all) || !('type' in all)
  return isOpen ? all : { ...all, additionalProperties: false }
}

/** What our server says of any answer, whatever the operation. */
const EVERYWHERE = [
  'content-type',
  'x-content-type-options',
  'strict-transport-security',
  'access-control-expose-headers',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'content-encoding',
]

export const operationAt = (document: OpenApi, { method, path }: Pick<Observed, 'method' | 'path'>): Json =>
  part(document.paths[path], method.toLowerCase())

/** Says of an answer everything in which it is not as the document has it. */
export const responseChecker = (document: OpenApi) => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  const components = strict(document.components)
  const validatorOf = kept((schema: string) => ajv.compile({ ...JSON.parse(schema), components }))
  const faultsIn = (schema: Json, value: unknown): readonly string[] => {
    const validate = validatorOf(JSON.stringify(schema))
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  const bodyFaults = (response: Json, { headers, body }: Observed): readonly string[] => {
    const content = part(response, 'content')
    if (Object.keys(content).length === 0) return body === '' ? [] : ['a body that is not documented']
    const type = headers['content-type'] ?? ''
    if (!(type in content)) return [`the media type ${type} is not documented`]
    return faultsIn(part(content[type], 'schema'), type === 'application/json' ? JSON.parse(body) : body)
  }

  const headerFaults = (response: Json, { headers, cookies }: Observed): readonly string[] => {
    const sent: Readonly<Record<string, string>> =
      cookies.length === 0 ? headers : { ...headers, 'set-cookie': cookies.join() }
    const documented = part(response, 'headers')
    const unknown = Object.keys(sent).filter((name) => !EVERYWHERE.includes(name) && !(name in documented))
    const wrong = Object.keys(documented).flatMap((name) => {
      const header = resolved(document, part(documented, name))
      const value = sent[name]
      if (value === undefined) return header.required === true ? [`lacks the header ${name}`] : []
      return faultsIn(part(header, 'schema'), value).map((fault) => `${name}: ${fault}`)
    })
    return [...unknown.map((name) => `the header ${name} is not documented`), ...wrong]
  }

  return (observed: Observed): readonly string[] => {
    const { method, path, status } = observed
    const response = resolved(document, part(operationAt(document, observed).responses, String(status)))
    const faults =
      Object.keys(response).length === 0
        ? ['the status is not documented']
        : [...(method === 'HEAD' ? [] : bodyFaults(response, observed)), ...headerFaults(response, observed)]
    return faults.map((fault) => `${method} ${path} ${status}: ${fault}`)
  }
}

/** What only API Gateway answers: our code, and so these tests, never see it. */
const GATEWAY_ONLY = '429'

const statusesIn = (document: OpenApi): readonly string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      Object.keys(part(operation, 'responses'))
        .filter((status) => status !== GATEWAY_ONLY)
        .map((status) => `${method.toUpperCase()} ${path} ${status}`),
    ),
  )

const queryOf = (document: OpenApi, operation: Json): readonly string[] => {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isJson) : []
  return parameters
    .map((parameter) => resolved(document, parameter))
    .flatMap(({ in: place, name }) => (place === 'query' ? [String(name)] : []))
}

/** Every name of a query parameter that the document knows anywhere. */
export const queryNamesIn = (document: OpenApi): readonly string[] => [
  ...new Set(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => (isJson(operation) ? queryOf(document, operation) : [])),
    ),
  ),
]

export type Seen = {
  readonly answers: readonly Observed[]
  /** The query parameters that made a difference, as `GET /path name`. */
  readonly parameters: readonly string[]
}

const parametersIn = (document: OpenApi): readonly string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isJson(operation) && operation['x-alias-of'] === undefined && method !== 'head'
        ? queryOf(document, operation).map((name) => `${method.toUpperCase()} ${path} ${name}`)
        : [],
    ),
  )

const missing = (from: Iterable<string>, these: Iterable<string>): readonly string[] => {
  const known = new Set(from)
  return [...new Set(these)].filter((each) => !known.has(each)).toSorted()
}

/** In what the document and the service differ: operations with their statuses, and query parameters. */
export const drift = (document: OpenApi, { answers, parameters }: Seen) => {
  const seen = answers
    .filter(({ operation }) => isDescribed(operation))
    .map(({ method, path, status }) => `${method} ${path} ${status}`)
  return {
    documentedOnly: [...missing(seen, statusesIn(document)), ...missing(parameters, parametersIn(document))],
    servedOnly: [...missing(statusesIn(document), seen), ...missing(parametersIn(document), parameters)],
  }
}
