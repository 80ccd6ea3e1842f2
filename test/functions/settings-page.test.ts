import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../shared/tokens/schema.ts'
import { workspaceOf } from '../../shared/tokens/workspace.ts'
import { type AreaB, areaB, BASE_URL, type Sent, SIGN_IN_ORIGIN } from '../support/area-b.ts'

const PATH = '/settings/api-tokens'

let world: AreaB

beforeAll(async () => {
  world = await areaB()
})
afterEach(() => world.faulty.calm())
afterAll(() => world.close())

const open = (asked: Partial<Sent> = {}) => world.ask({ path: PATH, headers: { accept: 'text/html' }, ...asked })

describe('The settings page', () => {
  it('names account and workspace and offers the way out', async () => {
    const { cookie, session } = await world.someone()
    const { status, headers, body } = await open({ cookie })
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain(session.email)
    expect(body).toContain(workspaceOf(session.userId))
    expect(body).toMatch(/<form method="post" action="\/auth\/sign-out"><button[^>]*>Sign out<\/button><\/form>/)
    expect(body).not.toContain(session.ticketKey)
  })

  it('shows a hostile address as text', async () => {
    const { cookie } = await world.someone({ email: '"><script>alert(1)</script>@example.org' })
    const { body } = await open({ cookie })
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script>alert')
  })

  it('runs our own modules and nothing inline, and lets its forms go to sign-in only', async () => {
    const { headers, body } = await open({ cookie: (await world.someone()).cookie })
    expect(headers['content-security-policy']?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      `form-action 'self' ${SIGN_IN_ORIGIN}`,
      "frame-ancestors 'none'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ])
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/settings.js">'])
    expect(body).not.toMatch(/<style|style="|\son\w+="/)
  })

  it('says in a sentence what is missing where scripts are off', async () => {
    const { body } = await open({ cookie: (await world.someone()).cookie })
    expect(body).toMatch(/<noscript>.*scripts are off in this browser.*<\/noscript>/s)
  })

  it('offers every scope and the expiries 7, 30, 90 and 365 days, a number of days, and never', async () => {
    const { body } = await open({ cookie: (await world.someone()).cookie })
    expect([...body.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope)).toEqual([...SCOPES])
    expect([...body.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
      '7',
      '30',
      '90',
      '365',
      'custom',
      'never',
    ])
    expect(body).toContain('<option value="90" selected>')
    expect(body).toContain(`${BASE_URL}/v1/loops/`)
  })
})

describe('Without a session', () => {
  it('"GET page requests get a redirect to sign-in and come back to where they were"', async () => {
    const { status, headers, body } = await open()
    expect([status, headers.location, headers['cache-control'], body]).toEqual([
      303,
      '/auth/sign-in?return_to=%2Fsettings%2Fapi-tokens',
      'no-store',
      '',
    ])
  })

  it('a bearer token opens nothing', async () => {
    expect((await open({ headers: { authorization: 'Bearer svc_live_x' } })).status).toBe(303)
  })
})

describe('DynamoDB out of reach', () => {
  it('is a 503 page, and the other pages do not notice', async () => {
    const { cookie } = await world.someone()
    world.faulty.failing('GetItem', 'throttled')
    const reply = await open({ cookie })
    expect([reply.status, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
    ])
    expect(reply.body).toContain('try again shortly')
    const calls = await world.faulty.callsDuring(async () => {
      expect((await world.ask({ path: '/', cookie })).status).toBe(200)
      expect((await world.ask({ path: '/assets/style.css', cookie })).status).toBe(200)
      expect((await world.ask({ path: '/nothing', cookie })).status).toBe(404)
    })
    expect(calls).toEqual([])
  })
})
