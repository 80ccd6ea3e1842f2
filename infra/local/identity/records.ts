import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const Payload = z.record(z.string(), z.unknown())
type Payload = z.infer<typeof Payload>

/** By model and id, what oidc-provider stores and until when, in epoch milliseconds. */
const Stored = z.record(z.string(), z.object({ payload: Payload, until: z.nullable(z.number()) }))
type Stored = z.infer<typeof Stored>

/** What outlives the process; authorization codes and half-finished sign-ins do not, as they are worth minutes only. */
const KEPT: readonly string[] = ['Account', 'Grant', 'Session']

export type Records = {
  readonly put: (model: string, id: string, payload: Payload, seconds?: number) => void
  readonly get: (model: string, id: string) => Payload | undefined
  readonly find: (model: string, has: (payload: Payload) => boolean) => Payload | undefined
  readonly remove: (model: string, has: (payload: Payload, id: string) => boolean) => void
}

/** Whatever cannot be read counts as nothing: people then sign in once more. */
const read = (file: string): Stored => {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/** The file is whole at any moment, so that `kill -9` costs nobody a session. */
const write = (file: string, stored: Stored): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const keyOf = (model: string, id: string): string => `${model}:${id}`

export const openRecords = (file: string, now: () => number): Records => {
  const records = new Map(Object.entries(read(file)))
  const isOver = ({ until }: Stored[string]): boolean => until !== null && until <= now()

  const save = (model: string): void => {
    for (const [key, record] of records) if (isOver(record)) records.delete(key)
    if (!KEPT.includes(model)) return
    const kept = [...records].filter(([key]) => KEPT.includes(key.slice(0, key.indexOf(':'))))
    write(file, Object.fromEntries(kept))
  }
  const living = (model: string): (readonly [id: string, payload: Payload])[] =>
    [...records]
      .filter(([key, record]) => key.startsWith(`${model}:`) && !isOver(record))
      .map(([key, { payload }]) => [key.slice(model.length + 1), payload])

  return {
    put: (model, id, payload, seconds) => {
      records.set(keyOf(model, id), { payload, until: seconds === undefined ? null : now() + seconds * 1000 })
      save(model)
    },
    get: (model, id) => {
      const record = records.get(keyOf(model, id))
      return record === undefined || isOver(record) ? undefined : record.payload
    },
    find: (model, has) => living(model).find(([, payload]) => has(payload))?.[1],
    remove: (model, has) => {
      for (const [id, payload] of living(model)) if (has(payload, id)) records.delete(keyOf(model, id))
      save(model)
    },
  }
}

/** The form in which oidc-provider asks for its storage. */
export const adapterOf = (records: Records, now: () => number) => (model: string) => ({
  upsert: async (id: string, payload: Payload, seconds?: number) => records.put(model, id, payload, seconds),
  find: async (id: string) => records.get(model, id),
  findByUid: async (uid: string) => records.find(model, (payload) => payload.uid === uid),
  findByUserCode: async () => undefined,
  destroy: async (id: string) => records.remove(model, (_, of) => of === id),
  revokeByGrantId: async (grantId: string) => records.remove(model, (payload) => payload.grantId === grantId),
  consume: async (id: string) => {
    const payload = records.get(model, id)
    if (payload !== undefined) payload.consumed = Math.floor(now() / 1000)
  },
})
