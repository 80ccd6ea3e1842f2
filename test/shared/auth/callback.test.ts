import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CALLBACK_HOSTS,
  type CallbackFault,
  checkCallback,
  formActionSource,
  redirectTo,
} from '../../../shared/auth/callback.ts'

const verdict = (uri: string): string => {
  const checked = checkCallback(uri)
  return checked.ok ? 'accepted' : checked.reason
}

const accepted = (uri: string) => {
  const checked = checkCallback(uri)
  if (!checked.ok) throw new Error(`${uri}: ${checked.reason}`)
  return checked.callback
}

describe('a redirect_uri is accepted', () => {
  it.each<[string, { host: string; port: number }]>([
    ['http://127.0.0.1:8976/callback', { host: '127.0.0.1', port: 8976 }],
    ['http://localhost:1/callback', { host: 'localhost', port: 1 }],
    ['http://[::1]:65535/callback', { host: '[::1]', port: 65_535 }],
    ['http://localhost/', { host: 'localhost', port: 80 }],
    ['http://localhost', { host: 'localhost', port: 80 }],
    ['http://localhost:80/', { host: 'localhost', port: 80 }],
    ['http://localhost:8976?a=b', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976/?', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976/a/b;c=d/%7Ee/?x=1&x=2&y', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976//evil.example/', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976/@evil.example', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976/...?next=/../&to=http://evil.example', { host: 'localhost', port: 8976 }],
    ['http://localhost:8976/cb?states=1&tokens=2&a[]={x|y}', { host: 'localhost', port: 8976 }],
    [`http://localhost/${'a'.repeat(1007)}`, { host: 'localhost', port: 80 }],
  ])('%s', (uri, place) => {
    expect(checkCallback(uri)).toEqual({ ok: true, callback: { uri, ...place } })
  })
})

describe('a redirect_uri is refused', () => {
  it.each<[CallbackFault, readonly string[]]>([
    ['length', [`http://localhost/${'a'.repeat(1008)}`, 'x'.repeat(1_000_000)]],
    [
      'characters',
      [
        'http://localhost/ a',
        ' http://localhost/',
        'http://localhost/\n',
        'http://local\thost/',
        'http://localhost/"',
        "http://localhost/'",
        'http://localhost/<',
        'http://localhost/>',
        'http://localhost\\@evil.example/',
        'http:\\\\localhost/',
        'http://localhost/\u0000',
        'http://localhost/é',
        'http://ｌocalhost/',
        'http://localhost/%',
        'http://localhost/%4',
        'http://localhost/%zz',
        'http://localhost/{a}',
        'http://localhost/^',
        'http://localhost/`',
        'http://localhost/|',
        'http://localhost/[a]',
      ],
    ],
    [
      'scheme',
      [
        '',
        'localhost',
        '//localhost/',
        '/callback',
        'https://localhost/',
        'HTTP://localhost/',
        'http:/localhost/',
        'http:localhost',
        'ftp://localhost/',
        'javascript:alert(1)//http://localhost/',
        'data:text/html,x',
        'pointsman://localhost/',
      ],
    ],
    [
      'user-info',
      ['http://a@localhost/', 'http://a:b@localhost:1/', 'http://localhost@evil.example/', 'http://@localhost/'],
    ],
    [
      'host',
      [
        'http://',
        'http:///',
        'http://?',
        'http://:80/',
        'http://evil.example/',
        'http://localhost.evil.example/',
        'http://localhost./',
        'http://LOCALHOST/',
        'http://127.1/',
        'http://127.0.0.2/',
        'http://127.0.0.1.evil.example/',
        'http://127.0.0.01/',
        'http://0x7f.0.0.1/',
        'http://2130706433/',
        'http://0/',
        'http://0.0.0.0/',
        'http://[::]/',
        'http://::1/',
        'http://[0:0:0:0:0:0:0:1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://[::1%25lo]/',
        'http://[::1',
        'http://%6cocalhost/',
        'http://localhost%2eevil.example/',
        'http://localhost;evil.example/',
        'http://localhost&evil.example/',
      ],
    ],
    [
      'port',
      [
        'http://localhost:/',
        'http://localhost:0/',
        'http://localhost:65536/',
        'http://localhost:99999/',
        'http://localhost:080/',
        'http://localhost:-1/',
        'http://localhost:+1/',
        'http://localhost:1e3/',
        'http://localhost:80:80/',
        'http://localhost:http/',
        'http://[::1]:70000/',
      ],
    ],
    ['fragment', ['http://localhost/#', 'http://localhost/#a', 'http://localhost#@evil.example/']],
    [
      'dot-segment',
      [
        'http://localhost/.',
        'http://localhost/..',
        'http://localhost/a/../b',
        'http://localhost/./a?x',
        'http://localhost/%2e%2E/a',
        'http://localhost/.%2e/a',
      ],
    ],
    [
      'reserved-name',
      [
        'http://localhost/?token=x',
        'http://localhost/?a=b&state=x',
        'http://localhost/?workspace',
        'http://localhost/?api_url=',
        'http://localhost/?expires_at=x',
        'http://localhost/?error=x',
        'http://localhost/?%74oken=x',
        'http://localhost/?TOKEN=x',
        'http://localhost/?a;token=x',
        'http://localhost/?+token=x',
        'http://localhost/?token[]=x',
        'http://localhost?token',
      ],
    ],
  ])('for its %s', (reason, uris) => {
    expect(uris.map((uri) => [uri, verdict(uri)])).toEqual(uris.map((uri) => [uri, reason]))
  })
})

const scheme = fc.constantFrom('http://', 'https://', 'HTTP://', 'http:', 'http:\\\\', '//', 'http:///', '')
const userInfo = fc.constantFrom('', '', '', 'a@', 'a:b@', '@', 'localhost@', '127.0.0.1:80@')
const hosts = [
  ...CALLBACK_HOSTS,
  'localhost.',
  'LocalHost',
  '127.1',
  '0x7f.1',
  '[0::1]',
  '[::1',
  'evil.example',
  '',
  '%31',
]
const host = fc.constantFrom(...CALLBACK_HOSTS, ...CALLBACK_HOSTS, ...hosts)
const port = fc.oneof(
  fc.constantFrom('', ':', ':0', ':80', ':080', ':65535', ':65536', ':80@evil.example', ':8976'),
  fc.nat(70_000).map((number) => `:${number}`),
)
const piece = fc.constantFrom(
  ...['a', '/', '//', '.', '..', '%2e', '%2F', '%', '\\', '@', ':', ';', '?', '&', '=', '#', '+', '[', ']', '{', '|'],
  ...["'", '"', '<', ' ', '\t', '\n', 'é', '\u0000', 'token', 'state=', '%74oken', 'http://evil.example'],
)
const rest = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const hostile = fc
  .tuple(scheme, userInfo, host, port, fc.constantFrom('', '/', '?', '#', '\\'), rest)
  .map((parts) => parts.join(''))
const anything = fc.oneof(
  { weight: 8, arbitrary: hostile },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.webUrl() },
)

const pathCharacter = fc.constantFrom(...'abcXYZ019-._~!$&()*+,;=:@', '%20', '%C3%A9')
const queryCharacter = fc.constantFrom(...'abc019-._~!$()*+,:@/?[]{}|^`', '%20', '=x&b')
const textOf = (character: fc.Arbitrary<string>) => fc.string({ unit: character, maxLength: 12 })
const lawful = fc
  .record({
    host: fc.constantFrom(...CALLBACK_HOSTS),
    port: fc.option(fc.integer({ min: 1, max: 65_535 })),
    path: fc.array(
      textOf(pathCharacter).map((segment) => `/s${segment}`),
      { maxLength: 3 },
    ),
    query: fc.option(textOf(queryCharacter).map((text) => `q${text}`)),
  })
  .map(({ host, port, path, query }) => {
    const place = port === null ? host : `${host}:${port}`
    return `http://${place}${path.join('')}${query === null ? '' : `?${query}`}`
  })

const leadsHere = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  return protocol === 'http:' && CALLBACK_HOSTS.some((known) => known === hostname) && username + password === ''
}

describe('the grammar of a redirect_uri', () => {
  it('agrees with new URL on whatever it accepts, and new URL is never the only one to object', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.oneof(anything, lawful), (uri) => {
        const checked = checkCallback(uri)
        if (!checked.ok) {
          expect(checked.reason).not.toBe('ambiguous')
          return
        }
        taken += 1
        const { host, port } = checked.callback
        const place = port === 80 ? host : `${host}:${port}`
        const rest = uri.replace(/^http:\/\/[^/?]*/, '')
        expect(new URL(uri).href).toBe(`http://${place}${rest.startsWith('/') ? rest : `/${rest}`}`)
        expect(CALLBACK_HOSTS).toContain(host)
      }),
      { numRuns: 3000 },
    )
    expect(taken).toBeGreaterThan(500)
  })

  it('accepts every lawful one', () => {
    fc.assert(
      fc.property(lawful, (uri) => verdict(uri) === 'accepted'),
      { numRuns: 1000 },
    )
  })

  it('refuses whatever new URL takes elsewhere', () => {
    fc.assert(
      fc.property(anything, (uri) => {
        fc.pre(!leadsHere(uri))
        expect(verdict(uri)).not.toBe('accepted')
      }),
      { numRuns: 3000 },
    )
  })
})

const answer = {
  token: 'svc_live_x',
  state: 'a b&c=d#e/é',
  workspace: 'ws_1',
  api_url: 'http://127.0.0.1:3000',
  expires_at: '2026-11-20T12:00:00.000Z',
}

describe('the way back to a command-line client', () => {
  it.each([
    ['http://localhost:1', 'http://localhost:1?a=b%20c'],
    ['http://localhost:1/', 'http://localhost:1/?a=b%20c'],
    ['http://localhost:1/cb?', 'http://localhost:1/cb?a=b%20c'],
    ['http://localhost:1/cb?x=%7e', 'http://localhost:1/cb?x=%7e&a=b%20c'],
    ['http://localhost:1/cb?x?', 'http://localhost:1/cb?x?&a=b%20c'],
    ['http://localhost:1/cb?x&', 'http://localhost:1/cb?x&a=b%20c'],
  ])('from %s is %s', (uri, expected) => {
    expect(redirectTo(accepted(uri), { a: 'b c' })).toBe(expected)
  })

  it('keeps the callback’s bytes and adds exactly one of each parameter, for any callback and any state', () => {
    fc.assert(
      fc.property(lawful, fc.string({ unit: 'binary-ascii', minLength: 1 }), (uri, state) => {
        const sent = { ...answer, state }
        const target = redirectTo(accepted(uri), sent)
        expect(target.startsWith(uri)).toBe(true)
        const read = new URL(target)
        expect(read.host).toBe(new URL(uri).host)
        expect(read.hash).toBe('')
        for (const [name, value] of Object.entries(sent)) expect(read.searchParams.getAll(name)).toEqual([value])
        const before = [...new URL(uri).searchParams.keys()]
        expect([...read.searchParams.keys()]).toEqual([...before, ...Object.keys(sent)])
        expect(target).toMatch(/^[!-~]+$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('CSP form-action', () => {
  it.each([
    ['http://127.0.0.1:8976/cb', 'http://127.0.0.1:8976'],
    ['http://localhost:8976/cb?a=;', 'http://localhost:8976'],
    ['http://localhost/', 'http://localhost:80'],
    ['http://[::1]:8976/cb', 'http:'],
  ])('for %s names %s', (uri, source) => {
    expect(formActionSource(accepted(uri))).toBe(source)
  })
})
