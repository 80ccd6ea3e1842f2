import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { credentialFile, credentialsFolder } from '../../../shared/client/credentials.ts'
import type { Surroundings } from '../../../shared/client/surroundings.ts'
import {
  aFolder,
  answering,
  aServer,
  aToken,
  forever,
  NOW,
  type Printed,
  pointsman,
} from '../../support/command-line.ts'
import { listening } from '../../support/listening.ts'

const BASE = 'http://127.0.0.1:3000'
const EXPIRES = '2027-02-19T06:00:00.000Z'

type Asked = { readonly callback: string; readonly state: string; readonly client: string }
type Act = (asked: Asked) => Promise<unknown>

const askedBy = (page: string): Asked => {
  const { searchParams } = new URL(page)
  const [callback = '', state = '', client = ''] = ['redirect_uri', 'state', 'client'].map(
    (name) => searchParams.get(name) ?? '',
  )
  return { callback, state, client }
}

/** What the service would redirect to after Approve. */
const approvedAt = (
  { callback, state }: Asked,
  overrides: Readonly<Record<string, string | undefined>> = {},
): string => {
  const given = { token: aToken(), state, workspace: 'ws_1', api_url: BASE, expires_at: EXPIRES, ...overrides }
  const query = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return `${callback}?${new URLSearchParams(query)}`
}

type Login = Printed & { readonly config: string; readonly stored: readonly string[] }

/** Runs `pointsman login`; `act` plays the browser. */
const login = async (act: Act, overrides: Partial<Surroundings> = {}): Promise<Login> => {
  const config = overrides.environment?.XDG_CONFIG_HOME ?? aFolder()
  const acted: Promise<unknown>[] = []
  const printed = await pointsman(['login'], {
    environment: { XDG_CONFIG_HOME: config },
    sleep: forever,
    openBrowser: async (page) => {
      acted.push(act(askedBy(page)))
      return true
    },
    ...overrides,
  })
  await Promise.all(acted)
  return { ...printed, config, stored: filesIn(config) }
}

const folderIn = (config: string): string =>
  credentialsFolder({ platform: 'linux', environment: { XDG_CONFIG_HOME: config }, home: '/' })

const filesIn = (config: string): readonly string[] => {
  try {
    return readdirSync(folderIn(config))
  } catch {
    return []
  }
}

/** A browser that follows where it is sent, and what it saw last. */
const browse = async (
  url: string,
): Promise<{ readonly url: string; readonly status: number; readonly text: string }> => {
  const response = await fetch(url)
  return { url: response.url, status: response.status, text: await response.text() }
}

const tells = ({ out, err }: Printed): string => out + err

describe('pointsman login', () => {
  it('stores the token for the address asked, readable by its owner only, and prints none of it', async () => {
    const seen: { url: string; text: string }[] = []
    const result = await login(async (asked) => seen.push(await browse(approvedAt(asked))))
    expect([result.exit, result.out]).toEqual([0, `Signed in to ${BASE} as ws_1 until ${EXPIRES}.\n`])
    const file = credentialFile(folderIn(result.config), BASE)
    expect(result.stored).toEqual(['http%3A%2F%2F127.0.0.1%3A3000.json'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      baseUrl: BASE,
      token: aToken(),
      workspace: 'ws_1',
      expiresAt: EXPIRES,
    })
    expect([statSync(file).mode & 0o777, statSync(folderIn(result.config)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(tells(result)).not.toContain(aToken())
    expect(seen[0]?.text).toContain('Signed in')
  })

  it('sends the browser on to an address that holds nothing, without a referrer and without caching', async () => {
    const answers: Response[] = []
    await login(async (asked) => {
      const answer = await fetch(approvedAt(asked), { redirect: 'manual' })
      answers.push(answer)
      await browse(answer.headers.get('location') ?? '')
    })
    const [answer] = answers
    expect(answer?.status).toBe(303)
    expect(answer?.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/result$/)
    expect([answer?.headers.get('referrer-policy'), answer?.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
  })

  it('asks with a fresh state of 256 bits, a name that tells the computer, and shows the address on stderr', async () => {
    const asked: Asked[] = []
    const act: Act = (one) => {
      asked.push(one)
      return browse(approvedAt(one))
    }
    const { err } = await login(act)
    await login(act)
    expect(asked.map(({ state }) => Buffer.from(state, 'base64url').length)).toEqual([32, 32])
    expect(asked[0]?.state).not.toBe(asked[1]?.state)
    expect(asked[0]?.client).toBe('pointsman on signal-box')
    expect(err).toContain(`${BASE}/settings/api-tokens/cli?client=pointsman+on+signal-box&redirect_uri=http`)
  })

  const refusals: readonly (readonly [
    what: string,
    overrides: Record<string, string | undefined>,
    exit: number,
    says: RegExp,
  ])[] = [
    ['a wrong state', { state: 'A'.repeat(43) }, 1, /state is wrong/],
    ['no state', { state: undefined }, 1, /state is wrong/],
    ['no token', { token: undefined }, 5, /holds no token/],
    ['a token of another kind', { token: 'ghp_0123456789012345678901234567890123456789' }, 5, /holds no token/],
    ['no workspace', { workspace: undefined }, 5, /workspace/],
    ['the address of another server', { api_url: 'https://elsewhere.example' }, 1, /another address/],
    ['no address', { api_url: undefined }, 1, /another address/],
    ['an expiry that is over', { expires_at: NOW.toISOString() }, 5, /expire/],
    ['an expiry that is no time', { expires_at: 'soon' }, 5, /expiry/],
  ]
  it.each(refusals)('stores nothing when the callback has %s', async (_, overrides, exit, says) => {
    const seen: { text: string }[] = []
    const result = await login(async (asked) => seen.push(await browse(approvedAt(asked, overrides))))
    expect([result.exit, result.out, result.stored]).toEqual([exit, '', []])
    expect(result.err).toMatch(says)
    expect(result.err).toContain('Nothing was stored.')
    expect(tells(result)).not.toContain(aToken())
    expect(seen[0]?.text).toContain('Nothing was stored')
  })

  it('stores nothing when a parameter comes twice', async () => {
    const result = await login((asked) => browse(`${approvedAt(asked)}&token=${aToken('b')}`))
    expect([result.exit, result.stored]).toEqual([5, []])
    const state = await login((asked) => browse(`${approvedAt(asked)}&state=x`))
    expect([state.exit, state.stored]).toEqual([1, []])
  })

  it('stores nothing when the person denies', async () => {
    const result = await login(({ callback, state }) => browse(`${callback}?error=access_denied&state=${state}`))
    expect([result.exit, result.stored]).toEqual([1, []])
    expect(result.err).toContain('denied in the browser')
  })

  it('does not believe a denial with a wrong state', async () => {
    const result = await login(({ callback }) => browse(`${callback}?error=access_denied&state=x`))
    expect(result.err).toContain('state is wrong')
  })

  it('takes the first callback only', async () => {
    const statuses: number[] = []
    const result = await login(async (asked) => {
      const first = await fetch(approvedAt(asked), { redirect: 'manual' })
      const second = await browse(approvedAt(asked, { token: aToken('b') }))
      statuses.push(first.status, second.status)
      await browse(first.headers.get('location') ?? '')
    })
    expect([result.exit, statuses]).toEqual([0, [303, 409]])
    expect(readFileSync(credentialFile(folderIn(result.config), BASE), 'utf8')).toContain(aToken('a'))
  })

  it('passes over other paths, other methods and other names of this computer, and goes on waiting', async () => {
    const statuses: number[] = []
    const result = await login(async (asked) => {
      const page = approvedAt(asked)
      statuses.push((await browse(page.replace('/callback', '/'))).status)
      statuses.push((await browse(page.replace('/callback', '/callback/x'))).status)
      statuses.push((await browse(page.replace('127.0.0.1', 'localhost'))).status)
      statuses.push((await fetch(page, { method: 'HEAD' })).status)
      statuses.push((await fetch(page, { method: 'POST' })).status)
      statuses.push((await browse(page.replace('/callback', '/result'))).status)
      await browse(page)
    })
    expect([result.exit, statuses]).toEqual([0, [404, 404, 404, 405, 405, 404]])
  })

  it('gives up after 120 seconds', async () => {
    const slept: number[] = []
    const sleep = async (ms: number) => void slept.push(ms)
    const result = await login(async () => {}, { sleep })
    expect([result.exit, result.stored, slept]).toEqual([1, [], [120_000]])
    expect(result.err).toContain('Nobody approved within 120 seconds')
  })

  it('says so when this computer lets nobody listen', async () => {
    const listen = () => Promise.reject(new Error('listen EADDRNOTAVAIL 127.0.0.1'))
    const result = await login(async () => {}, { listen })
    expect([result.exit, result.stored]).toEqual([4, []])
    expect(result.err).toContain('EADDRNOTAVAIL')
  })

  it('says so when its listener is taken away while it waits', async () => {
    let taken: Server | undefined
    const listen = (server: Server) => {
      taken = server
      return listening(server)
    }
    const result = await login(async () => taken?.close(), { listen })
    expect([result.exit, result.stored]).toEqual([4, []])
    expect(result.err).toContain('listener on this computer was closed')
  })

  it('asks for no token when it could not keep one', async () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'pointsman'), 'a file where the folder should be')
    let isAsked = false
    const result = await login(
      async () => {
        isAsked = true
      },
      { environment: { XDG_CONFIG_HOME: folder } },
    )
    expect([result.exit, isAsked]).toEqual([1, false])
    expect(result.err).toMatch(/cannot be written \((ENOTDIR|EEXIST)\)\. No token was asked for/)
  })

  it('tells how to revoke a token that could not be kept at the last moment', async () => {
    const folder = aFolder()
    const result = await login(
      (asked) => {
        const { rmSync, writeFileSync: write } = process.getBuiltinModule('node:fs')
        rmSync(join(folder, 'pointsman'), { recursive: true })
        write(join(folder, 'pointsman'), '')
        return browse(approvedAt(asked))
      },
      { environment: { XDG_CONFIG_HOME: folder } },
    )
    expect(result.exit).toBe(1)
    expect(result.err).toContain(`revoke it: ${BASE}/settings/api-tokens`)
    expect(tells(result)).not.toContain(aToken())
  })

  it('replaces a file that it cannot read', async () => {
    const config = aFolder()
    await login((asked) => browse(approvedAt(asked)), { environment: { XDG_CONFIG_HOME: config } })
    writeFileSync(credentialFile(folderIn(config), BASE), '{')
    const result = await login((asked) => browse(approvedAt(asked)), { environment: { XDG_CONFIG_HOME: config } })
    expect([result.exit, result.stored.length]).toEqual([0, 1])
  })

  it('opens no browser when told so', async () => {
    const opened: string[] = []
    const openBrowser = async (page: string) => opened.push(page) > 0
    const { exit, err } = await pointsman(['login', '--no-browser'], { openBrowser })
    expect([exit, opened]).toEqual([1, []])
    expect(err).toContain('/settings/api-tokens/cli?client=')
  })

  it('asks for nothing that would travel in the clear', async () => {
    const { exit, err } = await pointsman(['login', '--base-url', 'http://pointsman.example'])
    expect([exit, err]).toEqual([2, expect.stringContaining('in the clear')])
  })
})

describe('pointsman login --with-token', () => {
  const withToken = (url: string, input: string, config: string) =>
    pointsman(['login', '--with-token', '--base-url', url], {
      environment: { XDG_CONFIG_HOME: config },
      readInput: async () => input,
    })
  const fine = answering(200, {
    apiVersion: '2026-11-01',
    loopId: 'whoami',
    generatedAt: '2026-11-21T06:00:00Z',
    workspace: 'ws_2',
    status: 'empty',
    connectors: [],
    signals: [],
    message: 'None yet',
  })

  it('keeps a token that the service accepts', async () => {
    const [server, config] = [await aServer(fine), aFolder()]
    const result = await withToken(server.url, `${aToken()}\n`, config)
    expect([result.exit, result.out]).toEqual([0, `Signed in to ${server.url} as ws_2.\n`])
    expect(filesIn(config).length).toBe(1)
  })

  it('keeps a token that may do other things only', async () => {
    const server = await aServer(answering(403, { statusCode: 403, message: 'Missing required scope: snapshots:read' }))
    const config = aFolder()
    expect((await withToken(server.url, aToken(), config)).exit).toBe(0)
    expect(filesIn(config).length).toBe(1)
  })

  const refusals = [
    ['a token of another server', answering(401, { statusCode: 401, message: 'The token is unknown' }), 3],
    ['a server of pages', answering(200, '<h1>Hi</h1>'), 5],
    ['a redirecting server', answering(302, {}, { location: 'https://elsewhere.example/' }), 5],
    ['a server that is busy for long', answering(503, { message: 'Down' }, { 'retry-after': '60' }), 4],
  ] as const
  it.each(refusals)('stores nothing for %s', async (_, answer, exit) => {
    const [server, config] = [await aServer(answer), aFolder()]
    const result = await withToken(server.url, aToken(), config)
    expect([result.exit, result.out, filesIn(config)]).toEqual([exit, '', []])
    expect(result.err).not.toBe('')
    expect(tells(result)).not.toContain(aToken())
  })

  it('sends nothing that is no token, and does not show it', async () => {
    const [server, config] = [await aServer(fine), aFolder()]
    const result = await withToken(server.url, 'my secret password', config)
    expect([result.exit, server.sent, filesIn(config)]).toEqual([2, [], []])
    expect(tells(result)).not.toContain('password')
  })

  it('prints no token that a server puts into its message', async () => {
    const server = await aServer(answering(401, { statusCode: 401, message: `No ${aToken()} \u001b[31mhere` }))
    const result = await withToken(server.url, aToken(), aFolder())
    expect(result.err).toMatch(/^No svc_live_\(hidden\) {2}\[31mhere\n/)
  })
})
