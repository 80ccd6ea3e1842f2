import { describe, expect, it } from 'vitest'
import { isUnavailable } from '../../../shared/aws/faults.ts'
import { aToken, HOUR, later, MINUTE, NOW, SECOND } from '../../support/access.ts'
import { thrownBy } from '../../support/thrown.ts'
import { tokenWorld } from '../../support/token-world.ts'

const { reports, there, store, aUser, stored, itemOf } = tokenWorld()

describe('the record of a use', () => {
  it('is written when it is due and not again within a minute', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    await store().touch(record, later(HOUR))
    const used = { ...record, lastUsedAt: later(HOUR).toISOString() }
    expect(await store().byHash(record.tokenHash)).toEqual(used)
    expect(await there().faulty.callsDuring(() => store().touch(used, later(HOUR + MINUTE)))).toEqual([])
  })

  it('is written once where many come at the same time with an old record in hand', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    await store().touch(record, later(HOUR))
    await Promise.all([1, 2, 3].map((seconds) => store().touch(record, later(HOUR + seconds * SECOND))))
    expect((await store().byHash(record.tokenHash))?.lastUsedAt).toBe(later(HOUR).toISOString())
    expect(reports).toEqual([])
  })

  it('never brings a purged record back', async () => {
    const record = aToken({ userId: aUser() })
    await store().touch(record, NOW)
    expect(await itemOf(record)).toBeUndefined()
    expect(reports).toEqual([])
  })

  it('neither clears a revocation nor is later than it', async () => {
    const record = await stored(aToken({ userId: aUser() }))
    const revoked = await store().revoke(record.userId, record._id, later(HOUR))
    await store().touch(record, later(2 * HOUR))
    expect(await store().byHash(record.tokenHash)).toEqual(revoked)
  })

  it('racing a revocation leaves the token revoked, in 20 rounds', async () => {
    const race = async (): Promise<string | null | undefined> => {
      const record = await stored(aToken({ userId: aUser() }))
      await Promise.all([
        store().touch(record, later(HOUR)),
        store().revoke(record.userId, record._id, later(HOUR)),
        store().touch(record, later(HOUR + 2 * MINUTE)),
      ])
      return (await store().byHash(record.tokenHash))?.revokedAt
    }
    const ends = await Promise.all(Array.from({ length: 20 }, race))
    expect(new Set(ends)).toEqual(new Set([later(HOUR).toISOString()]))
  })

  it.each([['throttled'], ['failing'], ['cut'], ['hanging'], [{ slowMs: 2000 }]] as const)(
    'fails in silence within 150 ms when the table is %o, and the log says so',
    async (fault) => {
      const record = await stored(aToken({ userId: aUser() }))
      there().faulty.failing('UpdateItem', fault)
      const started = performance.now()
      await store().touch(record, later(HOUR))
      expect(performance.now() - started).toBeLessThan(1000)
      expect(reports).toEqual([{ event: 'token use not recorded', error: expect.any(String) }])
      expect(JSON.stringify(reports)).not.toContain(record.tokenHash)
    },
  )
})

describe('when the table is in trouble', () => {
  it.each(['throttled', 'failing', 'cut', 'answer-lost'] as const)(
    'a read that is %s once succeeds all the same',
    async (fault) => {
      const record = await stored(aToken({ userId: aUser() }))
      there().faulty.failingOnce('GetItem', fault)
      expect(await store().byHash(record.tokenHash)).toEqual(record)
    },
  )

  it.each([['throttled'], ['failing'], ['cut'], ['hanging'], [{ slowMs: 3000 }]] as const)(
    'a read that stays %o is tried 3 times and then unavailable, never unknown',
    async (fault) => {
      const record = await stored(aToken({ userId: aUser() }))
      there().faulty.failing('GetItem', fault)
      const started = performance.now()
      const calls = await there().faulty.callsDuring(async () => {
        expect(isUnavailable(await thrownBy(store().byHash(record.tokenHash)))).toBe(true)
      })
      expect(calls).toEqual(['GetItem', 'GetItem', 'GetItem'])
      expect(performance.now() - started).toBeLessThan(6000)
    },
  )

  it.each([['PutItem'], ['Query'], ['GetItem'], ['UpdateItem'], ['BatchGetItem']])(
    'a failing %s makes neither list nor creation nor revocation pretend',
    async (operation) => {
      const record = await stored(aToken({ userId: aUser() }))
      there().faulty.failing(operation, 'failing')
      const works: Record<string, () => Promise<unknown>> = {
        PutItem: () => store().create(aToken({ userId: aUser() })),
        Query: () => store().ofUser(record.userId),
        BatchGetItem: () => store().ofUser(record.userId),
        GetItem: () => store().revoke(record.userId, record._id, later(HOUR)),
        UpdateItem: () => store().revoke(record.userId, record._id, later(HOUR)),
      }
      expect(isUnavailable(await thrownBy(works[operation]?.() ?? Promise.resolve()))).toBe(true)
    },
  )
})
