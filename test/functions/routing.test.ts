import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { routingOperations } from '../../shared/contract/routing.ts'
import { answersOf } from '../../shared/models/answers.ts'
import { BUDGETS, LATENCIES, QUALITIES, TASKS } from '../../shared/models/question.ts'
import { RouteResult, Snapshot } from '../../shared/models/schema.ts'
import { aModelOf, NOW, UPDATED_AT } from '../support/models.ts'
import { aWorld, MODELS, routing } from '../support/routing.ts'

const WINNERS = ['cheapest', 'fastest', 'smartest', 'best-value']
const asks = ['route', ...WINNERS]

describe('Paths: "/api/{route,models,cheapest,fastest,smartest,best-value}, and /raw of each but models: 11. The same 11 under /router"', () => {
  const names = [...asks, ...asks.map((name) => `${name}/raw`), 'models']
  const recommending = routingOperations.filter(({ id }) => id !== 'changes' && id !== 'changesFeed')
  const aliasOf = (name: string) => `/router/${name}`.replace('/router/route', '/router')

  it('declares 11 operations with one alias each', () => {
    expect(recommending.map(({ path, aliases }) => [path, ...aliases]).toSorted()).toEqual(
      names.map((name) => [`/api/${name}`, aliasOf(name)]).toSorted(),
    )
  })

  it.each(names)('answers %s under both addresses alike', async (name) => {
    const { ask } = routing()
    const [under, alias] = [await ask(`/api/${name}`), await ask(aliasOf(name))]
    expect(under.statusCode).toBe(200)
    expect(alias).toEqual(under)
  })
})

describe('Methods: "GET, and HEAD as its own route (same headers, empty body); OPTIONS answers CORS preflight in the function"', () => {
  it.each(['/api/route', '/api/route/raw', '/api/models', '/router'])(
    'answers HEAD %s as GET without the body',
    async (path) => {
      const { ask } = routing()
      const { body: _, ...got } = await ask(path)
      expect(await ask(path, { method: 'HEAD' })).toEqual({ ...got, body: '' })
    },
  )

  it('answers a preflight for any origin, without credentials', async () => {
    const reply = await routing().ask('/api/route', { method: 'OPTIONS', headers: { origin: 'https://else.example' } })
    expect(reply.statusCode).toBe(204)
    expect(reply.body).toBe('')
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    })
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('lets every origin read answers and refusals', async () => {
    const { ask } = routing()
    for (const path of ['/api/route', '/api/route?task=nonsense', '/api/models']) {
      expect((await ask(path)).headers).toMatchObject({ 'access-control-allow-origin': '*' })
    }
  })
})

describe('Parameters: "/route takes all six. The winners and their aliases validate all six, apply providers and regions"', () => {
  it.each(asks)('%s refuses a wrong task, and narrows by provider and region', async (name) => {
    const { ask, json } = routing()
    expect((await ask(`/api/${name}?task=nonsense`)).statusCode).toBe(400)
    expect(await json(`/api/${name}?providers=chisel`)).toMatchObject({ provider: 'Chisel' })
    expect(await json(`/api/${name}?regions=china`)).toMatchObject({ provider: 'Drill' })
  })

  it.each(WINNERS)('%s is not moved by task, latency, budget and quality', async (name) => {
    const { json } = routing()
    const asked = 'task=planning&latency=overnight&budget=balanced&quality=balanced'
    expect(await json(`/api/${name}?${asked}`)).toEqual(await json(`/api/${name}`))
  })

  it.each(['task=nonsense&providers=', '%zz', 'task=%'])(
    '"/models takes none and ignores what is sent": %s',
    async (sent) => {
      const { ask } = routing()
      expect(await ask(`/api/models?${sent}`)).toEqual(await ask('/api/models'))
    },
  )

  it('uses the defaults of the specification: code, fast, low, high', async () => {
    const { json } = routing()
    const asked = await json('/api/route?task=code&latency=fast&budget=low&quality=high')
    expect(await json('/api/route')).toEqual(asked)
  })
})

describe('Unknown value of a known parameter: "400; the message names the parameter, the value (cut at 64 characters) and the allowed values"', () => {
  const long = 'x'.repeat(100)
  const allowed = {
    task: TASKS,
    latency: LATENCIES,
    budget: BUDGETS,
    quality: QUALITIES,
    regions: ['us', 'eu', 'china'],
  }

  it.each(Object.entries(allowed))('%s', async (name, values) => {
    const reply = await routing().ask(`/api/route?${name}=${long}`)
    expect(reply.statusCode).toBe(400)
    const message = `"${'x'.repeat(64)}" is not one of ${values.join(', ')}`
    expect(JSON.parse(reply.body)).toEqual({ statusCode: 400, message: `${name}: ${message}` })
  })

  it('cuts between characters', async () => {
    const reply = await routing().ask(`/router/raw?task=${'x'.repeat(63)}${encodeURIComponent('😀😀')}`)
    expect(reply.body).toMatch(/^task: "x{63}😀" is not one of/u)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s for a value and not for code',
    async (name) => {
      const { ask } = routing()
      for (const parameter of ['task', 'latency', 'budget', 'quality', 'regions']) {
        expect((await ask(`/api/route?${parameter}=${name}`)).statusCode).toBe(400)
      }
      expect((await ask(`/api/route?providers=${name}`)).statusCode).toBe(404)
      expect((await ask(`/api/route?${name}=1`)).statusCode).toBe(200)
    },
  )
})

describe('Case, spaces, empty', () => {
  it('"values are trimmed and lower-cased; an empty enum is absent"', async () => {
    const { json } = routing()
    expect(await json('/api/route?task=%20REASONING+&latency=')).toEqual(await json('/api/route?task=reasoning'))
  })

  it.each(['providers=', 'regions=', 'regions=,', 'providers=%20,,'])('"an empty list is 400": %s', async (query) => {
    expect((await routing().ask(`/api/route?${query}`)).statusCode).toBe(400)
  })

  it('"empty entries between others are skipped"', async () => {
    expect(await routing().json('/api/route?providers=,anvil,,CHISEL%20,anvil&regions=us,,eu')).toMatchObject({
      providerFilter: ['anvil', 'chisel'],
      regionFilter: ['us', 'eu'],
    })
  })
})

describe('Repeated and unknown parameters', () => {
  it('"lists are merged"', async () => {
    expect(await routing().json('/api/route?regions=us&regions=eu,us&providers=anvil&providers=chisel')).toMatchObject({
      providerFilter: ['anvil', 'chisel'],
      regionFilter: ['us', 'eu'],
    })
  })

  it('"for an enum: 400"', async () => {
    const { json } = routing()
    expect(await json('/api/route?task=code&task=code')).toEqual({
      statusCode: 400,
      message: 'task: sent more than once',
    })
  })

  it('"Unknown parameter: ignored"', async () => {
    const { json } = routing()
    expect(await json('/api/route?utm_source=x&Task=planning')).toEqual(await json('/api/route'))
  })
})

describe('providers: "at most 32 entries of at most 64 characters, else 400; deduplicated, echoed normalised"', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, at) => `maker-${at}`).join(',')

  it.each([
    [`anvil,${entries(31)}`, 200],
    [`anvil,${entries(32)}`, 400],
    [`anvil,${'y'.repeat(64)}`, 200],
    [`anvil,${'y'.repeat(65)}`, 400],
  ])('%s', async (providers, status) => {
    expect((await routing().ask(`/api/route?providers=${providers}`)).statusCode).toBe(status)
  })

  it.each([
    ['the name', 'Chisel', 'chisel-2'],
    ['an alias', 'chisel%20labs', 'chisel-2'],
    ['a prefix of the id', 'drill-p', 'drill-pro'],
    ['a prefix of the OpenRouter id', 'drill/dr', 'drill-pro'],
  ])('matches by %s', async (_, entry, model) => {
    expect(await routing().json(`/api/route?providers=${entry}`)).toMatchObject({ model })
  })

  it('does not match by a single letter', async () => {
    expect((await routing().ask('/api/route?providers=c')).statusCode).toBe(404)
  })
})

describe('regions: "the region of the maker\'s headquarters ... A maker elsewhere, or unknown, matches no region"', () => {
  it('leaves the maker from elsewhere out of all three', async () => {
    const { json } = routing()
    expect(await json('/api/route?providers=easel')).toMatchObject({ model: 'easel-x' })
    expect(await json('/api/route?providers=easel&regions=us,eu,china')).toMatchObject({ statusCode: 404 })
  })
})

describe('Nothing left: "404; the message names what emptied the set and what would fit"', () => {
  it.each([
    ['providers=nobody', /providers/],
    ['providers=chisel&regions=us', /providers.*regions|regions.*providers/],
  ])('%s', async (query, named) => {
    const { ask } = routing()
    for (const path of ['/api/route', '/api/cheapest', '/router']) {
      const reply = await ask(`${path}?${query}`)
      expect(reply.statusCode).toBe(404)
      expect(JSON.parse(reply.body)).toEqual({ statusCode: 404, message: expect.stringMatching(named) })
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
    }
  })
})

describe('/raw: "the model value of the JSON answer, text/plain; charset=utf-8, no trailing newline, nothing but the id"', () => {
  it.each(asks)('%s/raw', async (name) => {
    const { ask, json } = routing()
    const reply = await ask(`/api/${name}/raw`)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
    expect(reply.body).toBe((await json(`/api/${name}`)).model)
  })

  it('"errors are plain text with the right status"', async () => {
    const { ask } = routing()
    const refused = await ask('/api/route/raw?task=nonsense')
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(refused.body).toMatch(/^task: "nonsense" is not one of/)
    const empty = await ask('/router/cheapest/raw?providers=nobody')
    expect([empty.statusCode, empty.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  })
})

describe('The answer', () => {
  it('fills every field of the specification and no other', async () => {
    const body = await routing().json('/api/route?providers=anvil,drill&regions=us,china')
    expect(RouteResult.parse(body)).toEqual(body)
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(RouteResult.shape).toSorted())
    expect(body).toMatchObject({ task: 'code', updatedAt: UPDATED_AT, logoUrl: expect.stringContaining('sz=128') })
  })

  it('fallback fields: "together, or all three null"', async () => {
    const { json } = routing()
    expect(await json('/api/route')).toMatchObject({
      fallback: expect.any(String),
      fallbackOpenRouterId: expect.any(String),
      fallbackLogoUrl: expect.any(String),
    })
    expect(await json('/api/route?providers=chisel')).toMatchObject({
      fallback: null,
      fallbackOpenRouterId: null,
      fallbackLogoUrl: null,
    })
  })
})

describe('Caching: "weak etag of the body, last-modified, 304 on if-none-match (lists and * too)"', () => {
  it.each(['/api/route', '/api/route/raw', '/api/models', '/router/cheapest'])('%s', async (path) => {
    const { ask } = routing()
    const first = await ask(path)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'last-modified': new Date(UPDATED_AT).toUTCString(),
      'cache-control': 'public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400',
      vary: 'accept-encoding',
    })
    const { etag = '' } = first.headers
    const strong = etag.replace('W/', '')
    for (const sent of [etag, strong, `"other", ${etag}`, '*']) {
      const again = await ask(path, { headers: { 'if-none-match': sent } })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  it('gives another etag for another answer', async () => {
    const { ask } = routing()
    expect((await ask('/api/route')).headers.etag).not.toBe((await ask('/api/route?providers=chisel')).headers.etag)
  })

  it('keeps refusals out of every cache', async () => {
    const reply = await routing().ask('/api/route?task=nonsense')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers).not.toHaveProperty('etag')
  })
})

describe('/models bytes: "the stored snapshot, compressed once per snapshot and kept"', () => {
  it('answers the snapshot, compressed for those who can read it', async () => {
    const { ask } = routing()
    const plain = await ask('/api/models')
    const packed = await ask('/api/models', { headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
    expect(Snapshot.parse(JSON.parse(plain.body))).toEqual(aWorld())
    expect(packed.isBase64Encoded).toBe(true)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(plain.body)
    expect(packed.headers.etag).toBe(plain.headers.etag)
  })

  it.each(['identity', 'gzip;q=0', 'br', '*;q=0'])('sends plain bytes for accept-encoding: %s', async (sent) => {
    const reply = await routing().ask('/api/models', { headers: { 'accept-encoding': sent } })
    expect([reply.isBase64Encoded, reply.headers['content-encoding']]).toEqual([false, undefined])
  })

  it('keeps the very same bytes from request to request', async () => {
    const { ask } = routing()
    const headers = { 'accept-encoding': 'gzip' }
    expect((await ask('/api/models', { headers })).body).toBe((await ask('/router/models', { headers })).body)
  })
})

describe('The clock', () => {
  const retiring = aModelOf('Fuse', 'fuse-9', { intelligenceScore: 90, codingScore: 99, retiresAt: '2026-11-21' })

  it('lets no retired model answer, in /models neither', async () => {
    let time = NOW
    const { json } = routing({ snapshot: aWorld([...MODELS, retiring]), now: () => time })
    expect(await json('/api/route')).toMatchObject({ model: 'fuse-9' })
    expect(await json('/api/models')).toMatchObject({ answers: { smartest: { model: 'fuse-9' } } })
    time = new Date('2026-11-22T00:00:00Z')
    const [route, models] = [await json('/api/route'), await json('/api/models')]
    expect(route.model).not.toBe('fuse-9')
    expect(models.answers).toEqual(answersOf(MODELS, UPDATED_AT, time))
  })
})

describe('One log line per request', () => {
  it('says what was asked and answered, and nothing of the query', async () => {
    const { ask, logged } = routing()
    await ask('/api/route?providers=chisel&note=secret')
    await ask('/api/route?task=secret')
    expect(logged).toEqual([
      {
        requestId: 'request-1',
        operation: 'route',
        status: 200,
        milliseconds: 0,
        caller: 'anyone',
        answer: 'chisel-2',
      },
      { requestId: 'request-1', operation: 'route', status: 400, milliseconds: 0, caller: 'anyone' },
    ])
  })
})

describe('Bad input is never a 5xx', () => {
  it.each([
    ['broken percent-encoding', 'task=%zz'],
    ['a lone surrogate', 'providers=%ed%a0%80'],
    ['9 kB of query', `providers=${'a,'.repeat(4600)}`],
    ['9 kB of one value', `task=${'a'.repeat(9000)}`],
    ['null characters', 'task=%00'],
    ['a thousand parameters', Array.from({ length: 1000 }, (_, at) => `task=${at}`).join('&')],
  ])('%s', async (_, query) => {
    for (const path of ['/api/route', '/router/raw', '/api/best-value']) {
      const reply = await routing().ask(`${path}?${query}`)
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
      expect(reply.statusCode).toBeLessThan(500)
      expect(reply.body.length).toBeLessThan(1000)
    }
  })
})
