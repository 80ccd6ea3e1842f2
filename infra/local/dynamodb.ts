import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { listen } from './listen.ts'
import { StartRefusal } from './refusal.ts'
import type { LocalTable, TableShape } from './tables.ts'

export type LocalDynamodb = { readonly url: string; readonly stop: () => Promise<void> }

/** dynalite takes any; the functions get the same. */
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const
const REGION = 'us-east-1'

/** Together far longer than a table takes to be there, which is at once. */
const TABLE_TRIES = 200
const TABLE_PAUSE_MS = 20

const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS })

const describe = async (db: DynamoDBClient, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await db.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

type Keys = readonly { readonly AttributeName?: string | undefined; readonly KeyType?: string | undefined }[]

const keysText = (keys: Keys = []): string =>
  keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(', ')

/** What makes a table the one that the template asks for: its keys and those of its indexes, as one comparable text. */
const shapeText = ({ KeySchema, GlobalSecondaryIndexes = [] }: TableDescription | TableShape): string => {
  const indexes = GlobalSecondaryIndexes.map((index) => `${index.IndexName}: ${keysText(index.KeySchema)}`)
  return [keysText(KeySchema), ...indexes.toSorted()].join('; ')
}

/** Without the SDK's own waiter, which looks once a second only. */
const untilActive = async (db: DynamoDBClient, name: string): Promise<void> => {
  for (let tries = 0; tries < TABLE_TRIES; tries++) {
    if ((await describe(db, name))?.TableStatus === 'ACTIVE') return
    await sleep(TABLE_PAUSE_MS)
  }
  throw new Error(`The table ${name} is not ready in time`)
}

const ensureTable = async (db: DynamoDBClient, { name, shape }: LocalTable): Promise<void> => {
  const existing = await describe(db, name)
  if (existing === undefined) {
    await db.send(new CreateTableCommand({ ...shape, TableName: name, BillingMode: 'PAY_PER_REQUEST' }))
  } else if (shapeText(existing) !== shapeText(shape)) {
    throw new StartRefusal(
      `The table ${name} in the data folder has other keys than the service now needs (${shapeText(shape)}). ` +
        'Set POINTSMAN_DATA to a new folder, or remove the old one.',
    )
  }
  await untilActive(db, name)
}

const stopServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Resolves when the database behind it is closed too, and its files may be opened again.
    server.close(() => resolve())
    // The functions' connections are kept alive and would hold the server open.
    server.closeAllConnections()
  })

/** Starts the stand-in for DynamoDB; its tables are files in the folder and are still there at the next start. */
export const startDynamodb = async (folder: string, tables: readonly LocalTable[]): Promise<LocalDynamodb> => {
  mkdirSync(folder, { recursive: true })
  const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  const db = clientOf(url)
  try {
    for (const table of tables) await ensureTable(db, table)
  } catch (error) {
    await stopServer(server)
    throw error
  } finally {
    db.destroy()
  }
  return { url, stop: () => stopServer(server) }
}
