import type * as z from 'zod/mini'
import { readBody } from './body.ts'
import { nothing, type Operation, type Schema } from './operation.ts'
import type { HttpReply } from './reply.ts'
import { type HttpRequest, queryOf } from './request.ts'
import { decode } from './schema.ts'

/** Who is calling, found before anything else of the request is read. */
export type Caller = { readonly kind: string }

/** A caller who is turned away with a reply of its own, such as a redirect to the sign-in page. */
export type TurnedAway = { readonly kind: 'turned-away'; readonly reply: HttpReply }

export type Identify<C extends Caller> = (request: HttpRequest) => C | TurnedAway | Promise<C | TurnedAway>

/** What a handler gets: everything parsed by the operation's schemas. */
type Input<O extends Operation, C extends Caller> = {
  readonly params: z.output<O['params']>
  readonly query: z.output<O['query']>
  readonly body: z.output<O['body']['schema']>
  readonly caller: C
  readonly request: HttpRequest
}

export type Handle<O extends Operation, C extends Caller> = (input: Input<O, C>) => HttpReply | Promise<HttpReply>

/** An operation with the code that answers it. */
export type Endpoint = {
  readonly operation: Operation
  /** `known` is told who is calling as soon as it is found. */
  readonly answer: (request: HttpRequest, known: (caller: Caller) => void) => HttpReply | Promise<HttpReply>
}

export const anyone: Identify<{ kind: 'anyone' }> = () => ({ kind: 'anyone' })

const isTurnedAway = (caller: Caller | TurnedAway): caller is TurnedAway => caller.kind === 'turned-away'

/** How many different queries an endpoint remembers the meaning of, and how long such a query may be. */
const REMEMBERED = { queries: 1000, characters: 300 }

/** Then whatever is sent is ignored, broken percent-encoding too. */
const asksNothing = (schema: Schema): boolean => schema === nothing

const rememberedQuery = <S extends Schema>(schema: S) => {
  const known = new Map<string, z.output<S>>()
  return (rawQuery: string): z.output<S> => {
    const before = known.get(rawQuery)
    if (before !== undefined) return before
    const query = decode(schema, asksNothing(schema) ? {} : queryOf(rawQuery))
    if (rawQuery.length > REMEMBERED.characters) return query
    if (known.size >= REMEMBERED.queries) known.clear()
    known.set(rawQuery, query)
    return query
  }
}

/**
 * Joins an operation to its handler. The caller is found first, so that nobody learns from a 400 what a 401 would hide.
 * A query means the same each time, so its parsed form is remembered: equal queries give the same object.
 */
export const endpoint = <O extends Operation, C extends Caller>(
  operation: O,
  identify: Identify<C>,
  handle: Handle<O, C>,
): Endpoint => {
  const readQuery = rememberedQuery<O['query']>(operation.query)
  // What an operation does not take is the same for every request.
  const noParams = asksNothing(operation.params) ? decode<O['params']>(operation.params, {}) : undefined
  const noBody = operation.body.type === 'none' ? decode<O['body']['schema']>(operation.body.schema, {}) : undefined
  return {
    operation,
    answer: (request, known) => {
      const respond = (caller: C | TurnedAway) => {
        known(caller)
        if (isTurnedAway(caller)) return caller.reply
        const params = noParams ?? decode<O['params']>(operation.params, request.params)
        const query = readQuery(request.rawQuery)
        const body = noBody ?? readBody<O['body']['schema']>(operation.body, request)
        return handle({ params, query, body, caller, request })
      }
      const caller = identify(request)
      return caller instanceof Promise ? caller.then(respond) : respond(caller)
    },
  }
}
