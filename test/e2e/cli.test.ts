import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../infra/local/service.ts'
import { complaintsOf, seriousFindings, startedBrowser } from '../support/browser.ts'
import { synthesisFolder } from '../support/synthesis.ts'

const browser = await startedBrowser()
const folder = mkdtempSync(join(tmpdir(), 'pointsman-cli-'))
const credentials = join(folder, 'config', 'pointsman', 'credentials')

let service: Service

type Running = { readonly child: ChildProcess; readonly printed: () => string; readonly ended: Promise<Ended> }
type Ended = { readonly exit: number | null; readonly out: string; readonly err: string }

/** Starts the command line as a program of its own, in a config folder of this test. */
const start = (...args: readonly string[]): Running => {
  const child = spawn(process.execPath, ['shared/client/bin.ts', ...args], {
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: join(folder, 'config'), POINTSMAN_BASE_URL: service.url },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (exit) => resolve({ exit, out, err }))
  })
  return { child, printed: () => out + err, ended }
}

const pointsman = (...args: readonly string[]): Promise<Ended> => start(...args).ended

const stored = (): readonly string[] => {
  try {
    return readdirSync(credentials).map((name) => readFileSync(join(credentials, name), 'utf8'))
  } catch {
    return []
  }
}

beforeAll(async () => {
  service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataFolder: join(folder, 'data'),
    templateFolder: synthesisFolder(),
    indexFile: 'functions/routing/default-index.json',
    log: () => {},
  })
})
afterAll(async () => {
  await browser?.close()
  await service.stop()
  rmSync(folder, { recursive: true })
})

describe('The command line, against the whole service', () => {
  it('answers what the service answers', async () => {
    const { exit, out, err } = await pointsman('route', '--task', 'reasoning', '--regions', 'eu', '--json')
    const asked = await fetch(`${service.url}/api/route?task=reasoning&regions=eu`)
    expect([exit, err, JSON.parse(out)]).toEqual([0, '', await asked.json()])
  })

  it.each(['route', 'cheapest', 'fastest', 'smartest', 'best-value'])(
    'prints the id of %s for scripts',
    async (name) => {
      const id = await (await fetch(`${service.url}/api/${name}/raw`)).text()
      expect(await pointsman(name, '--raw')).toEqual({ exit: 0, out: `${id}\n`, err: '' })
    },
  )

  it('shows the index, and says with exit code 1 when nothing fits', async () => {
    expect((await pointsman('models', '--limit', '3')).out.split('\n').length).toBe(5)
    const { exit, out, err } = await pointsman('cheapest', '--providers', 'nobody')
    expect([exit, out, err]).toEqual([1, '', expect.stringContaining('providers=nobody')])
  })

  it('ends quietly when nobody reads on', async () => {
    const { child, ended } = start('models', '--json')
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ exit: 0, err: '' })
  })

  it('refuses a token of another server, and stores nothing', async () => {
    const { child, ended } = start('login', '--with-token')
    child.stdin?.end(`svc_live_${'x'.repeat(49)}\n`)
    expect(await ended).toMatchObject({ exit: 3, out: '' })
    expect(stored()).toEqual([])
  })
})

describe.skipIf(browser === undefined)('Signing in, in a browser', () => {
  let page: Page
  let complaints: readonly string[]

  beforeEach(async () => {
    if (browser === undefined) throw new Error('There is no browser')
    page = await (await browser.newContext()).newPage()
    complaints = complaintsOf(page)
  })
  afterEach(() => page.context().close())

  const approvalPage = async ({ printed }: Running): Promise<string> => {
    await expect.poll(printed, { timeout: 10_000 }).toContain('Waiting for up to 120 seconds')
    return /http\S+\/settings\/api-tokens\/cli\S+/.exec(printed())?.[0] ?? ''
  }

  const decide = async (running: Running, decision: 'Approve' | 'Deny'): Promise<Ended> => {
    await page.goto(await approvalPage(running))
    await page.getByLabel('E-mail').fill('ann@example.org')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: decision }).click()
    await page.waitForURL(/\/result$/)
    return running.ended
  }

  it('goes from nothing to a token, a snapshot and back, and no output or history holds the token', async () => {
    expect(await pointsman('snapshot', 'bug-autofix')).toMatchObject({ exit: 3, out: '' })

    const login = await decide(start('login', '--no-browser'), 'Approve')
    expect(login).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^Signed in to http:\S+ as ws_\w+ until \S+\.\n$/),
    })
    expect(await page.getByRole('heading').textContent()).toBe('Signed in')
    expect(await seriousFindings(page)).toEqual([])
    const [kept = ''] = stored()
    const { token } = JSON.parse(kept)
    expect(token).toMatch(/^svc_live_[0-9A-Za-z]{49}$/)

    const whoami = await pointsman('whoami')
    expect(whoami).toMatchObject({ exit: 0, err: '', out: expect.stringMatching(/workspace {2}ws_\w+\n.*in 90 days/s) })
    const file = join(folder, 'snapshot.json')
    const written = await pointsman('snapshot', 'bug-autofix', '-o', file)
    const shown = await pointsman('snapshot', 'bug-autofix')
    expect([written.exit, shown.exit]).toEqual([0, 0])
    expect(JSON.parse(shown.out)).toMatchObject({ loopId: 'bug-autofix', status: 'empty' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ loopId: 'bug-autofix' })

    // Nothing is sent to another address, even of the same computer.
    const elsewhere = await pointsman('whoami', '--base-url', service.url.replace('127.0.0.1', 'localhost'))
    expect(elsewhere.exit).toBe(3)

    const logout = await pointsman('logout')
    expect([logout.exit, stored()]).toEqual([0, []])
    expect(logout.out).toContain(`${service.url}/settings/api-tokens`)
    const printed = [login, whoami, written, shown, elsewhere, logout].map(({ out, err }) => out + err).join('\n')
    expect(printed).not.toContain(token)

    await page.goBack()
    expect(page.url()).not.toContain('token=')
    expect(complaints).toEqual([])
  })

  it('stores nothing when the person denies', async () => {
    const denied = await decide(start('login', '--no-browser'), 'Deny')
    expect(denied).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('denied in the browser') })
    expect([await page.getByRole('heading').textContent(), stored()]).toEqual(['Denied', []])
  })

  it('refuses the answer of a service that knows itself by another address', async () => {
    const running = start('login', '--no-browser', '--base-url', service.url.replace('127.0.0.1', 'localhost'))
    const ended = await decide(running, 'Approve')
    expect(ended).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('another address') })
    expect([await page.getByRole('heading').textContent(), stored()]).toEqual(['Not signed in', []])
  })
})
