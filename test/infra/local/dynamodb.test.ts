import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { startDynamodb } from '../../../infra/local/dynamodb.ts'
import { StartRefusal } from '../../../infra/local/refusal.ts'
import { readDeployment } from '../../../infra/local/template.ts'
import { tokenStore } from '../../../shared/tokens/store.ts'
import { aToken } from '../../support/access.ts'
import { clientFor, itemsFor } from '../../support/dynamodb.ts'
import { synthesisFolder } from '../../support/synthesis.ts'
import { SESSIONS, TOKENS } from '../../support/tables.ts'
import { temporaryFolder } from './deployment.ts'

const { tables } = readDeployment(synthesisFolder())
const tokens = { name: 'TheTokens', shape: TOKENS }

const storeAt = (url: string, table: string) => {
  const db = clientFor(url)
  const quiet = { sleep: async () => undefined, report: () => undefined }
  return tokenStore({ ...quiet, db, items: itemsFor(url), table, index: 'byUser' })
}

test('the tables of the template have the keys that the stores expect', () => {
  const keysOf = ({ AttributeDefinitions, KeySchema, GlobalSecondaryIndexes }: (typeof tables)[number]['shape']) => ({
    AttributeDefinitions,
    KeySchema,
    ...(GlobalSecondaryIndexes === undefined ? {} : { GlobalSecondaryIndexes }),
  })
  const expected = [TOKENS, SESSIONS].map(({ TableName: _name, BillingMode: _mode, ...shape }) => shape)
  expect(tables.map(({ shape }) => keysOf(shape))).toEqual(expected)
})

test('every table is there at the first start, under the name that functions are told', async () => {
  const database = await startDynamodb(temporaryFolder(), tables)
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  expect(TableNames.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  client.destroy()
  await database.stop()
})

test('what was stored is still there at the next start, by its key and in the index', async () => {
  const folder = temporaryFolder()
  const record = aToken()
  const first = await startDynamodb(folder, [tokens])
  await storeAt(first.url, tokens.name).create(record)
  await first.stop()

  const second = await startDynamodb(folder, [tokens])
  const store = storeAt(second.url, tokens.name)
  expect(await store.byHash(record.tokenHash)).toEqual(record)
  expect(await store.ofUser(record.userId)).toEqual([record])
  await second.stop()
})

test.each([
  ['another key', { ...TOKENS, KeySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }] as const }],
  ['no index', { AttributeDefinitions: TOKENS.AttributeDefinitions.slice(0, 1), KeySchema: TOKENS.KeySchema }],
])('a table of earlier data with %s is refused in one sentence, and left as it is', async (_what, shape) => {
  const folder = temporaryFolder()
  await (await startDynamodb(folder, [tokens])).stop()
  const changed = {
    AttributeDefinitions: [...shape.AttributeDefinitions],
    KeySchema: [...shape.KeySchema],
  }
  await expect(startDynamodb(folder, [{ name: tokens.name, shape: changed }])).rejects.toThrow(StartRefusal)
  await (await startDynamodb(folder, [tokens])).stop()
})
