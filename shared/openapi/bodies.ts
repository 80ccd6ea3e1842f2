import type { Operation } from '../http/operation.ts'
import { MEDIA_TYPES } from '../http/reply.ts'
import { SCOPES } from '../tokens/schema.ts'
import type { OperationExamples } from './examples.ts'
import type { Json } from './json-schema.ts'
import { queryParameter } from './parameters.ts'
import type { Schemas } from './schemas.ts'

const asked = (name: string): Json => {
  const { schema, description } = queryParameter(name)
  return { ...Object(schema), description }
}

/** The form of the approval page, which its handler reads raw: the request again, and what the person decided. */
const APPROVAL_FORM: Json = {
  type: 'object',
  required: ['client', 'redirect_uri', 'state', 'ticket', 'decision'],
  properties: {
    client: asked('client'),
    redirect_uri: asked('redirect_uri'),
    state: asked('state'),
    ticket: { type: 'string', description: 'What the page was given; good for one decision within ten minutes.' },
    decision: { type: 'string', enum: ['approve', 'deny'], description: 'What the person decided.' },
    scope: {
      type: 'array',
      items: { type: 'string', enum: [...SCOPES] },
      description: 'The scopes that are still ticked; at least one to approve.',
    },
  },
}

const FORM = 'application/x-www-form-urlencoded'

const exampleOf = (value: unknown): Json => (value === undefined ? {} : { example: value })

/** What an operation reads of a request's body, if it reads one. */
export const requestBodyOf = ({ id, body }: Operation, schemas: Schemas, examples: OperationExamples): Json => {
  if (id === 'approve') return { requestBody: { required: true, content: { [FORM]: { schema: APPROVAL_FORM } } } }
  if (body.type === 'none') return {}
  const mediaType = body.type === 'json' ? MEDIA_TYPES.json : FORM
  const content = { [mediaType]: { schema: schemas.body(body.schema), ...exampleOf(examples.request) } }
  return { requestBody: { required: true, content } }
}
