import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import defaultIndex from '../../../functions/routing/default-index.json' with { type: 'json' }
import { type Credential, credentialFile, credentialsFolder } from '../../../shared/client/credentials.ts'
import { openerOf } from '../../../shared/client/open.ts'
import { BUDGETS, LATENCIES, QUALITIES, REGIONS, TASKS } from '../../../shared/models/choices.ts'
import { aFolder, answering, aServer, aToken, NOW, pointsman } from '../../support/command-line.ts'

const BASE = 'http://127.0.0.1:3000'

const aCredential = (overrides: Partial<Credential> = {}): Credential => ({
  baseUrl: BASE,
  token: aToken(),
  workspace: 'ws_1',
  expiresAt: '2027-02-19T06:00:00.000Z',
  ...overrides,
})

/** A config folder in which somebody has signed in. */
const signedIn = (credential: Credential): { readonly XDG_CONFIG_HOME: string } => {
  const environment = { XDG_CONFIG_HOME: aFolder() }
  const file = credentialFile(credentialsFolder({ platform: 'linux', environment, home: '/' }), credential.baseUrl)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(credential))
  return environment
}

const fileOf = (environment: { readonly XDG_CONFIG_HOME: string }, baseUrl: string): string =>
  credentialFile(credentialsFolder({ platform: 'linux', environment, home: '/' }), baseUrl)

const aSnapshot = {
  apiVersion: '2026-11-01',
  loopId: 'bug-autofix',
  generatedAt: '2026-11-21T06:00:00Z',
  workspace: 'ws_9',
  status: 'empty',
  connectors: [],
  signals: [],
  message: 'None yet',
}

const aRoute = {
  model: 'm-1',
  openRouterId: null,
  name: 'M 1',
  provider: 'Maker',
  providerDomain: 'maker.example',
  logoUrl: 'https://maker.example/logo',
  reason: 'It scores\u001b[31m most.',
  price: 0.5,
  intelligence: 50,
  speed: 100,
  value: 10,
  updatedAt: '2026-11-21T06:00:00Z',
  fallback: null,
  fallbackOpenRouterId: null,
  fallbackLogoUrl: null,
  policy: 'code fast low high: score',
  task: 'code',
  providerFilter: [],
  regionFilter: [],
}

describe('The help', () => {
  it('shows every command and exit code, and is the answer when asked for', async () => {
    const { exit, out, err } = await pointsman(['--help'])
    expect([exit, err]).toEqual([0, ''])
    for (const name of [
      'route',
      'cheapest',
      'fastest',
      'smartest',
      'best-value',
      'models',
      'changes',
      'login',
      'logout',
    ])
      expect(out).toContain(`  ${name}`)
    expect(out).toMatch(/3 {2}not signed in/)
  })

  const commands = ['route', 'cheapest', 'best-value', 'models', 'changes', 'login', 'logout', 'whoami', 'snapshot']
  it.each(commands)('of %s has examples and the general options', async (command) => {
    const { exit, out } = await pointsman([command, '--help'])
    expect(exit).toBe(0)
    expect(out).toMatch(/Examples:\n {2}\$ (MODEL=\$\()?pointsman /)
    expect(out).toContain('--base-url <address>')
  })

  it('of route names every word that is allowed', async () => {
    const { out } = await pointsman(['route', '--help'])
    for (const word of [...TASKS, ...LATENCIES, ...BUDGETS, ...QUALITIES, ...REGIONS]) expect(out).toContain(word)
  })

  const wrong = [[], ['nonsense'], ['route', '--task', 'cooking'], ['route', '--regions', 'mars'], ['snapshot']]
  const more = [
    ['models', '--limit', '0'],
    ['models', '--max-price', 'much'],
    ['route', '--colour'],
    ['route', '--base-url', 'nowhere'],
  ]
  it.each([...wrong, ...more, ['route', '--raw', '--json'], ['route', '--base-url', 'http://a:b@c']])(
    'is pointed to when the use is wrong: %s %s %s',
    async (...args) => {
      const { exit, out, err } = await pointsman(args.filter((arg) => arg !== undefined))
      expect([exit, out]).toEqual([2, ''])
      expect(err).not.toBe('')
    },
  )
})

describe('pointsman route', () => {
  it('asks with every parameter, and shows the model, its figures, the reason, the fallback and the policy', async () => {
    const server = await aServer(answering(200, aRoute))
    const args = ['--task', 'planning', '--latency', 'overnight', '--budget', 'balanced', '--quality', 'balanced']
    const filters = ['--providers', 'a,b', '--providers', 'c', '--regions', 'EU, us']
    const { exit, out, err } = await pointsman(['route', '--base-url', server.url, ...args, ...filters])
    expect([exit, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual([
      'm-1',
      'M 1 by Maker: $0.5 per 1M tokens, 100 tokens/s, intelligence 50, value 10',
      'It scores [31m most.',
      'Fallback: none',
      'Policy: code fast low high: score',
      '',
    ])
    expect(server.sent[0]?.url).toBe(
      '/api/route?task=planning&latency=overnight&budget=balanced&quality=balanced&providers=a%2Cb%2Cc&regions=eu%2Cus',
    )
  })

  it('answers JSON, the address coming from the environment', async () => {
    const server = await aServer(answering(200, { ...aRoute, later: 1 }))
    const { out } = await pointsman(['route', '--json'], { environment: { POINTSMAN_BASE_URL: `${server.url}/` } })
    expect(JSON.parse(out)).toEqual({ ...aRoute, later: 1 })
    expect(out).not.toContain('\u001b')
  })

  it('is coloured on a terminal only', async () => {
    const server = await aServer(answering(200, aRoute))
    const args = ['route', '--base-url', server.url]
    expect((await pointsman(args, { isColoured: true })).out).toContain('\u001b[1mm-1\u001b[22m\n')
    expect((await pointsman(args)).out).not.toContain('\u001b')
  })

  it('asks the raw endpoint for the id alone', async () => {
    const server = await aServer(answering(200, 'm-1', { 'content-type': 'text/plain' }))
    expect(await pointsman(['best-value', '--raw', '--base-url', server.url])).toEqual({
      exit: 0,
      out: 'm-1\n',
      err: '',
    })
    expect(server.sent[0]?.url).toBe('/api/best-value/raw')
  })

  const failures = [
    ['nothing fits', answering(404, { statusCode: 404, message: 'No model matches' }), 1, 'No model matches'],
    ['a value is not accepted', answering(400, { statusCode: 400, message: 'providers: too many' }), 2, 'too many'],
    ['it is asked too often', answering(429, { message: 'Too Many Requests' }), 1, 'Too Many Requests'],
    ['the service is down', answering(503, { message: 'Service Unavailable' }), 4, 'Service Unavailable'],
    ['another server answers', answering(200, '<h1>Hi</h1>'), 5, 'check the base address'],
    [
      'it is redirected',
      answering(308, {}, { location: 'https://elsewhere.example/' }),
      5,
      'https://elsewhere.example/',
    ],
  ] as const
  it.each(failures)('says on stderr, with an exit code of its own, that %s', async (_, answer, exit, says) => {
    const server = await aServer(answer)
    const result = await pointsman(['route', '--base-url', server.url])
    expect(result).toEqual({ exit, out: '', err: expect.stringContaining(says) })
  })

  it('says that nothing answers', async () => {
    const { exit, err } = await pointsman(['route', '--base-url', 'http://127.0.0.1:1'])
    expect([exit, err]).toEqual([4, expect.stringContaining('http://127.0.0.1:1 cannot be reached')])
  })
})

describe('pointsman models', () => {
  const answers = Object.fromEntries(['cheapest', 'fastest', 'smartest', 'bestValue'].map((name) => [name, aRoute]))
  const index = { ...defaultIndex, answers: { ...answers, route: aRoute }, api: [] }
  const ids = async (...args: readonly string[]): Promise<readonly string[]> => {
    const server = await aServer(answering(200, index))
    const { out, err } = await pointsman(['models', '--json', '--base-url', server.url, ...args])
    expect(err).toBe('')
    return JSON.parse(out).map(({ id }: { id: string }) => id)
  }
  const byPrice = defaultIndex.models.toSorted((a, b) => a.blendedPricePer1M - b.blendedPricePer1M)

  it('sorts the best of a kind to the top, or the worst', async () => {
    const cheapest = await ids('--sort', 'price', '--limit', '1')
    const dearest = await ids('--sort', 'price', '--limit', '1', '--reverse')
    const priceOf = (id: string | undefined) => byPrice.find((model) => model.id === id)?.blendedPricePer1M
    expect(priceOf(cheapest[0])).toBe(byPrice[0]?.blendedPricePer1M)
    expect(priceOf(dearest[0])).toBe(byPrice.at(-1)?.blendedPricePer1M)
  })

  it('leaves what all filters leave', async () => {
    const left = defaultIndex.models.filter(
      ({ region, openWeights, blendedPricePer1M: price }) => region === 'eu' && openWeights && price <= 0.5,
    )
    expect(left.length).toBeGreaterThan(0)
    const shown = await ids('--regions', 'eu', '--open-weights', '--max-price', '0.5')
    expect(shown.toSorted()).toEqual(left.map(({ id }) => id).toSorted())
    const mistral = await ids('--providers', 'Mistral AI', '--min-intelligence', '15', '--min-context', '200000')
    expect(mistral.length).toBeGreaterThan(0)
    expect(mistral.every((id) => id.startsWith('mistral'))).toBe(true)
  })

  it('shows a table whose columns stand under one another', async () => {
    const server = await aServer(answering(200, index))
    const { out, err } = await pointsman(['models', '--base-url', server.url])
    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBe(defaultIndex.models.length + 1)
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
    expect(err).toBe(
      `${defaultIndex.models.length} of ${defaultIndex.models.length} models, as of ${index.updatedAt}\n`,
    )
  })

  it('says that nothing is left', async () => {
    const server = await aServer(answering(200, index))
    const result = await pointsman(['models', '--max-price', '0', '--base-url', server.url])
    expect(result).toEqual({ exit: 1, out: '', err: 'No model of the index is left by these filters.\n' })
  })
})

describe('pointsman changes', () => {
  const aChange = (kind: string, at: string) => ({
    id: `urn:${at}`,
    at,
    kind,
    subject: 'm',
    summary: `${kind} moved`,
    new: 1,
  })
  const log = { updatedAt: null, changes: [aChange('price', '2026-11-20'), aChange('some-later-kind', '2026-11-19')] }

  it('shows every change, of kinds that it does not know too', async () => {
    const server = await aServer(answering(200, log))
    const { out } = await pointsman(['changes', '--base-url', server.url])
    expect(out).toBe('2026-11-20  price: price moved\n2026-11-19  some-later-kind: some-later-kind moved\n')
    expect(server.sent[0]?.url).toBe('/api/changes')
  })

  it('narrows them by kind and number, also as JSON', async () => {
    const server = await aServer(answering(200, log))
    const json = await pointsman(['changes', '--json', '--limit', '1', '--base-url', server.url])
    expect(JSON.parse(json.out)).toEqual([log.changes[0]])
    const none = await pointsman(['changes', '--kind', 'winner', '--base-url', server.url])
    expect(none).toEqual({ exit: 0, out: '', err: 'No change is known.\n' })
  })
})

describe('pointsman snapshot', () => {
  it('sends the token of the address, and prints JSON', async () => {
    const server = await aServer(answering(200, aSnapshot))
    const environment = signedIn(aCredential({ baseUrl: server.url }))
    const { exit, out } = await pointsman(['snapshot', 'bug-autofix', '--base-url', server.url], { environment })
    expect([exit, JSON.parse(out)]).toEqual([0, aSnapshot])
    expect(server.sent).toEqual([
      { method: 'GET', url: '/v1/loops/bug-autofix/connector-snapshot', authorization: `Bearer ${aToken()}` },
    ])
  })

  it('never sends the token of one address to another', async () => {
    const server = await aServer(answering(200, aSnapshot))
    const environment = signedIn(aCredential())
    const result = await pointsman(['snapshot', 'x', '--base-url', server.url], { environment })
    expect([result.exit, result.err, server.sent]).toEqual([3, expect.stringContaining('pointsman login'), []])
    // Not even when somebody has put the file of one address in the place of another's.
    writeFileSync(fileOf(environment, server.url), readFileSync(fileOf(environment, BASE)))
    const moved = await pointsman(['snapshot', 'x', '--base-url', server.url], { environment })
    expect([moved.exit, server.sent]).toEqual([3, []])
  })

  it.each(['{', '{}', '[]', JSON.stringify({ baseUrl: BASE, token: 'nonsense' })])(
    'names the file when it is broken: %s',
    async (text) => {
      const environment = signedIn(aCredential())
      writeFileSync(fileOf(environment, BASE), text)
      const { exit, out, err } = await pointsman(['snapshot', 'x'], { environment })
      expect([exit, out]).toEqual([3, ''])
      expect(err).toContain(fileOf(environment, BASE))
    },
  )

  const failures = [
    ['is refused', answering(401, { statusCode: 401, message: 'The token was revoked' }), 3],
    ['may not do it', answering(403, { statusCode: 403, message: 'Missing required scope: snapshots:read' }), 1],
    ['is sent on', answering(302, {}, { location: 'http://127.0.0.1:1/' }), 5],
    ['reaches a page', answering(200, '<h1>Hi</h1>'), 5],
  ] as const
  it.each(failures)('says when the token %s, and prints nothing of it', async (_, answer, exit) => {
    const server = await aServer(answer)
    const environment = signedIn(aCredential({ baseUrl: server.url }))
    const result = await pointsman(['snapshot', 'x', '--base-url', server.url], { environment })
    expect([result.exit, result.out]).toEqual([exit, ''])
    expect(result.err).not.toContain(aToken())
  })

  it('writes a file whole, or leaves it as it was', async () => {
    const server = await aServer(answering(200, aSnapshot))
    const environment = signedIn(aCredential({ baseUrl: server.url }))
    const folder = aFolder()
    const file = join(folder, 'snapshot.json')
    const to = (output: string) => pointsman(['snapshot', 'x', '-o', output, '--base-url', server.url], { environment })
    expect(await to(file)).toEqual({ exit: 0, out: '', err: `Wrote ${file}\n` })
    expect([JSON.parse(readFileSync(file, 'utf8')), readdirSync(folder)]).toEqual([aSnapshot, ['snapshot.json']])
    const nowhere = await to(join(file, 'below'))
    expect(nowhere).toEqual({ exit: 1, out: '', err: expect.stringContaining('ENOTDIR') })
    expect(await to(folder)).toMatchObject({ exit: 1 })
    expect(readdirSync(folder)).toEqual(['snapshot.json'])
  })
})

describe('pointsman whoami', () => {
  const asked = async (expiresAt: string | undefined, answer = answering(200, aSnapshot)) => {
    const server = await aServer(answer)
    const { expiresAt: _, ...credential } = aCredential({ baseUrl: server.url })
    const environment = signedIn(expiresAt === undefined ? credential : { ...credential, expiresAt })
    return pointsman(['whoami', '--base-url', server.url], { environment })
  }
  const in_ = (days: number): string => new Date(NOW.getTime() + days * 86_400_000).toISOString()

  it('shows the workspace as the service knows it, and how long the token lives', async () => {
    const { exit, out, err } = await asked(in_(90))
    expect([exit, err]).toEqual([0, ''])
    expect(out).toMatch(/workspace {2}ws_9\nexpires {4}2027-02-19T06:00:00\.000Z \(in 90 days\)\n/)
  })

  it.each([
    [7.001, false],
    [7, true],
    [0.5, true],
  ])('warns within seven days of the end: %d', async (days, isWarned) => {
    const { exit, err } = await asked(in_(days))
    expect([exit, err.includes('expires soon')]).toEqual([0, isWarned])
  })

  it('says that the token is over', async () => {
    expect(await asked(in_(0))).toMatchObject({ exit: 3, out: '', err: expect.stringContaining('expired at') })
  })

  it('says that the token was revoked', async () => {
    const revoked = answering(401, { statusCode: 401, message: 'The token was revoked' })
    expect(await asked(in_(90), revoked)).toMatchObject({ exit: 3, err: expect.stringContaining('revoked') })
  })

  it('shows what it kept for a token that may not ask', async () => {
    const refused = answering(403, { statusCode: 403, message: 'Missing required scope: snapshots:read' })
    const { exit, out } = await asked(undefined, refused)
    expect([exit, out]).toEqual([0, expect.stringMatching(/workspace {2}ws_1\nexpires {4}not known/)])
  })
})

describe('pointsman logout', () => {
  it('removes the token of this address only, and says where to revoke it', async () => {
    const environment = signedIn(aCredential())
    writeFileSync(fileOf(environment, 'https://other.example'), JSON.stringify(aCredential()))
    const result = await pointsman(['logout'], { environment })
    expect(result).toEqual({ exit: 0, err: '', out: expect.stringContaining(`${BASE}/settings/api-tokens\n`) })
    expect(readdirSync(dirname(fileOf(environment, BASE)))).toEqual(['https%3A%2F%2Fother.example.json'])
    expect(await pointsman(['logout'], { environment })).toMatchObject({ exit: 3, out: '' })
  })

  it('removes a broken file too', async () => {
    const environment = signedIn(aCredential())
    writeFileSync(fileOf(environment, BASE), '{')
    expect((await pointsman(['logout', '--json'], { environment })).exit).toBe(0)
    expect(readdirSync(dirname(fileOf(environment, BASE)))).toEqual([])
  })
})

describe('The folder of the credentials', () => {
  const places = [
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/pointsman/credentials'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ann/.config/pointsman/credentials'],
    ['linux', {}, '/home/ann/.config/pointsman/credentials'],
    ['darwin', { XDG_CONFIG_HOME: '/xdg' }, '/home/ann/Library/Application Support/pointsman/credentials'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/pointsman/credentials'],
    ['win32', {}, '/home/ann/AppData/Roaming/pointsman/credentials'],
  ] as const
  it.each(places)('is where %s keeps such things: %j', (platform, environment, folder) => {
    expect(credentialsFolder({ platform, environment, home: '/home/ann' })).toBe(folder)
  })
})

describe('The browser', () => {
  it.each([
    ['darwin', {}, ['open']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
    ['linux', {}, undefined],
  ] as const)('is opened by the means of %s: %j', (platform, environment, opener) => {
    expect(openerOf({ platform, environment })).toEqual(opener)
  })
})
