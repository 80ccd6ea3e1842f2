import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { anyone, endpoint, type Handle } from '../../../shared/http/endpoint.ts'
import { HttpError } from '../../../shared/http/errors.ts'
import { noBody, nothing, operation } from '../../../shared/http/operation.ts'
import { serve } from '../../../shared/http/serve.ts'
import { anEvent } from '../../support/event.ts'

const thing = operation({
  id: 'thing',
  group: 'site',
  method: 'GET',
  path: '/things/{id}',
  aliases: [],
  summary: 'A thing',
  description: 'A thing.',
  auth: 'none',
  body: noBody,
  params: z.object({ id: z.string().check(z.regex(/^\d+$/, 'not a number')) }),
  query: nothing,
  reply: { status: 200, type: 'json', schema: z.object({ id: z.string() }) },
  errors: [404],
  throttle: { rate: 1, burst: 1 },
  isPublic: false,
})

const served = (handle: Handle<typeof thing, { kind: 'anyone' }>) => {
  const logged: Readonly<Record<string, unknown>>[] = []
  const handler = serve({
    endpoints: [endpoint(thing, anyone, handle)],
    log: (entry) => logged.push(entry),
    elapsed: () => 0,
  })
  const ask = (id = '7') => handler(anEvent({ routeKey: 'GET /things/{id}', path: `/things/${id}`, params: { id } }))
  return { handler, ask, logged }
}

const ok = { status: 200, headers: { 'cache-control': 'no-store' }, body: '{}' }

describe('Every reply', () => {
  it('carries the request id, nosniff and, on https, strict transport security', async () => {
    const { headers } = await served(() => ok).ask()
    expect(headers).toEqual({
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })

  it('says nothing of transport security on plain http', async () => {
    const event = anEvent({
      routeKey: 'GET /things/{id}',
      params: { id: '7' },
      headers: { 'x-forwarded-proto': 'http' },
    })
    expect((await served(() => ok).handler(event)).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('Refusals', () => {
  it('are the compact body of the specification', async () => {
    const reply = await served(() => {
      throw new HttpError(404, 'No such thing', { 'x-more': '1' })
    }).ask()
    expect(reply).toMatchObject({
      statusCode: 404,
      body: '{"statusCode":404,"message":"No such thing"}',
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-more': '1' },
    })
  })

  it('name what is wrong with a parameter of the path', async () => {
    expect((await served(() => ok).ask('x')).body).toBe('{"statusCode":400,"message":"id: not a number"}')
  })

  it('answer a route key that no endpoint has with 404', async () => {
    expect((await served(() => ok).handler(anEvent({ routeKey: 'GET /other' }))).statusCode).toBe(404)
  })
})

describe('An unhandled exception', () => {
  it.each([
    [
      'thrown',
      () => {
        throw new Error('secret')
      },
    ],
    [
      'rejected',
      async () => {
        throw new Error('secret')
      },
    ],
    [
      'not even an error',
      () => {
        throw 'secret'
      },
    ],
  ])('%s answers 500 with the request id, leaks nothing, and is logged once', async (_, handle) => {
    const { ask, logged } = served(handle)
    const reply = await ask()
    expect(reply).toMatchObject({
      statusCode: 500,
      body: '{"statusCode":500,"message":"Something went wrong on our side; the request was request-1"}',
    })
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(logged.filter(({ status }) => status === 500)).toHaveLength(1)
  })
})

describe('A malformed event', () => {
  const whole = anEvent({ routeKey: 'GET /things/{id}', params: { id: '7' } })
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'event'],
    ['a list', []],
    ['an empty object', {}],
    ['no context', { ...whole, requestContext: undefined }],
    ['a context without http', { ...whole, requestContext: { requestId: 'x' } }],
    ['a route key that is a number', { ...whole, routeKey: 7 }],
    ['headers that are a list', { ...whole, headers: ['x'] }],
    ['a header that is a number', { ...whole, headers: { x: 1 } }],
    ['cookies that are a string', { ...whole, cookies: 'a=b' }],
    ['a body that is an object', { ...whole, body: {} }],
    ['a query that is a number', { ...whole, rawQueryString: 1 }],
  ])('(%s) is answered 400', async (_, event) => {
    const { handler } = served(() => ok)
    expect((await handler(whole)).statusCode).toBe(200)
    expect((await handler(event)).statusCode).toBe(400)
  })
})
