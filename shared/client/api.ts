import type * as z from 'zod/mini'
import { type Declared, operations } from '../contract/all.ts'
import type { Operation } from '../http/operation.ts'
import { ApiError, type Failure } from './api-error.ts'
import { type ClientOptions, call, type Fetch } from './call.ts'
import type { Given } from './request.ts'

export { ApiError, type ClientOptions, type Failure, type Fetch }

/** Data, not pages: what a browser shows, or is redirected by, has no call. */
type Callable = Exclude<Extract<Declared, { method: 'GET' | 'POST' | 'DELETE' }>, { reply: { type: 'html' } }>

const isCallable = ({ method, reply }: Operation): boolean => method !== 'ANY' && reply.type !== 'html'

/** A schema without fields adds none. */
type FieldsOf<T> = string extends keyof T ? unknown : T

type BodyOf<O extends Operation> = O['body'] extends { type: 'none' } ? unknown : z.input<O['body']['schema']>

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Path parameters, query (all of it optional) and body of an operation, in one object. */
export type InputOf<O extends Operation> = FieldsOf<z.output<O['params']>> &
  Optional<FieldsOf<z.output<O['query']>>> &
  BodyOf<O>

export type OutputOf<O extends Operation> = z.output<O['reply']['schema']>

type CallOptions = { readonly signal?: AbortSignal | undefined }

type Call<O extends Operation> =
  Partial<InputOf<O>> extends InputOf<O>
    ? (input?: InputOf<O>, options?: CallOptions) => Promise<OutputOf<O>>
    : (input: InputOf<O>, options?: CallOptions) => Promise<OutputOf<O>>

/** One function for each operation that answers data, by the operation's id. */
export type Client = { readonly [Id in Callable['id']]: Call<Extract<Callable, { id: Id }>> }

const callables = operations.filter(isCallable)

const hasEvery = (calls: object): calls is Client => callables.every(({ id }) => id in calls)

const either = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one !== undefined && other !== undefined ? AbortSignal.any([one, other]) : (one ?? other)

const callOf =
  (operation: Operation, options: ClientOptions) =>
  (input: Given = {}, { signal }: CallOptions = {}): Promise<unknown> =>
    call({ ...options, signal: either(options.signal, signal) }, operation, input)

/**
 * The typed client. Each call answers what the contract says, or throws an `ApiError` with the status and the message of
 * the service. GETs are tried again on 429 and 503; redirects are never followed.
 */
export const client = (options: ClientOptions): Client => {
  const calls = Object.fromEntries(callables.map((operation) => [operation.id, callOf(operation, options)]))
  if (hasEvery(calls)) return calls
  throw new TypeError('The list of operations is not complete')
}
