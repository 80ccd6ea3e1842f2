import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { aToken } from './access.ts'
import { TOKENS } from './tables.ts'

const BATCH = 25

const putOf = (overrides: Partial<TokenRecord>) => ({
  PutRequest: { Item: Object.fromEntries(Object.entries(aToken(overrides)).filter(([, value]) => value !== null)) },
})

/** Puts many tokens of one kind into the table at once, as they would lie there. */
export const fillTokens = async (
  db: DynamoDBDocumentClient,
  count: number,
  overrides: Partial<TokenRecord>,
): Promise<void> => {
  for (let from = 0; from < count; from += BATCH) {
    const puts = Array.from({ length: Math.min(BATCH, count - from) }, () => putOf(overrides))
    await db.send(new BatchWriteCommand({ RequestItems: { [TOKENS.TableName]: puts } }))
  }
}
