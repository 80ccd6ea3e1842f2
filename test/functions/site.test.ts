import { describe, expect, it } from 'vitest'
import { assetReader } from '../../functions/site/assets.ts'
import { siteEndpoints } from '../../functions/site/handlers.ts'
import { operations } from '../../shared/contract/all.ts'
import { QuestionQuery } from '../../shared/contract/routing.ts'
import { serve } from '../../shared/http/serve.ts'
import { load } from '../../shared/models/loaded.ts'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { type Asked, anEvent } from '../support/event.ts'
import { aModelOf, NOW } from '../support/models.ts'
import { aWorld, MODELS } from '../support/routing.ts'

const BASE_URL = 'https://pointsman.example'
const nobody = { get: async () => undefined, touch: async () => undefined }

const site = (snapshot = aWorld()) => {
  const loaded = load(JSON.stringify(snapshot), NOW)
  const asset = assetReader('functions/site')
  const endpoints = siteEndpoints({
    current: () => loaded,
    asset,
    now: () => NOW,
    browsers: { sessions: nobody, jar: cookieJar(BASE_URL), baseUrl: BASE_URL, now: () => NOW },
    baseUrl: BASE_URL,
    signInOrigin: 'https://sign-in.example',
  })
  const handle = serve({ endpoints, log: () => undefined, elapsed: () => 0 })
  return (asked: Asked) => handle(anEvent({ routeKey: '$default', ...asked }))
}

describe('The front page', () => {
  const ask = () => site()({ routeKey: 'GET /', path: '/' })

  it('names every public endpoint and shows three live answers', async () => {
    const { statusCode, body } = await ask()
    expect(statusCode).toBe(200)
    for (const { path, isPublic } of operations) if (isPublic) expect(body).toContain(`href="${path}"`)
    for (const model of ['anvil-small', 'anvil-large']) expect(body).toContain(`<code>${model}</code>`)
    expect(body.match(/<article>/g)).toHaveLength(3)
    expect(body).toContain('artificialanalysis.ai')
  })

  it('answers HEAD like GET without the body', async () => {
    const { body: _, ...got } = await ask()
    expect(await site()({ routeKey: 'HEAD /', method: 'HEAD', path: '/' })).toEqual({ ...got, body: '' })
  })

  it('has a title, a description and a strict policy', async () => {
    const { body, headers } = await ask()
    expect(body).toMatch(/^<!doctype html><html lang="en">/)
    expect(body).toMatch(/<title>.+<\/title>.*<meta name="description" content=".+"/s)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(body).not.toMatch(/<script|<style|style="|\son\w+="/)
  })

  it('shows a hostile name as text', async () => {
    const hostile = aModelOf('Evil', 'evil', {
      name: '<script>alert(1)</script>',
      codingScore: 100,
      intelligenceScore: 100,
    })
    const { body } = await site(aWorld([...MODELS, hostile]))({ routeKey: 'GET /', path: '/' })
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script>alert')
  })
})

describe('The page for agents', () => {
  const ask = () => site()({ routeKey: 'GET /llms.txt', path: '/llms.txt' })

  it('is one page of plain text that names every endpoint for programs, every parameter and a real answer', async () => {
    const { statusCode, headers, body } = await ask()
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^# Pointsman\n\n> /)
    for (const { group, method, path } of operations) {
      const isForPrograms = ['routing', 'tokens', 'snapshots'].includes(group) && method !== 'ANY'
      expect(body.includes(`\`${method} ${path}\``)).toBe(isForPrograms)
    }
    for (const name of Object.keys(QuestionQuery.shape)) expect(body).toContain(`- \`${name}\`: `)
    expect(body).toContain('"model":"anvil-large"')
    expect(body).toContain('task: \\"cooking\\" is not one of code, reasoning')
    expect(body.length).toBeLessThan(8000)
    expect(body).not.toMatch(/undefined|\[object/)
  })
})

describe('Assets', () => {
  it.each([
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['settings.js', 'text/javascript; charset=utf-8'],
  ])('serves %s', async (file, type) => {
    const reply = await site()({ routeKey: 'GET /assets/{file}', path: `/assets/${file}`, params: { file } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type])
    const again = await site()({
      routeKey: 'GET /assets/{file}',
      params: { file },
      headers: { 'if-none-match': reply.headers.etag ?? '' },
    })
    expect(again.statusCode).toBe(304)
  })

  it.each(['../handlers.ts', 'nothing.css', '__proto__', ''])('has no file "%s"', async (file) => {
    expect((await site()({ routeKey: 'GET /assets/{file}', params: { file } })).statusCode).toBe(404)
  })

  it('has every module that a module of it imports', async () => {
    const missing: string[] = []
    const seen = new Set(['settings.js'])
    for (const file of seen) {
      const { statusCode, body } = await site()({ routeKey: 'GET /assets/{file}', params: { file } })
      if (statusCode !== 200) missing.push(file)
      for (const [, name = ''] of body.matchAll(/ from '\.\/([^']+)'/g)) seen.add(name)
    }
    expect(missing).toEqual([])
    expect(seen.size).toBeGreaterThan(5)
  })
})

describe('Another method on a known path: "405 with `allow`"', () => {
  it.each([
    ['POST', '/api/route', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/router/models', 'GET, HEAD, OPTIONS'],
    ['PUT', '/', 'GET, HEAD'],
    ['POST', '/assets/style.css', 'GET, HEAD'],
  ])('%s %s', async (method, path, allow) => {
    const reply = await site()({ method, path })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
    expect(JSON.parse(reply.body)).toEqual({ statusCode: 405, message: `This path answers ${allow}` })
  })

  it('lets pages of any origin read the refusal where they may read the answer', async () => {
    const at = async (path: string) => (await site()({ method: 'POST', path })).headers['access-control-allow-origin']
    expect([
      await at('/api/route'),
      await at('/router'),
      await at('/'),
      await at('/v1/loops/x/connector-snapshot'),
    ]).toEqual(['*', '*', undefined, undefined])
  })

  it('answers in plain text under /raw', async () => {
    const reply = await site()({ method: 'POST', path: '/api/route/raw' })
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      405,
      'text/plain; charset=utf-8',
      'This path answers GET, HEAD, OPTIONS',
    ])
  })
})

describe('An unmatched path', () => {
  it.each(['/nothing', '/api', '/api/routes', '/api/route/', '/router/nothing', '/v1/x', '/API/ROUTE', '/__proto__'])(
    '%s is 404 with the compact body',
    async (path) => {
      const reply = await site()({ path })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'application/json'])
      expect(JSON.parse(reply.body)).toEqual({ statusCode: 404, message: expect.any(String) })
    },
  )

  it.each(['/nothing/raw', '/api/models/raw', '/raw'])('%s is plain text', async (path) => {
    const reply = await site()({ path })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  })

  it('is never refused for the very method that its look-alike answers: /api%2Froute is no path of ours', async () => {
    const reply = await site()({ path: '/api/route' })
    expect([reply.statusCode, reply.headers.allow]).toEqual([404, undefined])
  })

  it('shows a person a page', async () => {
    const headers = { accept: 'text/html,*/*' }
    const reply = await site()({ path: '/nothing', headers })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await site()({ path: '/api/nothing', headers })).headers['content-type']).toBe('application/json')
  })
})
