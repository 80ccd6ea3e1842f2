import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartRefusal } from './refusal.ts'

/** Where a running service is found; all but the process are unknown until everything has started. */
const Lock = z.object({
  id: z.string(),
  pid: z.int().check(z.positive()),
  startedAt: z.iso.datetime(),
  baseUrl: z.optional(z.string()),
  listensAt: z.optional(z.object({ host: z.string(), port: z.int() })),
  parts: z.optional(z.record(z.string(), z.string())),
})
export type Lock = z.infer<typeof Lock>

type Addresses = Pick<Lock, 'baseUrl' | 'listensAt' | 'parts'>

export type HeldLock = {
  /** Tells others where the service is. */
  readonly announce: (addresses: Addresses) => void
  readonly release: () => void
}

/** A start that takes longer has hung, or its process number has passed on to another program. */
const START_MS = 60_000
const CONNECT_MS = 2_000

const fileIn = (folder: string): string => join(folder, 'lock.json')

/** The lock of a data folder; `undefined` when there is none, or nothing that could be read as one. */
export const readLock = (folder: string): Lock | undefined => {
  try {
    return Lock.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data
  } catch {
    return undefined
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else is alive all the same.
    return codeOf(error) === 'EPERM'
  }
}

/** A connection that fails at once proves that nobody listens; silence is no proof, a slow machine is silent too. */
const isListening = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: host === '0.0.0.0' ? '127.0.0.1' : host, port, timeout: CONNECT_MS })
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => settle(true))
    socket.on('timeout', () => settle(true))
    socket.on('error', () => settle(false))
  })

/** Whether the holder of a lock still runs: its process lives, and answers where it said that it would. */
export const isHeld = async ({ pid, startedAt, listensAt }: Lock, now: number): Promise<boolean> => {
  if (!isProcessAlive(pid)) return false
  if (listensAt === undefined) return now - Date.parse(startedAt) < START_MS
  return isListening(listensAt.host, listensAt.port)
}

const refusalOf = (folder: string, { pid, baseUrl }: Lock): StartRefusal =>
  new StartRefusal(
    `Pointsman already runs on the data in ${folder}${baseUrl === undefined ? '' : `, at ${baseUrl}`} (process ${pid}). ` +
      'Stop it first, or set POINTSMAN_DATA to another folder.',
  )

/** Throws a `StartRefusal` while another process uses the folder. */
export const refuseIfHeld = async (folder: string, now: Date): Promise<void> => {
  const lock = readLock(folder)
  if (lock !== undefined && (await isHeld(lock, now.getTime()))) throw refusalOf(folder, lock)
}

/** A whole lock appears under its name at once, or not at all. */
const place = (folder: string, lock: Lock): boolean => {
  const draft = `${fileIn(folder)}.${lock.id}`
  writeFileSync(draft, JSON.stringify(lock))
  try {
    linkSync(draft, fileIn(folder))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes a dead lock away, unless another process did so first and has locked the folder since. */
const removeStale = (folder: string, stale: Lock | undefined): void => {
  if (readLock(folder)?.id === stale?.id) rmSync(fileIn(folder), { force: true })
}

const heldLock = (folder: string, lock: Lock): HeldLock => ({
  announce: (addresses) => {
    const draft = `${fileIn(folder)}.${lock.id}`
    writeFileSync(draft, JSON.stringify({ ...lock, ...addresses }, undefined, 2))
    renameSync(draft, fileIn(folder))
  },
  release: () => {
    if (readLock(folder)?.id === lock.id) rmSync(fileIn(folder), { force: true })
  },
})

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartRefusal(`${folder} cannot be the data folder (${why}). Set POINTSMAN_DATA to one that can be made.`)
  }
}

/** Makes a data folder ours; throws a `StartRefusal` while another process uses it. */
export const takeLock = async (folder: string, now: Date): Promise<HeldLock> => {
  makeFolder(folder)
  const lock: Lock = { id: randomUUID(), pid: process.pid, startedAt: now.toISOString() }
  for (let tries = 0; tries < 3; tries++) {
    if (place(folder, lock)) return heldLock(folder, lock)
    const stale = readLock(folder)
    await refuseIfHeld(folder, now)
    removeStale(folder, stale)
  }
  throw new StartRefusal(`The lock ${fileIn(folder)} cannot be taken; another process is starting.`)
}
