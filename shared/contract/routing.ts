import * as z from 'zod/mini'
import { noBody, nothing, type Operation, operation } from '../http/operation.ts'
import { allowlist, allowlistOf, choice } from '../http/parameters.ts'
import { ChangeLog, Feed } from '../models/change-log.ts'
import { BUDGETS, DEFAULT_QUESTION, LATENCIES, QUALITIES, REGIONS, TASKS } from '../models/question.ts'
import { Recommendation, RouteResult, Snapshot } from '../models/schema.ts'

/** The six parameters of a question; each value a list, as a query may repeat a name. */
export const QuestionQuery = z.object({
  task: choice(TASKS, DEFAULT_QUESTION.task),
  latency: choice(LATENCIES, DEFAULT_QUESTION.latency),
  budget: choice(BUDGETS, DEFAULT_QUESTION.budget),
  quality: choice(QUALITIES, DEFAULT_QUESTION.quality),
  providers: allowlist({ entries: 32, characters: 64 }),
  regions: allowlistOf(REGIONS),
})

const ModelId = z.string()

const common = {
  group: 'routing',
  method: 'GET',
  auth: 'none',
  params: nothing,
  body: noBody,
  throttle: { rate: 1000, burst: 2000 },
  isPublic: true,
} as const

const asks = { ...common, query: QuestionQuery, errors: [400, 404] } as const
const asModelId = { status: 200, type: 'text', schema: ModelId } as const

const filtersOnly = 'providers and regions narrow the answer; the other parameters are checked and have no effect.'

const rawId = <Id extends string>(id: Id): `${Id}Raw` => `${id}Raw`

/** The plain-text variant of an endpoint that recommends a model, under its path and `/raw`. */
const rawOf = <const O extends Operation>({ id, path, aliases, summary, description: _, reply: __, ...same }: O) => ({
  ...same,
  id: rawId<O['id']>(id),
  path: `${path}/raw`,
  aliases: aliases.map((alias) => `${alias}/raw`),
  summary: `${summary}, its id alone`,
  description: 'The model id and nothing else, without a line break; errors are plain text too.',
  reply: asModelId,
})

type Winner<Id> = Readonly<Record<'name' | 'summary' | 'rule', string>> & { readonly id: Id }

const winnerOperation = <const Id extends string>({ id, name, summary, rule }: Winner<Id>) =>
  operation({
    ...asks,
    id,
    path: `/api/${name}`,
    aliases: [`/router/${name}`],
    summary,
    description: `${rule} ${filtersOnly}`,
    reply: { status: 200, type: 'json', schema: Recommendation },
  })

export const routeOperation = operation({
  ...asks,
  id: 'route',
  path: '/api/route',
  aliases: ['/router'],
  summary: 'The model to use for a task',
  description: 'One model for the task, latency, budget and quality asked, a fallback of another provider, and why.',
  reply: { status: 200, type: 'json', schema: RouteResult },
})

export const modelsOperation = operation({
  ...common,
  id: 'models',
  path: '/api/models',
  aliases: ['/router/models'],
  summary: 'The whole model index',
  description: 'Every model with its figures, their sources, the method, and the current winners. Takes no parameters.',
  query: nothing,
  reply: { status: 200, type: 'json', schema: Snapshot },
  errors: [],
})

export const cheapestOperation = winnerOperation({
  id: 'cheapest',
  name: 'cheapest',
  summary: 'The cheapest useful model',
  rule: 'The lowest blended price among the models at or above the lower quartile of intelligence.',
})

export const fastestOperation = winnerOperation({
  id: 'fastest',
  name: 'fastest',
  summary: 'The fastest model',
  rule: 'The highest measured output speed.',
})

export const smartestOperation = winnerOperation({
  id: 'smartest',
  name: 'smartest',
  summary: 'The smartest model',
  rule: 'The highest intelligence score.',
})

export const bestValueOperation = winnerOperation({
  id: 'bestValue',
  name: 'best-value',
  summary: 'The model with the most useful intelligence per dollar',
  rule: 'The most intelligence above the lower quartile per blended dollar.',
})

export const routeRawOperation = rawOf(routeOperation)
export const cheapestRawOperation = rawOf(cheapestOperation)
export const fastestRawOperation = rawOf(fastestOperation)
export const smartestRawOperation = rawOf(smartestOperation)
export const bestValueRawOperation = rawOf(bestValueOperation)

/** Where the index came from is no answer of the router: these have no alias. */
const recorded = { ...common, aliases: [], query: nothing, errors: [] } as const

export const changesOperation = operation({
  ...recorded,
  id: 'changes',
  path: '/api/changes',
  summary: 'What changed in the index',
  description:
    'The latest changes, newest first: models, prices, scores, speeds and winners, each with before, after and its cause.',
  reply: { status: 200, type: 'json', schema: ChangeLog },
})

export const changesFeedOperation = operation({
  ...recorded,
  id: 'changesFeed',
  path: '/api/changes.atom',
  summary: 'What changed in the index, as an Atom feed',
  description: 'The same changes for feed readers.',
  reply: { status: 200, type: 'atom', schema: Feed },
})

export const routingOperations = [
  routeOperation,
  routeRawOperation,
  modelsOperation,
  cheapestOperation,
  cheapestRawOperation,
  fastestOperation,
  fastestRawOperation,
  smartestOperation,
  smartestRawOperation,
  bestValueOperation,
  bestValueRawOperation,
  changesOperation,
  changesFeedOperation,
] as const
