import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readLock } from '../../../infra/local/lock.ts'
import { aSnapshot } from '../../support/snapshot.ts'
import { aTemplateFolder, ECHO, type Given, temporaryFolder } from './deployment.ts'
import { running } from './running.ts'

/** Puts what it is sent into the bucket, and answers what lies there. */
const STORE = `exports.handler = async (event) => {
  const address = [process.env.AWS_ENDPOINT_URL_S3, process.env.POINTSMAN_INDEX_BUCKET, 'index/current.json'].join('/')
  if (event.body) await fetch(address, { method: 'PUT', body: event.body })
  const response = await fetch(address)
  return { statusCode: response.status, body: await response.text() }
}`

const GIVEN: Given = {
  functions: { Store: { code: STORE, variables: { POINTSMAN_INDEX_BUCKET: { Ref: 'IndexBucket' } } } },
  routes: { $default: 'Store' },
  buckets: ['IndexBucket'],
}

const put = (url: string, value: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

const stored = async (url: string) => {
  const response = await fetch(url)
  return response.status === 200 ? response.json() : response.status
}

const indexFile = (index: unknown): string => {
  const file = join(temporaryFolder(), 'index.json')
  writeFileSync(file, JSON.stringify(index))
  return file
}

const OLD = aSnapshot({ updatedAt: '2026-08-01T00:00:00.000Z', generatedBy: 'old' })
const NEW = aSnapshot({ updatedAt: '2026-08-02T00:00:00.000Z', generatedBy: 'new' })

test.each([
  ['an empty bucket is given the shipped index', undefined, OLD, OLD],
  ['a newer shipped index replaces an older one', OLD, NEW, NEW],
  ['a newer index in the bucket stays', NEW, OLD, NEW],
  ['an index of the same time stays', { ...OLD, generatedBy: 'refresh' }, OLD, { ...OLD, generatedBy: 'refresh' }],
  ['what is no index is replaced', { updatedAt: '2030-01-01T00:00:00.000Z' }, OLD, OLD],
])('%s', async (_rule, before, shipped, after) => {
  const dataFolder = temporaryFolder()
  if (before !== undefined) {
    const first = await running(GIVEN, { dataFolder })
    await put(first.url, before)
    await first.stop()
  }
  const service = await running(GIVEN, { dataFolder, indexFile: indexFile(shipped) })
  expect([after, { ...after, seal: expect.any(String) }]).toContainEqual(await stored(service.url))
  await service.stop()
})

test('a shipped index that is none stops the start, and leaves nothing behind', async () => {
  const dataFolder = temporaryFolder()
  const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
  await expect(running(GIVEN, { dataFolder, indexFile: indexFile({}) })).rejects.toThrow()
  expect(readLock(dataFolder)).toBeUndefined()
  await expect.poll(servers).toBe(0)
})

test('the lock tells the addresses while the service runs, and a second one on the same data is refused', async () => {
  const dataFolder = temporaryFolder()
  const service = await running(GIVEN, { dataFolder })
  const lock = readLock(dataFolder)
  expect(lock).toMatchObject({ pid: process.pid, baseUrl: service.url, parts: { s3: expect.any(String) } })
  expect((await fetch(lock?.parts?.s3 ?? '')).ok).toBe(true)
  await expect(running(GIVEN, { dataFolder })).rejects.toThrow(/already runs on the data .* at http:\/\/127\.0\.0\.1/)
  expect(await stored(service.url)).toBe(404)
  await service.stop()
  expect(readLock(dataFolder)).toBeUndefined()
  await expect(fetch(service.url)).rejects.toThrow()
  await expect(fetch(lock?.parts?.s3 ?? '')).rejects.toThrow()
})

test('a taken port is one clear sentence, and the data is free again', async () => {
  const [service, dataFolder] = [await running(GIVEN), temporaryFolder()]
  const port = Number(new URL(service.url).port)
  await expect(running(GIVEN, { port, dataFolder })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Set PORT to a free one, for instance PORT=${port + 1}.`,
  )
  expect(readLock(dataFolder)).toBeUndefined()
  await service.stop()
})

test('a host that is not here is one clear sentence', async () => {
  const start = running(GIVEN, { host: '192.0.2.1', baseUrl: 'http://192.0.2.1' })
  await expect(start).rejects.toThrow('HOST is 192.0.2.1, and that is no address of this machine.')
})

test('a base URL of its own is what functions and clients are told', async () => {
  const service = await running(
    { functions: { Echo: { code: ECHO } }, routes: { $default: 'Echo' } },
    { baseUrl: 'https://box.example' },
  )
  expect(service.url).toBe('https://box.example')
  await service.stop()
})

test('stopping waits for the answer that is on its way, and not for connections without a request', async () => {
  const SLOW = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 400, { done: true }))'
  const service = await running({ functions: { Slow: { code: SLOW } }, routes: { $default: 'Slow' } })
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(idle, 'connect')
  const answer = fetch(service.url)
  await new Promise((resolve) => setTimeout(resolve, 150))
  const before = performance.now()
  await service.stop()
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(await (await answer).json()).toEqual({ done: true })
})

const SERVICE = pathToFileURL(join(import.meta.dirname, '../../../infra/local/service.ts')).href

/** The service in a process of its own, which can be killed. */
const startProcess = async (dataFolder: string, templateFolder: string) => {
  const options = JSON.stringify({ host: '127.0.0.1', port: 0, dataFolder, templateFolder })
  const script = `
    const { startService } = await import(${JSON.stringify(SERVICE)})
    const { url } = await startService({ ...${options}, log: () => {} })
    console.log(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

test('data survives kill -9, and the lock that was left behind is recognised', async () => {
  const [dataFolder, templateFolder] = [temporaryFolder(), aTemplateFolder(GIVEN)]
  const { child, url } = await startProcess(dataFolder, templateFolder)
  await put(url, NEW)
  await expect(running(GIVEN, { dataFolder })).rejects.toThrow(`(process ${child.pid})`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readLock(dataFolder)?.pid).toBe(child.pid)

  const service = await running(GIVEN, { dataFolder })
  expect(await stored(service.url)).toEqual(NEW)
  await service.stop()
  rmSync(dataFolder, { recursive: true })
})
