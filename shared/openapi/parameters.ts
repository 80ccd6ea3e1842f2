import * as z from 'zod/mini'
import type { Operation } from '../http/operation.ts'
import { BUDGETS, DEFAULT_QUESTION, LATENCIES, QUALITIES, REGIONS, TASKS } from '../models/question.ts'
import { LOOP_ID } from '../snapshots/placeholder.ts'
import { TOKEN_ID } from '../tokens/token-id.ts'
import { isCacheable } from './caching.ts'
import type { Json } from './json-schema.ts'

const word = (values: readonly string[], absent: string): Json => ({
  schema: { type: 'string', enum: [...values], default: absent },
})

/** Sent as one value with commas; a repeated name is merged. */
const commaList = (items: Json, limits: Json = {}): Json => ({
  style: 'form',
  explode: false,
  schema: { type: 'array', items, minItems: 1, ...limits },
})

/** What a query parameter means wherever it is one. The names come from the operations' schemas, not from here. */
const QUERY: Readonly<Record<string, Json>> = {
  task: { description: 'What the model is for.', ...word(TASKS, DEFAULT_QUESTION.task) },
  latency: { description: 'How soon the answer is needed.', ...word(LATENCIES, DEFAULT_QUESTION.latency) },
  budget: { description: 'How much the price counts.', ...word(BUDGETS, DEFAULT_QUESTION.budget) },
  quality: { description: 'How much the score counts.', ...word(QUALITIES, DEFAULT_QUESTION.quality) },
  providers: {
    description:
      'Allowlist, separated by commas: a name or alias of a provider, or from two characters on the beginning of a ' +
      'model id. Leave it out to allow every provider.',
    example: ['anthropic', 'openai'],
    ...commaList({ type: 'string', minLength: 1, maxLength: 64 }, { maxItems: 32 }),
  },
  regions: {
    description:
      "Allowlist, separated by commas, of the maker's headquarters, not of where a model is served. Leave it out to " +
      'allow every maker.',
    example: ['eu'],
    ...commaList({ type: 'string', enum: [...REGIONS] }),
  },
  client: {
    description: 'What the client calls itself: printable ASCII, not all of it spaces, and not a token.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64, pattern: '^(?=.*[!-~])[ -~]{1,64}$' },
    example: 'loop-runner',
  },
  redirect_uri: {
    description: 'Where the client listens: http on 127.0.0.1, localhost or [::1], with any port and path.',
    required: true,
    schema: {
      type: 'string',
      maxLength: 1024,
      pattern: '^http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:[1-9]|[/?]|$)',
    },
    example: 'http://127.0.0.1:8976/callback',
  },
  state: {
    description: 'A random value of the client, echoed exactly. The client must compare it before it keeps the token.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 512, pattern: '^[ -~]{1,512}$' },
    example: 'Zk3vQ0xSgWc',
  },
  return_to: {
    description: 'The page of this service to come back to, with its query.',
    schema: { type: 'string', maxLength: 8192, pattern: '^/', default: '/settings/api-tokens' },
  },
  code: {
    description: 'What the sign-in page sends the browser back with. It works once.',
    schema: { type: 'string', maxLength: 2048 },
  },
}

const SENT_BACK = 'The value that /auth/sign-in sent along; it works once, in the same browser, for ten minutes.'

/**
 * Parameters that handlers read from the raw query, because which of two equal names was meant is not ours to guess:
 * the operations' schemas do not show them. A test sends each and sees that it matters.
 */
const READ_RAW: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  approvalPage: { client: {}, redirect_uri: {}, state: {} },
  signIn: { return_to: {} },
  signInCallback: { code: {}, state: { description: SENT_BACK, required: false, example: undefined } },
}

const PATHS: Readonly<Record<string, Json>> = {
  loop: {
    description: 'Id of a loop.',
    schema: { type: 'string', pattern: LOOP_ID.source },
    example: 'bug-autofix',
  },
  id: { description: 'The _id of a token record.', schema: { type: 'string', pattern: TOKEN_ID.source } },
  file: {
    description: 'Name of the file.',
    schema: { type: 'string', pattern: '^[a-z-]+\\.[a-z]+$' },
    example: 'style.css',
  },
}

const ANY_TEXT: Json = { schema: { type: 'string' } }

const IF_NONE_MATCH: Json = {
  name: 'if-none-match',
  in: 'header',
  description: 'The etag of an earlier answer: 304 without a body while it is still the same.',
  schema: { type: 'string' },
}

const ORIGIN: Json = {
  name: 'origin',
  in: 'header',
  required: true,
  description: "This service's own address, as browsers send it for its own pages; from anywhere else: 403.",
  schema: { type: 'string', format: 'uri' },
}

const namesIn = (schema: Operation['query']): readonly string[] => {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {})
}

const without = (parameter: Json): Json =>
  Object.fromEntries(Object.entries(parameter).filter(([, value]) => value !== undefined))

/** Every parameter of an operation, as OpenAPI writes it. */
export const parametersOf = (operation: Operation): readonly Json[] => {
  const { id, query, params, path } = operation
  const raw = READ_RAW[id] ?? {}
  const declared = namesIn(query).map((name) => ({ name, in: 'query', ...queryParameter(name) }))
  const readRaw = Object.entries(raw).map(([name, own]) => without({ name, in: 'query', ...QUERY[name], ...own }))
  const inPath = namesIn(params).filter((name) => path.includes(`{${name}}`))
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, ...(PATHS[name] ?? ANY_TEXT) })),
    ...declared,
    ...readRaw,
    ...(isCacheable(operation) ? [IF_NONE_MATCH] : []),
    ...(operation.method !== 'GET' ? [ORIGIN] : []),
  ]
}

/** What a parameter means wherever it has no other meaning. */
export const queryParameter = (name: string): Json => QUERY[name] ?? ANY_TEXT

/** The key of a parameter among the components: its name, and whose it is where it means something of its own. */
export const keyOf = ({ id }: Operation, name: string): string =>
  Object.keys(READ_RAW[id]?.[name] ?? {}).length > 0 ? `${id}.${name}` : name
