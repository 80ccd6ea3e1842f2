import { setTimeout as sleep } from 'node:timers/promises'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { isUnavailable } from '../../../shared/aws/faults.ts'
import type { TokenRecord } from '../../../shared/tokens/schema.ts'
import { tokenStore } from '../../../shared/tokens/store.ts'
import { newTokenId } from '../../../shared/tokens/token-id.ts'
import { aMintedToken, aToken, DAY, fixedRandom, HOUR, later, MINUTE, NOW, SECOND } from '../../support/access.ts'
import { clientFor } from '../../support/dynamodb.ts'
import { thrownBy } from '../../support/thrown.ts'
import { tokenWorld } from '../../support/token-world.ts'

const { parts, slept, there, store, aUser, stored, items, itemOf } = tokenWorld()

describe('a stored token', () => {
  it('is found again by its hash, whole, in one read', async () => {
    const record = await stored(aToken({ userId: aUser(), lastUsedAt: NOW.toISOString() }))
    expect(await store().byHash(record.tokenHash)).toEqual(record)
    expect(await there().faulty.callsDuring(() => store().byHash(record.tokenHash))).toEqual(['GetItem'])
  })

  it('holds in its table what it needs and nothing of the raw token', async () => {
    const { raw, record } = aMintedToken({ userId: aUser() })
    await store().create(record)
    const { lastUsedAt, revokedAt, ...rest } = record
    const purgeAt = later(490 * DAY).getTime() / 1000
    expect(await itemOf(record)).toEqual({ ...rest, purgeAt })
    expect(JSON.stringify(await items())).not.toContain(raw.slice(13, -4))
  })

  it('has no time of purging where it never expires', async () => {
    const record = await stored(aToken({ userId: aUser(), expiresAt: null }))
    expect(await itemOf(record)).not.toHaveProperty('purgeAt')
    expect(await store().byHash(record.tokenHash)).toEqual(record)
  })

  it('is not replaced by another under the same hash', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    const other = { ...record, _id: newTokenId(NOW, fixedRandom('other')), name: 'other' }
    expect(await thrownBy(store().create(other))).toMatchObject({ name: 'ConditionalCheckFailedException' })
    expect(await store().byHash(record.tokenHash)).toEqual(record)
  })

  it('is stored once where the first answer was lost on the way', async () => {
    const record = aToken({ userId: aUser() })
    there().faulty.failingOnce('PutItem', 'answer-lost')
    expect(await there().faulty.callsDuring(() => store().create(record))).toEqual(['PutItem', 'PutItem'])
    expect(await store().ofUser(record.userId)).toEqual([record])
  })

  it('is not taken for a token where its item is broken', async () => {
    const record = aToken({ userId: aUser() })
    await there().plain.send(
      new PutCommand({ TableName: 'tokens', Item: { tokenHash: record.tokenHash, userId: 'x' } }),
    )
    const error = await thrownBy(store().byHash(record.tokenHash))
    expect(error).toBeInstanceOf(Error)
    expect(isUnavailable(error)).toBe(false)
  })
})

describe('the list of a person', () => {
  it('is empty without a token', async () => {
    expect(await store().ofUser(aUser())).toEqual([])
  })

  it('is newest first, with revoked and expired ones, and with nobody else’s', async () => {
    const userId = aUser()
    const times = [later(-3 * HOUR), later(-HOUR), later(-2 * HOUR)]
    const [oldest, newest, middle] = await Promise.all(
      times.map((now) =>
        stored(aMintedToken({ userId, ...(now < later(-2 * HOUR) && { expiresAt: NOW.toISOString() }) }, now).record),
      ),
    )
    await stored(aToken({ userId: aUser() }))
    const revoked = await store().revoke(userId, middle?._id ?? '', NOW)
    expect(await store().ofUser(userId)).toEqual([newest, revoked, oldest])
  })

  it('holds all of many tokens, over several pages and batches, and in spite of keys left unprocessed', async () => {
    const userId = aUser()
    const records = Array.from({ length: 230 }, (_, minute) => aMintedToken({ userId }, later(minute * MINUTE)).record)
    for (let from = 0; from < records.length; from += 46) {
      await Promise.all(records.slice(from, from + 46).map(stored))
    }
    Object.assign(there().faulty.trouble, { batchLimit: 40, pageLimit: 100 })
    const newestFirst = records.toReversed()
    const calls = await there().faulty.callsDuring(async () =>
      expect(await store().ofUser(userId)).toEqual(newestFirst),
    )
    expect(calls.filter((call) => call === 'Query')).toHaveLength(3)
    expect(calls.filter((call) => call === 'BatchGetItem')).toHaveLength(3 + 3 + 1)
    expect(slept).toEqual([50, 100, 50, 100])
  })

  it('is refused, and not cut short, where keys stay unprocessed', async () => {
    const userId = aUser()
    await stored(aToken({ userId }))
    there().faulty.trouble.batchLimit = 0
    expect(isUnavailable(await thrownBy(store().ofUser(userId)))).toBe(true)
  })
})

describe('a revocation', () => {
  it('is set once, kept when repeated, and moves the time of purging to 400 days after it', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    const revoked = { ...record, revokedAt: later(DAY).toISOString() }
    expect(await store().revoke(record.userId, record._id, later(DAY))).toEqual(revoked)
    expect(await store().revoke(record.userId, record._id, later(2 * DAY))).toEqual(revoked)
    expect(await store().byHash(record.tokenHash)).toEqual(revoked)
    expect(await itemOf(record)).toMatchObject({ purgeAt: later(401 * DAY).getTime() / 1000 })
  })

  it('of an expired token is set too, and the record still goes 400 days after it expired', async () => {
    const record = await stored(aToken({ userId: aUser(), expiresAt: later(DAY).toISOString() }))
    const revoked = await store().revoke(record.userId, record._id, later(9 * DAY))
    expect(revoked?.revokedAt).toBe(later(9 * DAY).toISOString())
    expect(await itemOf(record)).toMatchObject({ purgeAt: later(401 * DAY).getTime() / 1000 })
  })

  it('by several at once answers all of them with one and the same time', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    const answers = await Promise.all([1, 2, 3, 4, 5].map((ms) => store().revoke(record.userId, record._id, later(ms))))
    expect(new Set(answers.map((answer) => answer?.revokedAt)).size).toBe(1)
  })

  it('of another user’s token finds nothing and changes nothing', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    expect(await store().revoke(aUser(), record._id, later(HOUR))).toBeUndefined()
    expect(await store().byHash(record.tokenHash)).toEqual(record)
  })

  it.each(['', 'tok_', '../x', `tok_${'z'.repeat(26)}`, 'a'.repeat(100_000)])(
    'of a malformed id finds nothing, without a read (%#)',
    async (id) => {
      expect(
        await there().faulty.callsDuring(async () => expect(await store().revoke('ann', id, NOW)).toBeUndefined()),
      ).toEqual([])
    },
  )

  it('of an unknown id finds nothing, at once where the id is old', async () => {
    const id = newTokenId(later(-10 * SECOND), fixedRandom('unknown'))
    expect(await store().revoke(aUser(), id, NOW)).toBeUndefined()
    expect(slept).toEqual([])
  })

  it('of an unknown id that claims to come from the future finds nothing, at once', async () => {
    const id = newTokenId(later(10 * SECOND), fixedRandom('future'))
    expect(await store().revoke(aUser(), id, NOW)).toBeUndefined()
    expect(slept).toEqual([])
  })

  it('of an unknown fresh id waits 3 seconds for the index and no longer', async () => {
    const id = newTokenId(NOW, fixedRandom('fresh'))
    const impatient = tokenStore({
      ...parts,
      db: there().db,
      items: there().items,
      sleep: async (ms) => slept.push(ms),
    })
    expect(await impatient.revoke(aUser(), id, later(9_999))).toBeUndefined()
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(3000)
  })
})

describe('a revocation by an index that names what is no longer so', () => {
  const record = aToken()
  const refusal = new ConditionalCheckFailedException({ message: '', $metadata: {} })

  const revokeWith = (found: object | undefined, update: Error | object) => {
    const db = clientFor('http://127.0.0.1:9')
    const mock = mockClient(db)
    mock.on(QueryCommand).resolves({ Items: [{ tokenHash: record.tokenHash }] })
    if (update instanceof Error) mock.on(UpdateCommand).rejects(update)
    else mock.on(UpdateCommand).resolves(update)
    return tokenStore({ ...parts, db, items: { get: async () => found, update: async () => true } }).revoke(
      'ann',
      record._id,
      later(HOUR),
    )
  }

  it.each<[string, object | undefined, Error | object]>([
    ['a purged record', undefined, refusal],
    ['a record that is purged before the write', record, refusal],
    ['a record of somebody else', { ...record, userId: 'bob' }, { Attributes: { ...record, userId: 'bob' } }],
  ])('finds nothing: %s', async (_, found, update) => {
    expect(await revokeWith(found, update)).toBeUndefined()
  })
})

describe('with an index that lags by 2 seconds', () => {
  const rounds = Array.from({ length: 20 }, (_, round) => round)

  it('a token is revoked right after it was made, in 20 rounds at once', async () => {
    there().faulty.trouble.indexLagMs = 2000
    const revokeAtOnce = async (): Promise<void> => {
      const { record } = aMintedToken({ userId: aUser() }, new Date())
      await store().create(record)
      const hidden = await store().ofUser(record.userId)
      const revoked = await store().revoke(record.userId, record._id, new Date())
      expect([hidden, revoked?.revokedAt]).toEqual([[], expect.any(String)])
      expect(await store().byHash(record.tokenHash)).toEqual(revoked)
      expect(await store().ofUser(record.userId)).toEqual([revoked])
    }
    await Promise.all(rounds.map(revokeAtOnce))
    expect(slept.length).toBeGreaterThanOrEqual(20)
  })

  it('a list that follows a revocation always shows it, in 20 rounds at once', async () => {
    there().faulty.trouble.indexLagMs = 2000
    const records = await Promise.all(rounds.map(() => stored(aMintedToken({ userId: aUser() }, new Date()).record)))
    await sleep(2100)
    const revokeAndList = async ({ userId, _id }: TokenRecord): Promise<void> => {
      const revoked = await store().revoke(userId, _id, new Date())
      expect(revoked?.revokedAt).toEqual(expect.any(String))
      expect(await store().ofUser(userId)).toEqual([revoked])
    }
    await Promise.all(records.map(revokeAndList))
  })
})
