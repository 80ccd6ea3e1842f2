import * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** The Lambda that answers an operation; one folder under `functions/`. */
export type Group = 'routing' | 'site'

type Method = 'GET' | 'POST' | 'DELETE' | 'ANY'

/** What a success looks like: its status, its media type and the schema of its body (of the text, for `text`). */
type Reply = {
  readonly status: number
  readonly type: 'json' | 'text' | 'html'
  readonly schema: Schema
}

/** Requests per second that API Gateway lets through to one route, and how many may come at once. */
type Throttle = { readonly rate: number; readonly burst: number }

/** One endpoint. Routes, parsing, documentation, the typed client and the contract tests all read this value. */
export type Operation = {
  readonly id: string
  readonly group: Group
  readonly method: Method
  /** In API Gateway's grammar: `/v1/loops/{loop}`, `/settings/{proxy+}`, or `$default` for whatever nothing else matches. */
  readonly path: string
  /** Further paths that answer alike. */
  readonly aliases: readonly string[]
  readonly summary: string
  readonly description: string
  readonly params: Schema
  readonly query: Schema
  readonly reply: Reply
  readonly errors: readonly number[]
  readonly throttle: Throttle
  /** Pages of any origin may read the answer: HEAD and CORS preflight are served too. */
  readonly isPublic: boolean
}

/** For an operation that takes no parameters of a kind: whatever is sent is ignored. */
export const nothing = z.object({})

/** Declares an endpoint and keeps the exact types of its schemas. */
export const operation = <const O extends Operation>(declared: O): O => declared

const methodsOf = ({ method, isPublic }: Operation): readonly string[] =>
  isPublic && method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method]

/** The route keys under which API Gateway invokes an operation, in a fixed order. */
export const routeKeysOf = (declared: Operation): readonly string[] =>
  declared.path === '$default'
    ? ['$default']
    : [declared.path, ...declared.aliases].flatMap((path) => methodsOf(declared).map((method) => `${method} ${path}`))
