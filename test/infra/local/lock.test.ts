import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHeld, type Lock, readLock, takeLock } from '../../../infra/local/lock.ts'
import { temporaryFolder } from './deployment.ts'

const NOW = new Date('2026-08-07T01:37:53.000Z')
const server = createServer()
let listening: Lock['listensAt']
let deadPid: number

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  listening = { host: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 0 }
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  deadPid = child.pid ?? 0
})
afterAll(() => {
  server.close()
})

const aLock = (overrides: Partial<Lock> = {}): Lock => ({
  id: 'other',
  pid: process.pid,
  startedAt: NOW.toISOString(),
  baseUrl: 'http://127.0.0.1:3000',
  listensAt: listening,
  parts: { s3: 'http://127.0.0.1:4000' },
  ...overrides,
})

/** Nothing listens on the discard port. */
const SILENT = { host: '127.0.0.1', port: 9 }

test.each([
  ['its process lives and answers', () => aLock(), true],
  ['its process is dead', () => aLock({ pid: deadPid }), false],
  ['its process lives, but is another program by now', () => aLock({ listensAt: SILENT }), false],
  ['its process is just starting', () => aLock({ listensAt: undefined }), true],
  [
    'its process began to start long ago',
    () => aLock({ listensAt: undefined, startedAt: '2026-08-07T01:36:00.000Z' }),
    false,
  ],
  [
    'it listens on every address of the machine',
    () => aLock({ listensAt: { host: '0.0.0.0', port: listening?.port ?? 0 } }),
    true,
  ],
])('when %s, a lock is held or not', async (_when, lock, held) => {
  expect(await isHeld(lock(), NOW.getTime())).toBe(held)
})

const lockedWith = (content: string): string => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lock.json'), content)
  return folder
}

test('a folder in use is refused in words that help', async () => {
  const folder = lockedWith(JSON.stringify(aLock()))
  await expect(takeLock(folder, NOW)).rejects.toThrow(
    `Pointsman already runs on the data in ${folder}, at http://127.0.0.1:3000 (process ${process.pid}). ` +
      'Stop it first, or set POINTSMAN_DATA to another folder.',
  )
  expect(readLock(folder)).toEqual(aLock())
})

test.each([
  ['a stale lock', () => JSON.stringify(aLock({ pid: deadPid }))],
  ['half a lock', () => '{"id":"oth'],
  ['an empty file', () => ''],
  ['a lock of some other program', () => '{"pid":1}'],
])('%s is taken over', async (_what, content) => {
  const folder = lockedWith(content())
  const lock = await takeLock(folder, NOW)
  expect(readLock(folder)).toEqual({ id: expect.any(String), pid: process.pid, startedAt: NOW.toISOString() })
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a file in place of the data folder is refused in words that help', async () => {
  const file = join(temporaryFolder(), 'not-a-folder')
  writeFileSync(file, '')
  await expect(takeLock(file, new Date())).rejects.toThrow(/cannot be the data folder \(EEXIST\)\. Set POINTSMAN_DATA/)
})

test('a lock tells where the service is, and goes when it is released', async () => {
  const folder = join(temporaryFolder(), 'not', 'there', 'yet')
  const lock = await takeLock(folder, NOW)
  const { baseUrl, listensAt, parts } = aLock()
  lock.announce({ baseUrl, listensAt, parts })
  expect(readLock(folder)).toMatchObject({ pid: process.pid, baseUrl, listensAt, parts })
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a successor stays', async () => {
  const folder = temporaryFolder()
  const lock = await takeLock(folder, NOW)
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(aLock()))
  lock.release()
  expect(readLock(folder)).toEqual(aLock())
})

test('of many that start at once, one gets the folder', async () => {
  const folder = temporaryFolder()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(folder, NOW)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
