import * as z from 'zod/mini'
import { SessionState } from '../contract/sign-in.ts'
import { ConnectorSnapshot } from '../contract/snapshots.ts'
import type { Operation, Schema } from '../http/operation.ts'
import { Answers, Model, Recommendation, RouteResult, Snapshot, Source } from '../models/schema.ts'
import { TokenRequest } from '../tokens/request.ts'
import { ApiToken, Scope } from '../tokens/schema.ts'
import { described } from './fields.ts'
import { type Json, readable } from './json-schema.ts'

/** The body of every error that our own code writes, plain text on `/raw` and pages apart. */
const ErrorBody = z.object({ statusCode: z.number(), message: z.string() })

/** What API Gateway itself answers where it refuses a request before our code sees it. */
const GatewayError = z.object({ message: z.string() })

/** Shapes that have a name in the specification; the body of an operation that is none of them is named after it. */
const NAMED: Readonly<Record<string, Schema>> = {
  Recommendation,
  RouteResult,
  Model,
  Source,
  Answers,
  ModelIndex: Snapshot,
  ApiToken,
  Scope,
  SessionState,
  ConnectorSnapshot,
  Error: ErrorBody,
  GatewayError,
}

const NAMED_INPUTS: Readonly<Record<string, Schema>> = { NewToken: TokenRequest, Scope }

const capitalised = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`

type Names = ReadonlyMap<Schema, string>

const named = (known: Readonly<Record<string, Schema>>, more: readonly (readonly [string, Schema])[]): Names => {
  const names = new Map<Schema, string>(Object.entries(known).map(([name, schema]) => [schema, name]))
  for (const [name, schema] of more) if (!names.has(schema)) names.set(schema, name)
  return names
}

const pointer = (name: string): string => `#/components/schemas/${name}`

const converted = (names: Names, io: 'input' | 'output'): Record<string, Json> => {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: pointer, unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, described(name, readable(schema, io))]),
  )
}

export type Schemas = {
  readonly components: Readonly<Record<string, Json>>
  /** Where in the document a schema of the contract stands. */
  readonly reply: (schema: Schema) => Json
  readonly body: (schema: Schema) => Json
}

const pointing = (names: Names) => (schema: Schema) => ({ $ref: pointer(names.get(schema) ?? '') })

/** The schemas of the contract as JSON Schema: replies as they leave, bodies as a caller may send them. */
export const schemasOf = (operations: readonly Operation[]): Schemas => {
  const replies = operations.filter(({ method, reply }) => method !== 'ANY' && reply.type === 'json')
  const bodies = operations.filter(({ body }) => body.type === 'json')
  const outputs = named(
    NAMED,
    replies.map(({ id, reply }) => [`${capitalised(id)}Reply`, reply.schema]),
  )
  const inputs = named(
    NAMED_INPUTS,
    bodies.map(({ id, body }) => [`${capitalised(id)}Body`, body.schema]),
  )
  const components = { ...converted(inputs, 'input'), ...converted(outputs, 'output') }
  return { components, reply: pointing(outputs), body: pointing(inputs) }
}
