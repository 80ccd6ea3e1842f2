import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../shared/contract/all.ts'
import { routeKeysOf } from '../../shared/http/operation.ts'
import { isDescribed, type OpenApi } from '../../shared/openapi/document.ts'
import { isJson } from '../../shared/openapi/json-schema.ts'
import { askEverything, successOf } from '../support/contract-run.ts'
import { type ContractWorld, contractWorld, type Observed } from '../support/contract-world.ts'
import { drift, operationAt, queryNamesIn, responseChecker, type Seen } from '../support/openapi.ts'

let world: ContractWorld
let document: OpenApi
let seen: Seen

/** Names that none of our parameters has; one that mattered all the same would be a parameter that nobody wrote down. */
const STRANGERS = ['q', 'limit', 'format', 'callback', 'token']

const withValue = (query: string, name: string): string => {
  const changed = new URLSearchParams(query)
  changed.set(name, 'zz\u0007zz')
  return changed.toString()
}

/** A parameter matters where nonsense in its place changes what is answered. */
const parametersThatMatter = async (): Promise<readonly string[]> => {
  const names = [...queryNamesIn(document), ...STRANGERS]
  const mattering: string[] = []
  for (const operation of operations.filter(isDescribed)) {
    const success = successOf(world, operation)
    for (const name of names) {
      const sent = await success()
      const { status, method, path } = await world.ask({ ...sent, query: withValue(sent.query ?? '', name) })
      if (status !== operation.reply.status) mattering.push(`${method} ${path} ${name}`)
    }
  }
  return mattering
}

beforeAll(async () => {
  world = await contractWorld()
  document = JSON.parse((await world.ask({ path: '/openapi.json' })).body)
  await askEverything(world)
  seen = { answers: world.observed, parameters: await parametersThatMatter() }
}, 120_000)
afterAll(() => world.close())

describe('Every answer', () => {
  it('is as the document has it: status, media type, body and headers', () => {
    const check = responseChecker(document)
    const answers = world.observed.filter(({ operation }) => isDescribed(operation))
    expect([...new Set(answers.flatMap(check))]).toEqual([])
    expect(answers.length).toBeGreaterThan(500)
  })

  it.each<readonly [string, (answer: Observed) => Observed, RegExp]>([
    ['another status', (answer) => ({ ...answer, status: 418 }), /status is not documented/],
    ['another type', (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'x/y' } }), /media type/],
    ['a field more', (answer) => ({ ...answer, body: answer.body.replace('{', '{"more":1,') }), /additional/],
    ['a field less', (answer) => ({ ...answer, body: answer.body.replace('"reason"', '"reasons"') }), /'reason'/],
    ['another header', (answer) => ({ ...answer, headers: { ...answer.headers, allow: 'GET' } }), /allow is not/],
    [
      'other caching',
      (answer) => ({ ...answer, headers: { ...answer.headers, 'cache-control': 'no' } }),
      /cache-control/,
    ],
    ['no etag', ({ headers: { etag: _etag, ...headers }, ...answer }) => ({ ...answer, headers }), /lacks .* etag/],
  ])('would be caught with %s', async (_, change, fault) => {
    const answer = await world.ask({ path: '/api/route' })
    expect(responseChecker(document)(answer)).toEqual([])
    expect(responseChecker(document)(change(answer)).join()).toMatch(fault)
  })
})

type Paths = Record<string, Record<string, Record<string, unknown>>>

/** The document with a change to its paths. */
const changed = (change: (paths: Paths) => void): OpenApi => {
  const paths: Paths = JSON.parse(JSON.stringify(document.paths))
  change(paths)
  return { ...document, paths }
}

const NOTHING = { documentedOnly: [], servedOnly: [] }

describe('The document and the service', () => {
  it('have the same operations, statuses and query parameters', () => {
    expect(drift(document, seen)).toEqual(NOTHING)
  })

  it('have the same routes, aliases, HEAD and preflight included', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.toSorted()).toEqual(operations.filter(isDescribed).flatMap(routeKeysOf).toSorted())
  })

  it('are one: the same is served under both addresses', async () => {
    const [root, api] = [await world.ask({ path: '/openapi.json' }), await world.ask({ path: '/api/openapi.json' })]
    expect(api.body).toBe(root.body)
    expect(root.headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    })
  })

  it.each<readonly [string, (paths: Paths) => void, keyof typeof NOTHING, string]>([
    [
      'an operation is documented and not served',
      (paths) => void Object.assign(paths, { '/api/dearest': { get: { responses: { '200': {} } } } }),
      'documentedOnly',
      'GET /api/dearest 200',
    ],
    [
      'an operation is served and not documented',
      (paths) => void delete paths['/api/cheapest'],
      'servedOnly',
      'GET /api/cheapest 200',
    ],
    [
      'a status is documented and not served',
      (paths) => void Object.assign(Object(paths['/api/route']?.get?.responses), { '402': {} }),
      'documentedOnly',
      'GET /api/route 402',
    ],
    [
      'a status is served and not documented',
      (paths) => void delete Object(paths['/api/route']?.get?.responses)['404'],
      'servedOnly',
      'GET /api/route 404',
    ],
    [
      'a parameter is documented and not served',
      (paths) => void Object(paths['/api/models']?.get?.parameters).push({ name: 'task', in: 'query' }),
      'documentedOnly',
      'GET /api/models task',
    ],
    [
      'a parameter is served and not documented',
      (paths) => void Object(paths['/auth/sign-in']?.get?.parameters).pop(),
      'servedOnly',
      'GET /auth/sign-in return_to',
    ],
  ])('turn this red when %s', (_, change, where, what) => {
    expect(drift(changed(change), seen)[where]).toContain(what)
  })

  it('agree on what a parameter may be: each word that is documented is accepted, any other is not', async () => {
    const { parameters } = operationAt(document, { method: 'GET', path: '/api/route' })
    const all = Array.isArray(parameters) ? parameters.filter(isJson) : []
    const words = all.flatMap(({ $ref }) => {
      const name = String($ref).split('/').at(-1) ?? ''
      const { schema } = Object(document.components.parameters)[name]
      const values: readonly string[] = schema.enum ?? schema.items?.enum ?? []
      return values.map((value) => [name, value, schema.default] as const)
    })
    const statuses = await Promise.all(
      words.map(async ([name, value]) => (await world.ask({ path: '/api/route', query: `${name}=${value}` })).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(words.length).toBe(6 + 3 + 2 + 2 + 3)
    const { body } = await world.ask({ path: '/api/route' })
    const defaults = words.filter(([, value, absent]) => value === absent)
    const spelt = new URLSearchParams(defaults.map(([name, value]): [string, string] => [name, value])).toString()
    expect((await world.ask({ path: '/api/route', query: spelt })).body).toBe(body)
    expect(defaults).toHaveLength(4)
  })

  it.each([
    ['', 400],
    ['n', 201],
    ['n'.repeat(100), 201],
    ['n'.repeat(101), 400],
  ])('agree on the name of a token: "%s" is answered %i', async (name, status) => {
    const createToken = operations.find(({ id }) => id === 'createToken')
    if (createToken === undefined) throw new Error('There is no such operation')
    const sent = await successOf(world, createToken)()
    const body = JSON.stringify({ name, scopes: ['snapshots:read'] })
    expect((await world.ask({ ...sent, body })).status).toBe(status)
    const { minLength, maxLength } = Object(document.components.schemas).NewToken.properties.name
    expect(name.length >= minLength && name.length <= maxLength).toBe(status === 201)
  })
})
