import { expect, test } from 'vitest'
import { router } from '../../../infra/local/match.ts'
import { targetOf } from '../../../infra/local/target.ts'

const ROUTES = [
  '$default',
  'ANY /{rest+}',
  'GET /pets/{rest+}',
  'ANY /pets/{id}',
  'GET /pets/{id}',
  'GET /pets/{id}/toys',
  'GET /pets/dog',
  'ANY /pets/cat',
  'HEAD /pets/cat',
  'GET /',
]

const routeOf = (method: string, url: string, routes: readonly string[] = ROUTES) => {
  const target = targetOf(url)
  if (target === undefined) throw new Error(`${url} is no target`)
  return router(routes)(method, target.segments)
}

test.each([
  ['an exact path before a variable', 'GET', '/pets/dog', 'GET /pets/dog', undefined],
  ['the query does not count', 'GET', '/pets/dog?x=/pets/cat', 'GET /pets/dog', undefined],
  ['a route of the method before ANY', 'HEAD', '/pets/cat', 'HEAD /pets/cat', undefined],
  ['ANY for every other method', 'PATCH', '/pets/cat', 'ANY /pets/cat', undefined],
  ['a variable takes one segment', 'GET', '/pets/7', 'GET /pets/{id}', { id: '7' }],
  ['ANY with a variable', 'PUT', '/pets/7', 'ANY /pets/{id}', { id: '7' }],
  ['a text after a variable', 'GET', '/pets/7/toys', 'GET /pets/{id}/toys', { id: '7' }],
  ['the rest takes many segments', 'GET', '/pets/7/toys/red', 'GET /pets/{rest+}', { rest: '7/toys/red' }],
  [
    'a path with another method falls to the next best',
    'POST',
    '/pets/7/toys',
    'ANY /{rest+}',
    { rest: 'pets/7/toys' },
  ],
  ['the shorter text wins nothing from a longer path', 'GET', '/pets', 'ANY /{rest+}', { rest: 'pets' }],
  ['neither a variable nor the rest takes an empty segment', 'DELETE', '/', '$default', undefined],
  ['the root', 'GET', '/', 'GET /', undefined],
  ['a closing slash makes another path', 'GET', '/pets/dog/', 'GET /pets/{rest+}', { rest: 'dog/' }],
  ['case makes another path', 'GET', '/PETS/dog', 'ANY /{rest+}', { rest: 'PETS/dog' }],
  ['letters may come encoded', 'GET', '/pets/%64og', 'GET /pets/dog', undefined],
  ['an encoded slash does not divide', 'GET', '/pets%2Fdog', 'ANY /{rest+}', { rest: 'pets/dog' }],
  ['a variable arrives decoded', 'GET', '/pets/a%2Fb%20%C3%A9', 'GET /pets/{id}', { id: 'a/b é' }],
  ['a percent sign is decoded once', 'GET', '/pets/%252F', 'GET /pets/{id}', { id: '%2F' }],
])('%s', (_rule, method, url, routeKey, pathParameters) => {
  expect(routeOf(method, url)).toEqual({ routeKey, pathParameters })
})

test('without a default route, what no route matches has none', () => {
  expect(routeOf('GET', '/pets/dog', ['POST /pets/dog', 'GET /pets', 'GET /pets/{id}/toys'])).toBeUndefined()
})

test('the order in which routes are declared changes nothing', () => {
  expect(routeOf('GET', '/pets/7', [...ROUTES].reverse())?.routeKey).toBe('GET /pets/{id}')
})

test.each([['*'], ['/%'], ['/a%2'], ['/%zz'], ['/%ff'], ['/%C3'], ['/caf\u00e9'], ['ftp://host/x'], ['host:443']])(
  '%s is no target',
  (url) => {
    expect(targetOf(url)).toBeUndefined()
  },
)

test.each([
  [
    'an absolute one loses its origin',
    'http://elsewhere/a%20b?c=%zz',
    { path: '/a b', segments: ['a b'], query: 'c=%zz' },
  ],
  ['an origin alone is the root', 'http://elsewhere', { path: '/', segments: [''], query: '' }],
  ['slashes stay', '//a//b/', { path: '//a//b/', segments: ['', 'a', '', 'b', ''], query: '' }],
  ['only the first question mark divides', '/a?b?c', { path: '/a', segments: ['a'], query: 'b?c' }],
  ['a fragment is dropped', '/a?b#c?d', { path: '/a', segments: ['a'], query: 'b' }],
])('of a request target, %s', (_rule, url, target) => {
  expect(targetOf(url)).toEqual(target)
})
