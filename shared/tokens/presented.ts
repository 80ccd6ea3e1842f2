import * as z from 'zod/mini'
import type { Change, Items } from '../aws/items.ts'
import { type Report, tryBriefly } from '../best-effort.ts'
import { TokenItem, type TokenRecord } from './schema.ts'
import { isUseDue, useDueBefore } from './token.ts'

export type TokenItems = {
  readonly items: Items
  /** Partition key `tokenHash`. */
  readonly table: string
  readonly report: Report
}

/** How long recording a use may hold up a request. */
const TOUCH_MS = 150

export const recordOf = (item: unknown): TokenRecord => z.parse(TokenItem, item)

const byHash =
  ({ items, table }: TokenItems) =>
  async (tokenHash: string): Promise<TokenRecord | undefined> => {
    const item = await items.get(table, { tokenHash })
    return item === undefined ? undefined : recordOf(item)
  }

/** Sets one attribute of a living record: it can neither bring a record back nor touch a revocation. */
const useOf = (table: string, { tokenHash }: TokenRecord, at: Date): Change => ({
  table,
  key: { tokenHash },
  update: 'SET lastUsedAt = :at',
  condition:
    'attribute_exists(tokenHash) AND attribute_not_exists(revokedAt) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :due)',
  values: { ':at': at.toISOString(), ':due': useDueBefore(at) },
})

/** Notes that a token was used, when that is due. It never fails and never takes longer than 150 ms. */
const touch =
  ({ items, table, report }: TokenItems) =>
  async (record: TokenRecord, at: Date): Promise<void> => {
    if (!isUseDue(record, at)) return
    const write = (signal: AbortSignal) => items.update(useOf(table, record, at), signal)
    await tryBriefly(write, { event: 'token use not recorded', withinMs: TOUCH_MS, report })
  }

/** What becomes of a token that somebody presents: its record is read, and that it was used is noted. */
export const presentedTokens = (tokens: TokenItems) => ({ byHash: byHash(tokens), touch: touch(tokens) })
export type PresentedTokens = ReturnType<typeof presentedTokens>
