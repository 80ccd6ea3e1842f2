import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/** The tables that the stores expect, as the stack makes them. */
export const TOKENS = {
  TableName: 'tokens',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'tokenHash', AttributeType: 'S' },
    { AttributeName: 'userId', AttributeType: 'S' },
    { AttributeName: '_id', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'tokenHash', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byUser',
      KeySchema: [
        { AttributeName: 'userId', KeyType: 'HASH' },
        { AttributeName: '_id', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
} as const satisfies CreateTableCommandInput

export const SESSIONS = {
  TableName: 'sessions',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
} as const satisfies CreateTableCommandInput
