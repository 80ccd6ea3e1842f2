import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import { isRefusedByCondition, unavailable } from '../aws/faults.ts'
import { type PresentedTokens, presentedTokens, recordOf, type TokenItems } from './presented.ts'
import type { TokenRecord } from './schema.ts'
import { purgeTime } from './token.ts'
import { idTime, isTokenId } from './token-id.ts'

export type TokenTable = TokenItems & {
  readonly db: DynamoDBDocumentClient
  /** The global secondary index by `userId` and `_id`, keys only. */
  readonly index: string
  readonly sleep: (ms: number) => Promise<unknown>
}

/** A batch read takes 100 keys and may leave some of them unread. */
const BATCH = 100
const BATCH_PAUSES_MS = [50, 100, 200, 400]

/** How long a revocation waits for the index to learn of a token made a moment ago: 3 seconds in all. */
const LAG_PAUSES_MS = [100, 200, 300, 400, 500, 700, 800]
const FRESH_MS = 10_000

const itemOf = (record: TokenRecord): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
  purgeAt: purgeTime(record),
})

/** The index may lag, so it is believed about hashes only; records are read from the table itself. */
const Keys = z._default(z.array(z.object({ tokenHash: z.string() })), [])
type Keys = z.infer<typeof Keys>

type Sought = { readonly userId: string; readonly id?: string }

const queryFor = ({ table, index }: TokenTable, { userId, id }: Sought) => {
  const ofUser = {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: 'userId = :user',
    ExpressionAttributeValues: { ':user': userId },
  }
  if (id === undefined) return ofUser
  return {
    ...ofUser,
    KeyConditionExpression: 'userId = :user AND #id = :id',
    ExpressionAttributeNames: { '#id': '_id' },
    ExpressionAttributeValues: { ':user': userId, ':id': id },
  }
}

const keysOf = async (tokens: TokenTable, sought: Sought): Promise<Keys> => {
  const keys: Keys = []
  let from: QueryCommandOutput['LastEvaluatedKey']
  do {
    const page: QueryCommandOutput = await tokens.db.send(
      new QueryCommand({ ...queryFor(tokens, sought), ExclusiveStartKey: from }),
    )
    keys.push(...z.parse(Keys, page.Items))
    from = page.LastEvaluatedKey
  } while (from !== undefined)
  return keys
}

const readBatch = async ({ db, table, sleep }: TokenTable, keys: Keys): Promise<TokenRecord[]> => {
  const records: TokenRecord[] = []
  let wanted = keys
  for (const pause of [...BATCH_PAUSES_MS, undefined]) {
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } } }),
    )
    records.push(...(Responses?.[table] ?? []).map(recordOf))
    wanted = z.parse(Keys, UnprocessedKeys?.[table]?.Keys)
    if (wanted.length === 0) return records
    if (pause !== undefined) await sleep(pause)
  }
  throw unavailable('The token table left keys of a batch unread')
}

const newestFirst = (one: TokenRecord, other: TokenRecord): number => (one._id < other._id ? 1 : -1)

const ofUser =
  (tokens: TokenTable) =>
  async (userId: string): Promise<TokenRecord[]> => {
    const keys = await keysOf(tokens, { userId })
    const records: TokenRecord[] = []
    for (let from = 0; from < keys.length; from += BATCH) {
      records.push(...(await readBatch(tokens, keys.slice(from, from + BATCH))))
    }
    return records.sort(newestFirst)
  }

/** The same id is let through, because a try whose answer was lost may have been carried out. */
const create =
  ({ db, table }: TokenTable) =>
  async (record: TokenRecord): Promise<void> => {
    await db.send(
      new PutCommand({
        TableName: table,
        Item: itemOf(record),
        ConditionExpression: 'attribute_not_exists(tokenHash) OR #id = :id',
        ExpressionAttributeNames: { '#id': '_id' },
        ExpressionAttributeValues: { ':id': record._id },
      }),
    )
  }

/** Only an id that says it is fresh is waited for, or every wrong id would cost three seconds. */
const pausesFor = (id: string, at: Date): readonly number[] => {
  const made = idTime(id)
  return made !== undefined && Math.abs(at.getTime() - made.getTime()) < FRESH_MS ? LAG_PAUSES_MS : []
}

const hashOf = async (tokens: TokenTable, sought: Sought, pauses: readonly number[]): Promise<string | undefined> => {
  for (const pause of [...pauses, undefined]) {
    const [found] = await keysOf(tokens, sought)
    if (found !== undefined) return found.tokenHash
    if (pause !== undefined) await tokens.sleep(pause)
  }
  return undefined
}

type Revocation = { readonly record: TokenRecord; readonly userId: string; readonly at: Date }

/** Ownership is part of the write itself, and of two revocations the first stands. */
const writeRevocation = async ({ db, table }: TokenTable, { record, userId, at }: Revocation): Promise<TokenRecord> => {
  const revokedAt = at.toISOString()
  const { Attributes } = await db.send(
    new UpdateCommand({
      TableName: table,
      Key: { tokenHash: record.tokenHash },
      UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :at), purgeAt = :purgeAt',
      ConditionExpression: 'userId = :user',
      ExpressionAttributeValues: {
        ':at': revokedAt,
        ':user': userId,
        ':purgeAt': purgeTime({ ...record, revokedAt }),
      },
      ReturnValues: 'ALL_NEW',
    }),
  )
  return recordOf(Attributes)
}

/** The revoked record, or nothing where this person has no such token: unknown, foreign and malformed ids are alike. */
const revoke =
  (tokens: TokenTable, byHash: PresentedTokens['byHash']) =>
  async (userId: string, id: string, at: Date): Promise<TokenRecord | undefined> => {
    if (!isTokenId(id)) return undefined
    const hash = await hashOf(tokens, { userId, id }, pausesFor(id, at))
    const record = hash === undefined ? undefined : await byHash(hash)
    if (record === undefined || record.userId !== userId) return undefined
    if (record.revokedAt !== null) return record
    try {
      return await writeRevocation(tokens, { record, userId, at })
    } catch (error) {
      if (isRefusedByCondition(error)) return undefined
      throw error
    }
  }

/** Where tokens are kept. Every error it throws is DynamoDB's own or `unavailable`; none quotes a token. */
export const tokenStore = (tokens: TokenTable) => {
  const presented = presentedTokens(tokens)
  return {
    ...presented,
    ofUser: ofUser(tokens),
    create: create(tokens),
    revoke: revoke(tokens, presented.byHash),
  }
}
export type TokenStore = ReturnType<typeof tokenStore>
