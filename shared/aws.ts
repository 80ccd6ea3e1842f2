import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'

/**
 * DynamoDB answers in milliseconds or it is in trouble: three tries of about a second each end before API Gateway or a
 * person gives up. Without `throwOnRequestTimeout` the time-out would only be logged; `socketTimeout` bounds a body that stops.
 */
const PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, socketTimeout: 1_000, throwOnRequestTimeout: true },
} as const satisfies DynamoDBClientConfig

/** Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment unless given. */
export const documentClient = (overrides: DynamoDBClientConfig = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ ...PATIENCE, ...overrides }), {
    marshallOptions: { removeUndefinedValues: true },
  })

/** Reads the one item of a key, as it is after every write that was answered before. */
export type ReadItem = (table: string, key: Readonly<Record<string, string>>) => Promise<unknown>

/**
 * For the read that every request with a token or a session waits for. The SDK resolves its middleware anew for each
 * call unless told to keep it, and that is a tenth of such a read. A document client must not be told: its commands bind
 * an inner command, and a kept handler would send the first one's input again. So the reader has a client of its own,
 * over the connections and with the credentials of the document client.
 */
export const itemReader = ({ config }: DynamoDBDocumentClient): ReadItem => {
  const { region, credentials, endpoint, requestHandler } = config
  const own = { region, credentials, requestHandler, ...(endpoint === undefined ? {} : { endpoint }) }
  const db = new DynamoDBClient({ ...PATIENCE, ...own, cacheMiddleware: true })
  return async (table, key) => {
    const { Item } = await db.send(new GetItemCommand({ TableName: table, Key: marshall(key), ConsistentRead: true }))
    return Item === undefined ? undefined : unmarshall(Item)
  }
}

const UNAVAILABLE = 'UnavailableError'

/** For a store that gave up although every single answer was well-formed. */
export const unavailable = (message: string): Error => Object.assign(new Error(message), { name: UNAVAILABLE })

const THROTTLED_OR_TIMED_OUT = new Set([
  UNAVAILABLE,
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TimeoutError',
])

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

const isServerFault = (error: Error): boolean =>
  ('$fault' in error && error.$fault === 'server') ||
  ('$response' in error &&
    typeof error.$response === 'object' &&
    error.$response !== null &&
    'statusCode' in error.$response &&
    Number(error.$response.statusCode) >= 500)

/** Whether trying again later may help (503 with `retry-after`); everything else is a bug or a wrong set-up (500). */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (THROTTLED_OR_TIMED_OUT.has(error.name) || isServerFault(error)) return true
  return 'code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)
}

/** Whether a write was refused by its own condition, which is an answer and no fault. */
export const isRefusedByCondition = (error: unknown): boolean => error instanceof ConditionalCheckFailedException
