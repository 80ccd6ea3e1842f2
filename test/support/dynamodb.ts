import { CreateTableCommand, type CreateTableCommandInput, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import dynalite from 'dynalite'
import { documentClient } from '../../shared/aws/document-client.ts'
import { type Items, type ItemsOptions, itemsOf as itemsThrough } from '../../shared/aws/items.ts'
import { type FaultyDynamodb, faultyDynamodb } from './faulty-dynamodb.ts'
import { closed, listening } from './listening.ts'

export const clientFor = (endpoint: string): DynamoDBDocumentClient =>
  documentClient({ endpoint, region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } })

export const itemsFor = (endpoint: string, options: Partial<ItemsOptions> = {}): Items =>
  itemsThrough({
    endpoint,
    region: 'eu-west-1',
    credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
    now: () => Date.now(),
    random: Math.random,
    ...options,
  })

export type Dynamodb = {
  /** Reaches the database as the service does, through whatever trouble is set. */
  readonly db: DynamoDBDocumentClient
  readonly items: Items
  /** Reaches it without trouble, to look at what is really there. */
  readonly plain: DynamoDBDocumentClient
  readonly faulty: FaultyDynamodb
  readonly close: () => Promise<void>
}

/** An embedded DynamoDB in memory with these tables, behind a proxy that can misbehave. */
export const dynamodb = async (tables: readonly CreateTableCommandInput[]): Promise<Dynamodb> => {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  const endpoint = `http://127.0.0.1:${await listening(server)}`
  const faulty = await faultyDynamodb(endpoint)
  const plain = clientFor(endpoint)
  for (const table of tables) {
    await plain.send(new CreateTableCommand(table))
    await waitUntilTableExists({ client: plain, maxWaitTime: 10, minDelay: 1, maxDelay: 1 }, table)
  }
  const db = clientFor(faulty.endpoint)
  const close = async (): Promise<void> => {
    db.destroy()
    plain.destroy()
    await faulty.close()
    await closed(server)
  }
  return { db, items: itemsFor(faulty.endpoint), plain, faulty, close }
}

/** Every item of a table, as it is stored. */
export const itemsOf = async (db: DynamoDBDocumentClient, table: string): Promise<Record<string, unknown>[]> => {
  const { Items = [] } = await db.send(new ScanCommand({ TableName: table, ConsistentRead: true }))
  return Items
}
