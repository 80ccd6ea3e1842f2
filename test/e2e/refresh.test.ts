import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../infra/local/service.ts'
import { readDeployment } from '../../infra/local/template.ts'
import { feedsOf, GOODS, type Good, lastIndex } from '../support/market.ts'
import { hoursLater } from '../support/refreshing.ts'
import { playSources, type Sources } from '../support/sources.ts'
import { resourcesOf, synthesisFolder } from '../support/synthesis.ts'

const folder = mkdtempSync(join(tmpdir(), 'pointsman-refresh-'))
const [templateFolder, dataFolder] = [join(folder, 'template'), join(folder, 'data')]
const indexFile = join(folder, 'index.json')
const clockFile = join(folder, 'ahead')

const WINDOW_SECONDS = 60

const codeFolderOf = (group: string): string => {
  const found = resourcesOf('AWS::Lambda::Function').find(
    ([, { Description }]) => Description === `Pointsman: ${group}`,
  )
  const local = readDeployment(templateFolder).functions.find(({ id }) => id === found?.[0])
  if (local === undefined) throw new Error(`There is no function ${group}`)
  return local.codeFolder
}

/** The routing function as it is deployed, by a clock that the test moves: nobody shall wait for minutes. */
const deployUnderOurClock = (): void => {
  cpSync(synthesisFolder(), templateFolder, { recursive: true })
  const code = codeFolderOf('routing')
  renameSync(join(code, 'index.cjs'), join(code, 'bundle.cjs'))
  writeFileSync(
    join(code, 'index.cjs'),
    `const { readFileSync } = require('node:fs')
    const Real = Date
    const now = () => Real.now() + 1000 * Number(readFileSync(${JSON.stringify(clockFile)}, 'utf8'))
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)) }
      static now() { return now() }
    }
    module.exports = require('./bundle.cjs')`,
  )
}

type Ended = { readonly exit: number | null; readonly out: string }

/** `npm run refresh`, as a program of its own beside the service. */
const refreshWith = (environment: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['infra/local/refresh.ts'], {
      env: { PATH: process.env.PATH, POINTSMAN_DATA: dataFolder, ...environment },
    })
    let out = ''
    const add = (chunk: Buffer): void => {
      out += chunk.toString()
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('close', (exit) => resolve({ exit, out }))
  })

describe('A refresh beside the running service', () => {
  let service: Service
  let sources: Sources
  let aheadSeconds = 0
  beforeAll(async () => {
    deployUnderOurClock()
    writeFileSync(clockFile, '0')
    writeFileSync(indexFile, JSON.stringify(lastIndex(hoursLater(-1, new Date()).toISOString())))
    sources = await playSources(feedsOf())
    service = await startService({ host: '127.0.0.1', port: 0, dataFolder, templateFolder, indexFile, log: () => {} })
  })
  afterAll(async () => {
    await service.stop()
    await sources.close()
    rmSync(folder, { recursive: true })
  })

  const get = (path: string): Promise<Response> => fetch(service.url + path)
  const cheapest = async () => (await get('/api/cheapest/raw')).text()
  const changes = async () => Object(await (await get('/api/changes')).json()).changes
  /** Past the window a first request has the index looked after; those that follow soon have what was found. */
  const letTheWindowPass = async () => {
    aheadSeconds += WINDOW_SECONDS + 1
    writeFileSync(clockFile, String(aheadSeconds))
    for (const path of ['/api/cheapest', '/api/changes', '/api/changes.atom']) await get(path)
  }
  const sell = (goods: readonly Good[]) => {
    for (const [path, text] of Object.entries(feedsOf(goods))) sources.play(path, text)
  }
  const refresh = () => refreshWith(sources.environment)

  it('publishes once, and has nothing to do and nothing to transfer the second time', async () => {
    expect(await cheapest()).toBe('acme/mark-4')
    const first = await refresh()
    expect(first).toEqual({ exit: 0, out: expect.stringContaining('A new index is published. 12 models') })
    const before = sources.bytes()
    const second = await refresh()
    expect(second).toEqual({ exit: 0, out: expect.stringContaining('Nothing changed; the index stands as it was.') })
    expect(sources.bytes() - before).toBeLessThan(1_000)
  })

  it('brings a new price into the answers within the window, and into the changes with its cause', async () => {
    await letTheWindowPass()
    await expect.poll(cheapest).toBe('mark-4')
    sell(GOODS.map((good) => (good.id === 'mark-5' ? { ...good, price: 0.4 } : good)))
    expect((await refresh()).out).toContain('A new index is published.')
    await letTheWindowPass()
    await expect.poll(cheapest).toBe('mark-5')
    const change = {
      subject: '/api/cheapest',
      before: 'mark-4',
      after: 'mark-5',
      cause: expect.objectContaining({ figure: 'price', model: 'mark-5' }),
    }
    await expect.poll(changes).toContainEqual(expect.objectContaining(change))
    const feed = await get('/api/changes.atom')
    expect(feed.headers.get('content-type')).toContain('application/atom+xml')
    const [{ id }] = (await changes()).filter(({ subject }: { subject: string }) => subject === '/api/cheapest')
    await expect.poll(async () => (await get('/api/changes.atom')).text()).toContain(`<id>${id}</id>`)
  })

  it('that the guard refuses ends with 1, says why, and leaves every answer as it was', async () => {
    await letTheWindowPass()
    const before = await Promise.all(['/api/models', '/api/changes'].map(async (path) => (await get(path)).text()))
    sell(GOODS.map((good) => ({ ...good, price: good.price * 1_000 })))
    const { exit, out } = await refresh()
    expect([exit, out]).toEqual([1, expect.stringContaining('price-moved: ')])
    expect(out).toContain('The guard refused the new index; the last good one stands.')
    await letTheWindowPass()
    const after = await Promise.all(['/api/models', '/api/changes'].map(async (path) => (await get(path)).text()))
    expect(after).toEqual(before)
    expect(await cheapest()).toBe('mark-5')
  })

  it('that reaches nobody names each source, ends well, and leaves every answer as it was', async () => {
    const before = await (await get('/api/models')).text()
    await sources.close()
    const { exit, out } = await refresh()
    expect(exit).toBe(0)
    for (const id of ['openrouter', 'models-dev', 'genai-prices'])
      expect(out).toContain(`${id}: could not be read (ECONNREFUSED)`)
    expect(out).toContain('No source could be reached; the last good index stands.')
    await letTheWindowPass()
    expect(await (await get('/api/models')).text()).toBe(before)
  })
})
