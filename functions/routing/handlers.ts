import {
  bestValueOperation,
  bestValueRawOperation,
  changesFeedOperation,
  changesOperation,
  cheapestOperation,
  cheapestRawOperation,
  fastestOperation,
  fastestRawOperation,
  modelsOperation,
  type QuestionQuery,
  routeOperation,
  routeRawOperation,
  smartestOperation,
  smartestRawOperation,
} from '../../shared/contract/routing.ts'
import { anyone, type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { answer, type HttpReply, refusal } from '../../shared/http/reply.ts'
import type { HttpRequest } from '../../shared/http/request.ts'
import { type Answered, type Index, route, winner } from '../../shared/models/answers.ts'
import type { CurrentChanges } from '../../shared/models/current-changes.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import type { Question } from '../../shared/models/question.ts'
import type { Recommendation } from '../../shared/models/schema.ts'
import type { WinnerOf } from '../../shared/models/winners.ts'
import { cacheable } from './cacheable.ts'
import { changesReply, feedReply } from './changes.ts'
import { modelsReply } from './models.ts'
import { whileCurrent } from './while-current.ts'

export type Deps = {
  /** The newest index that this container has; a promise only while there is none to answer from at once. */
  readonly current: () => Loaded | Promise<Loaded>
  readonly changes: CurrentChanges
  readonly now: () => Date
}

type Ask = (index: Index, question: Question, now: Date) => Answered<Recommendation>

const winnerOf =
  (of: WinnerOf): Ask =>
  (index, filters, now) =>
    winner(index, of, filters, now)

type AskOperation = Operation & { readonly query: typeof QuestionQuery }

const render = (operation: AskOperation, { snapshot }: Loaded, answered: Answered<Recommendation>): HttpReply => {
  const isText = operation.reply.type === 'text'
  if (!answered.ok) return refusal(isText ? 'text' : 'json', 404, answered.message)
  const { model } = answered.answer
  const reply = answer(operation, isText ? model : answered.answer, {})
  return { ...cacheable(reply, snapshot.updatedAt), logged: { answer: model } }
}

/** Equal queries arrive as the same object, so a finished reply is found again by identity. */
const replyTo = (operation: AskOperation, ask: Ask) => {
  const repliesOf = whileCurrent(() => new WeakMap<Question, HttpReply>())
  return (loaded: Loaded, question: Question, now: Date): HttpReply => {
    const replies = repliesOf(loaded, now)
    const before = replies.get(question)
    if (before !== undefined) return before
    const reply = render(operation, loaded, ask(loaded.index, question, now))
    replies.set(question, reply)
    return reply
  }
}

/** Every endpoint of area A: what the index answers now, as JSON or as the bare model id. */
export const routingEndpoints = ({ current, changes, now }: Deps): readonly Endpoint[] => {
  const withIndex = (reply: (loaded: Loaded) => HttpReply): HttpReply | Promise<HttpReply> => {
    const loaded = current()
    return loaded instanceof Promise ? loaded.then(reply) : reply(loaded)
  }

  const asking = (operation: AskOperation, ask: Ask): Endpoint => {
    const reply = replyTo(operation, ask)
    return endpoint(operation, anyone, ({ query }) => withIndex((loaded) => reply(loaded, query, now())))
  }

  const models = modelsReply()
  const [log, feed] = [changesReply(), feedReply()]
  const encodingOf = ({ headers }: HttpRequest) => headers['accept-encoding']

  return [
    asking(routeOperation, route),
    asking(routeRawOperation, route),
    asking(cheapestOperation, winnerOf('cheapest')),
    asking(cheapestRawOperation, winnerOf('cheapest')),
    asking(fastestOperation, winnerOf('fastest')),
    asking(fastestRawOperation, winnerOf('fastest')),
    asking(smartestOperation, winnerOf('smartest')),
    asking(smartestRawOperation, winnerOf('smartest')),
    asking(bestValueOperation, winnerOf('best-value')),
    asking(bestValueRawOperation, winnerOf('best-value')),
    endpoint(modelsOperation, anyone, ({ request }) =>
      withIndex((loaded) => models(loaded, now(), encodingOf(request))),
    ),
    // From objects of their own: no other endpoint waits for them.
    endpoint(changesOperation, anyone, async ({ request }) => log(await changes.log(), encodingOf(request))),
    endpoint(changesFeedOperation, anyone, async ({ request }) => feed(await changes.feed(), encodingOf(request))),
  ]
}
