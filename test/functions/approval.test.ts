import { describe, expect, it } from 'vitest'
import { workspaceOf } from '../../shared/tokens/workspace.ts'
import { DAY, later, NOW } from '../support/access.ts'
import {
  anApproval,
  approvalWorld,
  delivered,
  encoded,
  fieldsIn,
  HOSTILE,
  PATH,
  unescaped,
} from '../support/approval-world.ts'

const world = approvalWorld()
const { click, get, opened, post, signedIn, tokensOf } = world

const ALL = ['snapshots:read', 'loops:read', 'loops:run']

describe('GET "shows the page and never mints"', () => {
  it('names account, workspace, client, callback host and port, scopes and expiry, with both buttons', async () => {
    const person = await signedIn()
    const { statusCode, body } = await get(person, encoded(anApproval()))
    expect(statusCode).toBe(200)
    const text = unescaped(body.replace(/<[^>]+>/g, '')).replace(/\s+/g, ' ')
    expect(text).toContain(`Your account ${person.userId}@example.org`)
    expect(text).toContain(`Workspace ${workspaceOf(person.userId)}`)
    expect(text).toContain('calls itself loop-runner')
    expect(text).toContain('this computer: 127.0.0.1, port 8976 http://127.0.0.1:8976/callback?session=1')
    expect(text).toContain('in 90 days, on 2027-02-18')
    expect(body.match(/<button[^>]*value="(approve|deny)"/g)).toHaveLength(2)
    expect(await tokensOf(person)).toEqual([])
  })

  it('has all three scopes ticked, and carries the request and a ticket', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    expect(fields.filter(([name]) => name === 'scope').map(([, value]) => value)).toEqual(ALL)
    const { ticket, ...asked } = Object.fromEntries(fields.filter(([name]) => name !== 'scope'))
    expect(asked).toEqual(anApproval())
    expect(ticket).toMatch(/^[0-9]{13}\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/)
  })

  it('writes nothing at all', async () => {
    const person = await signedIn()
    const calls = await world.there().faulty.callsDuring(() => get(person, encoded(anApproval())))
    expect([...new Set(calls)].sort()).toEqual(['GetItem', 'Query'])
  })

  it.each([
    ['http://127.0.0.1:8976/cb', "form-action 'self' http://127.0.0.1:8976;"],
    ['http://localhost:1/cb', "form-action 'self' http://localhost:1;"],
    ['http://localhost/cb', "form-action 'self' http://localhost:80;"],
    ['http://[::1]:8976/cb', "form-action 'self' http:;"],
  ])('carries the headers of section 9 for %s', async (redirect_uri, formAction) => {
    const { headers } = await get(await signedIn(), encoded(anApproval({ redirect_uri })))
    expect(headers['content-security-policy']).toContain(formAction)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect([headers['referrer-policy'], headers['cache-control'], headers['content-type']]).toEqual([
      'same-origin',
      'no-store',
      'text/html; charset=utf-8',
    ])
  })

  it('shows hostile text as text and hands it on unchanged', async () => {
    const asked = anApproval({ client: HOSTILE, state: ` ${HOSTILE}${HOSTILE} ` })
    const person = await signedIn()
    const { body } = await get(person, encoded(asked))
    expect(body).not.toMatch(/<script>|<img/)
    expect(Object.fromEntries(fieldsIn(body))).toMatchObject(asked)
  })

  it('sends who is signed out to sign in and back to the same request, whatever its spelling', async () => {
    const raw = `x=1&client=a%20b&state=%27\\"&redirect_uri=http://localhost:1/cb`
    const { statusCode, headers } = await get(undefined, raw)
    const query = 'client=a%20b&redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fcb&state=%27%5C%22'
    expect(statusCode).toBe(303)
    expect(headers.location).toBe(`/auth/sign-in?return_to=${encodeURIComponent(`${PATH}?${query}`)}`)
  })

  it('lets a bearer header play no role', async () => {
    const headers = { authorization: 'Bearer svc_live_whatever' }
    expect((await get(await signedIn(), encoded(anApproval()), { headers })).statusCode).toBe(200)
    expect((await get(undefined, encoded(anApproval()), { headers })).statusCode).toBe(303)
  })
})

describe('Approve', () => {
  it('is "303 to redirect_uri with exactly one each of token, state, workspace, api_url, expires_at"', async () => {
    const person = await signedIn()
    const answer = await click(person, await opened(person))
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toMatch(/^http:\/\/127\.0\.0\.1:8976\/callback\?session=1&token=svc_live_/)
    expect([answer.headers['referrer-policy'], answer.headers['cache-control'], answer.body]).toEqual([
      'no-referrer',
      'no-store',
      '',
    ])
    const [record] = await tokensOf(person)
    expect(delivered(answer)).toEqual([
      ['session', '1'],
      ['token', expect.stringMatching(/^svc_live_[0-9A-Za-z]{49}$/)],
      ['state', 'st-0123456789abcdef'],
      ['workspace', workspaceOf(person.userId)],
      ['api_url', 'https://pointsman.example'],
      ['expires_at', record?.expiresAt],
    ])
  })

  it('mints one token for 90 days, named after client and day, from the source cli', async () => {
    const person = await signedIn()
    await click(person, await opened(person))
    const [record, ...more] = await tokensOf(person)
    expect(more).toEqual([])
    expect(record).toMatchObject({
      name: 'loop-runner 2026-11-20',
      source: 'cli',
      client: 'loop-runner',
      scopes: ALL,
      userId: person.userId,
      workspace: workspaceOf(person.userId),
      createdAt: NOW.toISOString(),
      expiresAt: later(90 * DAY).toISOString(),
      revokedAt: null,
    })
  })

  it('takes api_url from configuration, never from a header', async () => {
    const person = await signedIn()
    const fields = [...(await opened(person)), ['decision', 'approve'] as const]
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const answer = await post(person, encoded(fields), { headers })
    expect(Object.fromEntries(delivered(answer)).api_url).toBe('https://pointsman.example')
  })

  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
  it.each([printable, HOSTILE, ' ', '%41%00+&=#', 'a&token=b&state=c', 'x'.repeat(512), '\'\\"`'])(
    'echoes the state %s exactly',
    async (state) => {
      const person = await signedIn()
      const answer = await click(person, await opened(person, anApproval({ state })))
      expect(delivered(answer).filter(([name]) => name === 'state')).toEqual([['state', state]])
    },
  )
})

describe('Scopes', () => {
  it.each([[['snapshots:read']], [['loops:run', 'loops:read']], [['loops:read', 'loops:read']]])(
    'mints with what stays ticked: %j',
    async (ticked) => {
      const person = await signedIn()
      const rest = (await opened(person)).filter(([name]) => name !== 'scope')
      await click(person, [...rest, ...ticked.map((scope) => ['scope', scope] as const)])
      expect((await tokensOf(person)).map(({ scopes }) => scopes)).toEqual([[...new Set(ticked)]])
    },
  )

  it('shows the page again when none is left, and that page works', async () => {
    const person = await signedIn()
    const rest = (await opened(person)).filter(([name]) => name !== 'scope')
    const again = await click(person, rest)
    expect(again.statusCode).toBe(400)
    expect(again.body).toContain('A token needs at least one scope')
    expect(await tokensOf(person)).toEqual([])
    const fields = fieldsIn(again.body)
    expect(fields).toEqual(rest)
    expect((await click(person, [...fields, ['scope', 'loops:read']])).statusCode).toBe(303)
    expect(await tokensOf(person)).toHaveLength(1)
  })
})

describe('Deny', () => {
  it('is "error=access_denied and state", with nothing minted', async () => {
    const person = await signedIn()
    const answer = await click(person, await opened(person), 'deny')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      'http://127.0.0.1:8976/callback?session=1&error=access_denied&state=st-0123456789abcdef',
    ])
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(await tokensOf(person)).toEqual([])
  })

  it('works with nothing ticked', async () => {
    const person = await signedIn()
    const rest = (await opened(person)).filter(([name]) => name !== 'scope')
    expect((await click(person, rest, 'deny')).statusCode).toBe(303)
  })

  it('cannot be followed by Approve from the same page', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    await click(person, fields, 'deny')
    const { statusCode, body } = await click(person, fields)
    expect(statusCode).toBe(409)
    expect(body).toContain('This request was denied')
    expect(await tokensOf(person)).toEqual([])
  })
})
