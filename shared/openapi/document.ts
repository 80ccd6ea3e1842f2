import type { Operation } from '../http/operation.ts'
import { newComponents } from './components.ts'
import type { Examples } from './examples.ts'
import { HEADERS } from './headers.ts'
import type { Json } from './json-schema.ts'
import { pathsOf } from './paths.ts'
import { schemasOf } from './schemas.ts'
import { info, securitySchemesOf, TAGS } from './words.ts'

export type Surroundings = {
  readonly baseUrl: string
  /** Real values, by id of the operation. */
  readonly examples: Examples
}

export type OpenApi = {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly paths: Readonly<Record<string, Json>>
  readonly components: Readonly<Record<string, Json>>
} & Json

/** Catch-alls have no path of their own to describe; the introduction says what they answer. */
export const isDescribed = ({ method }: Operation): boolean => method !== 'ANY'

/** The OpenAPI 3.1 document of some operations: nothing in it is not theirs. */
export const document = (operations: readonly Operation[], { baseUrl, examples }: Surroundings): OpenApi => {
  const described = operations.filter(isDescribed)
  const components = newComponents()
  const schemas = schemasOf(described)
  const paths = pathsOf(
    described.map((operation) => ({ operation, components, schemas, examples: examples[operation.id] ?? {} })),
  )
  const groups = [...new Set(described.map(({ group }) => group))]
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: groups.map((group) => TAGS[group]),
    paths,
    components: {
      schemas: schemas.components,
      parameters: Object.fromEntries(components.parameters),
      responses: Object.fromEntries(components.responses),
      headers: HEADERS,
      securitySchemes: securitySchemesOf(baseUrl),
    },
  }
}
