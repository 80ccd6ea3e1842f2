import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod/mini'
import type { Aws } from './environment.ts'
import { done, lasting, type Outcome, outcomeOfStatus, passing, persistently, type Reply } from './exchange.ts'
import { isPassing, isRefusedByCondition, unavailable } from './faults.ts'
import { jsonService } from './json-service.ts'

type Texts = Readonly<Record<string, string>>

export type Change = {
  readonly table: string
  readonly key: Texts
  /** An update expression and the condition under which it is carried out. */
  readonly update: string
  readonly condition: string
  readonly names?: Texts
  readonly values: Texts
}

/** What a request that presents a token or a session waits for; everything else about tables goes through the SDK. */
export type Items = {
  /** The item of a key, as it is after every write that was answered before. */
  readonly get: (table: string, key: Texts) => Promise<unknown>
  /** Changes the one item of a key; false where the condition refuses it. */
  readonly update: (change: Change, signal: AbortSignal) => Promise<boolean>
}

export type ItemsOptions = Aws & {
  /** Milliseconds since the epoch; a signature carries its time. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  /** From opening the connection to the last byte; a call has at most three tries. */
  readonly tryMilliseconds?: number
}

/** DynamoDB answers in milliseconds or it is in trouble: three tries end before API Gateway or a person gives up. */
const TRY_MS = 1_000
const PAUSES_MS = [25, 50]

/** More than an item can be: 400 kB, as JSON with the type of each value. */
const MAX_BYTES = 2_000_000

const DYNAMODB = { service: 'dynamodb', protocol: '1.0', target: 'DynamoDB_20120810' } as const

const isTyped = (value: unknown): value is AttributeValue =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1

const Item = z.record(z.string(), z.custom<AttributeValue>(isTyped))
// Strict: what is anything else is the answer of something before the database, and must not pass for "no such item".
const Answer = z.strictObject({ Item: z.optional(Item) })
type Answer = { readonly item: unknown }

const Refusal = z.looseObject({ __type: z.string() })

/** The name of DynamoDB's error: `ValidationException` of `com.amazonaws.dynamodb.v20120810#ValidationException`. */
const refusalIn = (body: string): Outcome<never> => {
  const name = z.parse(Refusal, JSON.parse(body)).__type.replace(/^.*#|:.*$/g, '')
  return isPassing(name) ? passing(name) : lasting(name)
}

const answerIn = (body: string): Outcome<Answer> => {
  const { Item: item } = z.parse(Answer, JSON.parse(body))
  return done({ item: item === undefined ? undefined : unmarshall(item) })
}

const outcomeOf = ({ status, body }: Reply): Outcome<Answer> => {
  if (status !== 200 && status !== 400) return outcomeOfStatus(status)
  try {
    return status === 200 ? answerIn(body) : refusalIn(body)
  } catch {
    return passing('an answer that is not its own')
  }
}

/** DynamoDB's own name for a mistake of ours, or `unavailable` where another time may do better. */
const errorOf = (operation: string, fault: string, again: boolean): Error => {
  const message = `DynamoDB ${operation}: ${fault}`
  return again ? unavailable(message, fault) : Object.assign(new Error(message), { name: fault })
}

/** Spread, so that those who were refused together do not come back together. */
const spread =
  (random: () => number) =>
  (ms: number): number =>
    ms * (0.5 + random())

/**
 * Single items of a table, by DynamoDB's JSON protocol over plain `node:https`: the SDK takes two thirds of a cold start and
 * most of the processor time of a read. Rejects with a short message that holds neither address, key nor secret.
 */
export const itemsOf = (options: ItemsOptions): Items => {
  const { now, random, tryMilliseconds = TRY_MS } = options
  const limits = { tryMilliseconds, maxBytes: MAX_BYTES, withBody: [200, 400] }
  const ask = jsonService(options, now, { ...DYNAMODB, limits })

  const tryOnce = async (operation: string, input: string, signal?: AbortSignal): Promise<Outcome<Answer>> => {
    const got = await ask(operation, input, signal)
    return got.ok ? outcomeOf(got.result) : got
  }

  const call = async (operation: string, input: object, signal?: AbortSignal): Promise<Answer> => {
    const body = JSON.stringify(input)
    const outcome = await persistently(() => tryOnce(operation, body, signal), PAUSES_MS.map(spread(random)), signal)
    if (outcome.ok) return outcome.result
    throw errorOf(operation, outcome.fault, outcome.again)
  }

  return {
    get: async (table, key) => {
      const { item } = await call('GetItem', { TableName: table, Key: marshall(key), ConsistentRead: true })
      return item
    },
    update: async ({ table, key, update, condition, names, values }, signal) => {
      const input = {
        TableName: table,
        Key: marshall(key),
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: marshall(values),
      }
      try {
        await call('UpdateItem', input, signal)
        return true
      } catch (error) {
        if (isRefusedByCondition(error)) return false
        throw error
      }
    },
  }
}
