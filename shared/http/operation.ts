import * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** The Lambda that answers an operation; one folder under `functions/`. */
export type Group = 'routing' | 'tokens' | 'approval' | 'sign-in' | 'snapshots' | 'site'

type Method = 'GET' | 'POST' | 'DELETE' | 'ANY'

/** Who may call: anybody, a person signed in with a browser, or the holder of an API token. */
type Auth = 'none' | 'session' | 'bearer'

/** What a request carries besides its path and query; a form's fields are lists, as a form may repeat a name. */
export type Body = { readonly type: 'none' | 'json' | 'form'; readonly schema: Schema }

/** What a success looks like: its status, its media type and the schema of its body (for all but `json`, of the text). */
export type Reply = {
  readonly status: number
  readonly type: 'json' | 'text' | 'html' | 'atom'
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
  readonly auth: Auth
  readonly params: Schema
  readonly query: Schema
  readonly body: Body
  readonly reply: Reply
  readonly errors: readonly number[]
  readonly throttle: Throttle
  /** Pages of any origin may read the answer: HEAD and CORS preflight are served too. */
  readonly isPublic: boolean
}

/** For an operation that takes no parameters of a kind: whatever is sent is ignored. */
export const nothing = z.object({})

/** For an operation whose body, if any, is not read. */
export const noBody = { type: 'none', schema: nothing } as const

/** Declares an endpoint and keeps the exact types of its schemas. */
export const operation = <const O extends Operation>(declared: O): O => declared

/** HEAD where a link may be looked at before it is followed; preflight where other origins may read the answer. */
const methodsOf = ({ method, group, isPublic }: Operation): readonly string[] => {
  if (method !== 'GET') return [method]
  if (isPublic) return ['GET', 'HEAD', 'OPTIONS']
  return group === 'site' ? ['GET', 'HEAD'] : ['GET']
}

/** The route keys under which API Gateway invokes an operation, in a fixed order. */
export const routeKeysOf = (declared: Operation): readonly string[] =>
  declared.path === '$default'
    ? ['$default']
    : [declared.path, ...declared.aliases].flatMap((path) => methodsOf(declared).map((method) => `${method} ${path}`))
