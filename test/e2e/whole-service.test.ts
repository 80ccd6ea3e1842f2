import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLock } from '../../infra/local/lock.ts'
import { type Service, startService } from '../../infra/local/service.ts'
import { documentClient } from '../../shared/aws/document-client.ts'
import { complaintsOf, seriousFindings, startedBrowser } from '../support/browser.ts'
import { callbackListener, LISTENING_AT } from '../support/callback-listener.ts'
import { resourcesOf, synthesisFolder } from '../support/synthesis.ts'

const browser = await startedBrowser()
const dataFolder = mkdtempSync(join(tmpdir(), 'pointsman-whole-'))
const logged: string[] = []
const secrets = new Set<string>()

let service: Service
let context: BrowserContext
let page: Page
let complaints: readonly string[]

const start = (port: number): Promise<Service> =>
  startService({
    host: '127.0.0.1',
    port,
    dataFolder,
    templateFolder: synthesisFolder(),
    indexFile: 'functions/routing/default-index.json',
    log: (lines) => logged.push(lines),
  })

const snapshotWith = (token: string): Promise<Response> =>
  fetch(`${service.url}/v1/loops/bug-autofix/connector-snapshot`, { headers: { authorization: `Bearer ${token}` } })

const signIn = async (email: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Every secret that passes through the browser's addresses and cookies. */
const rememberSecrets = (): void => {
  page.on('request', (request) => {
    for (const name of ['code', 'token', 'state']) {
      const value = new URL(request.url()).searchParams.get(name)
      if (value !== null) secrets.add(value)
    }
  })
}

beforeAll(async () => {
  service = await start(0)
})
afterAll(async () => {
  await browser?.close()
  await service.stop()
  rmSync(dataFolder, { recursive: true })
})

describe.skipIf(browser === undefined)('The whole service, in a browser', () => {
  beforeEach(async () => {
    if (browser === undefined) throw new Error('There is no browser')
    context = await browser.newContext()
    page = await context.newPage()
    complaints = complaintsOf(page)
    rememberSecrets()
  })
  afterEach(async () => {
    for (const { value } of await context.cookies(service.url)) secrets.add(value)
    await context.close()
  })

  it('takes a person from signing in to a token that works, and to its end', async () => {
    await page.goto(`${service.url}/settings/api-tokens`)
    expect(await seriousFindings(page)).toEqual([])
    await signIn('ann@example.org')
    await page.waitForURL(`${service.url}/settings/api-tokens`)
    await expect.poll(() => page.getByText('ann@example.org').count()).toBeGreaterThan(0)

    await page.getByLabel('Name').fill('laptop')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/svc_live_[0-9A-Za-z]{49}/).waitFor()
    const [token = ''] = /svc_live_[0-9A-Za-z]{49}/.exec((await page.locator('main').textContent()) ?? '') ?? []
    secrets.add(token)
    expect(await seriousFindings(page)).toEqual([])

    const before = await snapshotWith(token)
    expect([before.status, await before.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'empty', loopId: 'bug-autofix' }),
    ])

    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^(Revoke|Yes)/ })
      .last()
      .click()
    await page.getByText('revoked', { exact: true }).waitFor()
    const after = await snapshotWith(token)
    expect([after.status, after.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="api", error="invalid_token"',
    ])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${service.url}/`)
    expect(await (await context.request.get(`${service.url}/auth/session`)).json()).toEqual({ signedIn: false })
    expect(complaints).toEqual([])
  })

  it.each(LISTENING_AT)('approves a client on %s for a person who first has to sign in', async (host, address) => {
    const client = await callbackListener({ host, address })
    await page.goto(client.pageAt(service.url))
    await signIn('bob@example.org')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => client.callbacks.length).toBe(1)
    const [callback = []] = client.callbacks
    const given = new Map(callback)
    expect(callback.map(([name]) => name)).toEqual(['token', 'state', 'workspace', 'api_url', 'expires_at'])
    expect([given.get('state'), given.get('api_url')]).toEqual([client.state, service.url])
    secrets.add(given.get('token') ?? '')
    expect((await snapshotWith(given.get('token') ?? '')).status).toBe(200)
    expect(complaints).toEqual([])
    await client.close()
  })

  it('keeps sessions and tokens over a restart', async () => {
    const client = await callbackListener({ host: '127.0.0.1', address: '127.0.0.1' })
    await page.goto(client.pageAt(service.url))
    await signIn('cleo@example.org')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => client.callbacks.length).toBe(1)
    const token = new Map(client.callbacks[0]).get('token') ?? ''
    const { port } = new URL(service.url)
    await service.stop()
    service = await start(Number(port))
    expect((await snapshotWith(token)).status).toBe(200)
    await page.goto(`${service.url}/settings/api-tokens`)
    await expect.poll(() => page.getByText('loop-runner').count()).toBeGreaterThan(0)
    await client.close()
  })

  it('holds no raw token, session id, authorization code or state in its tables and logs', async () => {
    const tables = resourcesOf('AWS::DynamoDB::GlobalTable').map(([id]) => id)
    const db = documentClient({
      endpoint: readLock(dataFolder)?.parts?.dynamodb ?? '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    })
    const kept: string[] = []
    for (const table of tables) kept.push(JSON.stringify((await db.send(new ScanCommand({ TableName: table }))).Items))
    db.destroy()
    const told = [...kept, ...logged].join('\n')
    const leaks = (text: string) => [...secrets].filter((secret) => secret.length > 8 && text.includes(secret))

    expect(kept.join()).toContain('svc_live_')
    expect(secrets.size).toBeGreaterThan(10)
    expect(leaks(told)).toEqual([])
    const [planted = ''] = secrets
    expect(leaks(`${told} ${planted}`)).toEqual([planted])
  })
})
