import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { closed, listening } from './listening.ts'

/** What may befall a call: refused as too many, failed inside, delayed, never answered, cut off, or carried out but unanswered. */
type Fault = 'throttled' | 'failing' | { readonly slowMs: number } | 'hanging' | 'cut' | 'answer-lost'

/** A call on its way to the database: the operation (`GetItem`) and how many calls of its kind came before. */
type Call = { readonly operation: string; readonly earlier: number }

type Trouble = {
  /** Which calls fail, and how; none unless set. */
  fault: (call: Call) => Fault | undefined
  /** For how long an index hides what was put into its table. */
  indexLagMs: number
  /** At most so many keys of a batch read are answered at once. */
  batchLimit: number
  /** At most so many items of a query are answered at once. */
  pageLimit: number
}

const UNTROUBLED: Readonly<Trouble> = {
  fault: () => undefined,
  indexLagMs: 0,
  batchLimit: 100,
  pageLimit: 1000,
}

export type FaultyDynamodb = {
  readonly endpoint: string
  readonly trouble: Trouble
  readonly calm: () => void
  /** Every call of an operation fails, until it is calm again. */
  readonly failing: (operation: string, fault: Fault) => void
  /** Only the next call of an operation fails. */
  readonly failingOnce: (operation: string, fault: Fault) => void
  /** The operations that arrive while something is done. */
  readonly callsDuring: (work: () => Promise<unknown>) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

const Item = z.record(z.string(), z.record(z.string(), z.unknown()))
const Put = z.object({ TableName: z.string(), Item })
const Query = z.object({ TableName: z.string(), IndexName: z.optional(z.string()) })
const Page = z.looseObject({ Items: z.array(Item) })
const Batch = z.looseObject({ RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(Item) })) })

type Item = z.infer<typeof Item>
type Written = { readonly table: string; readonly item: Item; readonly at: number }

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body)
}

const refuse = (response: ServerResponse, status: number, type: string): void =>
  answer(response, status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Seeded' }))

const holdsAll = (item: Item, keys: Item): boolean =>
  Object.entries(keys).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value))

/** Answers an index's page as an index would that has not yet seen the newest items. */
const withLag = (page: string, table: string, hidden: readonly Written[]): string => {
  const read = z.parse(Page, JSON.parse(page))
  const isHidden = (keys: Item): boolean => hidden.some((one) => one.table === table && holdsAll(one.item, keys))
  const items = read.Items.filter((keys) => !isHidden(keys))
  return JSON.stringify({ ...read, Items: items, Count: items.length })
}

type Split = { readonly sent: string; readonly left: Readonly<Record<string, unknown>> }

/** Takes the first keys of a batch read; the others come back unprocessed, as in a table under load. */
const splitBatch = (body: string, limit: number): Split => {
  const batch = z.parse(Batch, JSON.parse(body))
  const entries = Object.entries(batch.RequestItems)
  const part = (cut: (keys: readonly Item[]) => readonly Item[]) =>
    entries.map(([table, request]) => [table, { ...request, Keys: cut(request.Keys) }] as const)
  const left = part((keys) => keys.slice(limit)).filter(([, { Keys }]) => Keys.length > 0)
  const sent = { ...batch, RequestItems: Object.fromEntries(part((keys) => keys.slice(0, limit))) }
  return { sent: JSON.stringify(sent), left: Object.fromEntries(left) }
}

const NOTHING_READ = { status: 200, body: '{"Responses":{}}' }

const operationOf = (request: IncomingMessage): string => String(request.headers['x-amz-target']).split('.')[1] ?? ''

const forward = async (request: IncomingMessage, target: string, body: string) => {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !['host', 'content-length', 'connection', 'expect'].includes(name)
      ? [[name, value] as const]
      : [],
  )
  const reply = await fetch(target, { method: 'POST', headers: Object.fromEntries(headers), body })
  return { status: reply.status, body: await reply.text() }
}

/** Stands before a database and does to calls what a real one does on a bad day. */
export const faultyDynamodb = async (target: string): Promise<FaultyDynamodb> => {
  const trouble: Trouble = { ...UNTROUBLED }
  const calls: string[] = []
  const written: Written[] = []

  const remember = (body: string): void => {
    const { TableName: table, Item: item } = z.parse(Put, JSON.parse(body))
    written.push({ table, item, at: Date.now() })
  }

  const carryOut = async (request: IncomingMessage, operation: string, body: string) => {
    if (operation === 'BatchGetItem') {
      const { sent, left } = splitBatch(body, trouble.batchLimit)
      const reply = trouble.batchLimit === 0 ? NOTHING_READ : await forward(request, target, sent)
      return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), UnprocessedKeys: left }) }
    }
    if (operation === 'PutItem') remember(body)
    if (operation !== 'Query') return forward(request, target, body)
    const reply = await forward(request, target, JSON.stringify({ ...JSON.parse(body), Limit: trouble.pageLimit }))
    if (reply.status !== 200) return reply
    const { TableName, IndexName } = z.parse(Query, JSON.parse(body))
    const hidden = written.filter(({ at }) => Date.now() - at < trouble.indexLagMs)
    return IndexName === undefined ? reply : { ...reply, body: withLag(reply.body, TableName, hidden) }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = operationOf(request)
    const earlier = calls.filter((call) => call === operation).length
    calls.push(operation)
    const body = await text(request)
    const fault = trouble.fault({ operation, earlier })
    if (fault === 'hanging') return
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'throttled') return refuse(response, 400, 'ProvisionedThroughputExceededException')
    if (fault === 'failing') return refuse(response, 500, 'InternalServerError')
    const reply = await carryOut(request, operation, body)
    if (fault === 'answer-lost') return void request.socket.destroy()
    if (fault !== undefined) await sleep(fault.slowMs)
    answer(response, reply.status, reply.body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  const port = await listening(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    trouble,
    calm: () => void Object.assign(trouble, UNTROUBLED),
    failing: (operation, fault) => {
      trouble.fault = (call) => (call.operation === operation ? fault : undefined)
    },
    failingOnce: (operation, fault) => {
      const next = calls.filter((call) => call === operation).length
      trouble.fault = (call) => (call.operation === operation && call.earlier === next ? fault : undefined)
    },
    callsDuring: async (work) => {
      const before = calls.length
      await work()
      return calls.slice(before)
    },
    close: () => closed(server),
  }
}
