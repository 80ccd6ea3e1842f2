import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { type TokenStore, type TokenTable, tokenStore } from '../../shared/tokens/store.ts'
import { type Dynamodb, dynamodb, itemsOf } from './dynamodb.ts'
import { TOKENS } from './tables.ts'

/** A token table for the tests of one file, calm again before each of them. */
export const tokenWorld = () => {
  const reports: unknown[] = []
  const slept: number[] = []
  const parts: Omit<TokenTable, 'db' | 'items'> = {
    table: 'tokens',
    index: 'byUser',
    sleep: (ms) => {
      slept.push(ms)
      return sleep(ms)
    },
    report: (entry) => reports.push(entry),
  }
  let made: Dynamodb | undefined
  let users = 0

  const there = (): Dynamodb => {
    if (made === undefined) throw new Error('The tables are made before the first test')
    return made
  }
  const store = (): TokenStore => tokenStore({ ...parts, db: there().db, items: there().items })

  beforeAll(async () => {
    made = await dynamodb([TOKENS])
  })
  afterAll(() => there().close())
  beforeEach(() => {
    reports.length = 0
    slept.length = 0
    there().faulty.calm()
  })

  return {
    parts,
    reports,
    slept,
    there,
    store,
    /** A person of a test's own, so that tests do not meet in the table. */
    aUser: (): string => {
      users += 1
      return `user-${users}`
    },
    stored: async (record: TokenRecord): Promise<TokenRecord> => {
      await store().create(record)
      return record
    },
    items: () => itemsOf(there().plain, 'tokens'),
    itemOf: async ({ tokenHash }: TokenRecord) =>
      (await itemsOf(there().plain, 'tokens')).find((item) => item.tokenHash === tokenHash),
  }
}
