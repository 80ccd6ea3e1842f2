import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLock } from '../../infra/local/lock.ts'
import { type Service, startService } from '../../infra/local/service.ts'
import { synthesisFolder } from '../support/synthesis.ts'
import { aVisitor, signInAs, type Visitor } from '../support/visitor.ts'

const root = join(import.meta.dirname, '..', '..')
const INDEX_FILE = join(root, 'functions', 'routing', 'default-index.json')
const dataFolder = mkdtempSync(join(tmpdir(), 'pointsman-e2e-'))
const logged: string[] = []

const options = (port: number) => ({
  host: '127.0.0.1',
  port,
  dataFolder,
  templateFolder: synthesisFolder(),
  indexFile: INDEX_FILE,
})

let service: Service
let port = 0
const startHere = async (): Promise<void> => {
  service = await startService({ ...options(port), log: (lines) => logged.push(lines) })
  port = Number(new URL(service.url).port)
}
beforeAll(startHere)
afterAll(async () => {
  await service.stop()
  rmSync(dataFolder, { recursive: true })
})

const sessionOf = async (visitor: Visitor): Promise<unknown> =>
  (await visitor.get(`${service.url}/auth/session`)).json()
const signInOrigin = (): string => readLock(dataFolder)?.parts?.identity ?? ''

describe('Signing in on this machine', () => {
  const ann = aVisitor()

  it('leads from a page of the service to a form with one field, and back', async () => {
    const form = await ann.open(`${service.url}/auth/sign-in?return_to=%2F`)
    expect([form.status, new URL(form.url).origin]).toEqual([200, signInOrigin()])
    const page = await form.text()
    expect(page.match(/<input /g)).toHaveLength(1)
    expect(page).toContain('local stand-in')
    expect(page).not.toContain('<script')

    const back = await ann.follow(await ann.post(form.url, { email: ' Ann@Example.org ' }))
    expect([back.status, back.url]).toEqual([200, `${service.url}/`])
    expect(await sessionOf(ann)).toEqual({
      signedIn: true,
      email: 'ann@example.org',
      workspace: expect.stringMatching(/^ws_/),
      expiresAt: expect.any(String),
    })
    expect([...ann.cookies.keys()].filter((name) => name.startsWith('sign-in-'))).toEqual([])
  })

  it('does not ask again while the sign-in page knows the browser', async () => {
    const back = await ann.open(`${service.url}/auth/sign-in?return_to=%2F`)
    expect(back.url).toBe(`${service.url}/`)
  })

  it('gives the same address the same workspace in every browser, and another address another', async () => {
    const [again, bob] = [aVisitor(), aVisitor()]
    await signInAs(again, service.url, 'ANN@example.org')
    await signInAs(bob, service.url, 'bob@example.org')
    const workspaces = await Promise.all([ann, again, bob].map(async (who) => Object(await sessionOf(who)).workspace))
    expect(workspaces[1]).toBe(workspaces[0])
    expect(workspaces[2]).not.toBe(workspaces[0])
  })

  it('refuses a return that another browser began', async () => {
    const [one, other] = [aVisitor(), aVisitor()]
    const form = await one.open(`${service.url}/auth/sign-in?return_to=%2F`)
    const resumed = await one.post(form.url, { email: 'eve@example.org' })
    const callback = (await one.get(resumed.headers.get('location') ?? '')).headers.get('location') ?? ''
    expect(callback).toContain('/auth/callback?')
    expect((await other.get(callback)).status).toBe(400)
    expect(await sessionOf(other)).toEqual({ signedIn: false })
    expect((await one.get(callback)).status).toBe(303)
    expect((await one.get(callback)).status).toBe(400)
  })

  it('keeps sessions over a restart', async () => {
    await service.stop()
    await startHere()
    expect(await sessionOf(ann)).toMatchObject({ signedIn: true, email: 'ann@example.org' })
    expect((await ann.open(`${service.url}/auth/sign-in?return_to=%2F`)).url).toBe(`${service.url}/`)
  })

  it('signs out here and at the sign-in page, which then asks again', async () => {
    const cookies = new Map(ann.cookies)
    const out = await ann.post(`${service.url}/auth/sign-out`, {})
    expect(out.headers.get('location')).toMatch(/\/logout\?client_id=/)
    const back = await ann.follow(out)
    expect(back.url).toBe(`${service.url}/`)
    expect(await sessionOf(ann)).toEqual({ signedIn: false })
    const stolen = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${service.url}/auth/session`, { headers: { cookie: stolen } })
    expect(await answer.json()).toEqual({ signedIn: false })
    const form = await ann.open(`${service.url}/auth/sign-in?return_to=%2F`)
    expect(new URL(form.url).origin).toBe(signInOrigin())
  })

  it('logs no code, state, cookie or e-mail', async () => {
    const text = logged.join('\n')
    expect(text).toContain('signInCallback')
    for (const value of ann.cookies.values()) expect(text).not.toContain(value)
    expect(text).not.toMatch(/example\.org|code=|state=|code_challenge|\/login\//)
  })
})

/** The service as a process of its own, which can be killed. */
const startApart = async () => {
  const script = `
    import { startService } from ${JSON.stringify(join(root, 'infra', 'local', 'service.ts'))}
    const service = await startService({ ...${JSON.stringify(options(port))}, log: () => undefined })
    console.log(service.url)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  expect(url).toBe(service.url)
  return child
}

describe('kill -9', () => {
  it('costs nobody their session, and the next sign-in works', async () => {
    await service.stop()
    const child = await startApart()
    const [ann, bob] = [aVisitor(), aVisitor()]
    await signInAs(ann, service.url, 'ann@example.org')
    const before = await sessionOf(ann)
    child.kill('SIGKILL')
    await once(child, 'exit')

    await startHere()
    expect(await sessionOf(ann)).toMatchObject({ ...Object(before), expiresAt: expect.any(String) })
    expect((await ann.open(`${service.url}/auth/sign-in?return_to=%2F`)).url).toBe(`${service.url}/`)
    await signInAs(bob, service.url, 'bob@example.org')
    expect(await sessionOf(bob)).toMatchObject({ signedIn: true, email: 'bob@example.org' })
  })
})
