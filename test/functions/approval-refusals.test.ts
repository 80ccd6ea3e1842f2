import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readApproval } from '../../shared/auth/approval-request.ts'
import { CALLBACK_FAULTS, type CallbackFault } from '../../shared/auth/callback.ts'
import { newTicket } from '../../shared/auth/ticket.ts'
import { secretText } from '../../shared/random.ts'
import { MINUTE, NOW } from '../support/access.ts'
import { type Answer, anApproval, approvalWorld, encoded, unescaped } from '../support/approval-world.ts'
import { itemsOf } from '../support/dynamodb.ts'

const world = approvalWorld()
const { click, get, opened, post, signedIn, tokensOf } = world

const expectRefusal = ({ statusCode, headers, body }: Answer, message: string): void => {
  expect([statusCode, headers.location, headers['content-type'], headers['cache-control']]).toEqual([
    400,
    undefined,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(unescaped(body)).toContain(message)
  expect(body).not.toContain('<form')
}

const TRICKS: readonly (readonly [CallbackFault, readonly string[]])[] = [
  ['user-info', ['http://a@localhost/', 'http://127.0.0.1@evil.example/', 'http://a:b@[::1]:1/']],
  [
    'scheme',
    ['https://localhost/', 'HTTP://localhost/', '//localhost/', 'javascript:alert(1)', 'data:text/html,x', 'x'],
  ],
  [
    'host',
    [
      'http://evil.example/',
      'http://localhost.evil.example/',
      'http://127.1/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://127.0.0.2/',
      'http://0.0.0.0/',
      'http://[::ffff:127.0.0.1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[::]/',
      'http://localhost./',
      'http://LOCALHOST/',
      'http://%6cocalhost/',
      'http://localhost%00.evil.example/',
    ],
  ],
  ['port', ['http://localhost:0/', 'http://localhost:65536/', 'http://localhost:080/', 'http://localhost:/']],
  ['fragment', ['http://localhost/#', 'http://localhost/cb#token']],
  ['dot-segment', ['http://localhost/a/../b', 'http://localhost/%2e%2e/']],
  [
    'reserved-name',
    ['token', 'state', 'workspace', 'api_url', 'expires_at', 'error', 'TOKEN', '%74oken'].map(
      (name) => `http://localhost/?${name}=x`,
    ),
  ],
  [
    'characters',
    [
      'http://localhost\\@evil.example/',
      'http:\\\\localhost/',
      'http://localhost/\r\nset-cookie: a=b',
      'http://localhost/ ',
      'http://localhost/"><script>',
      "http://localhost/'",
      'http://localhost/%',
      'http://ｌocalhost/',
    ],
  ],
  ['length', [`http://localhost/${'a'.repeat(1008)}`]],
]

describe('A redirect_uri trick is a page with 400 that says what is wrong, never a redirect', () => {
  it.each(TRICKS.flatMap(([fault, uris]) => uris.map((uri) => [uri, fault] as const)))('%j', async (uri, fault) => {
    const person = await signedIn()
    const fields = await opened(person)
    const query = encoded(anApproval({ redirect_uri: uri }))
    expectRefusal(await get(person, query), CALLBACK_FAULTS[fault])
    expectRefusal(await get(undefined, query), CALLBACK_FAULTS[fault])
    const changed = fields.map(([name, value]) => [name, name === 'redirect_uri' ? uri : value] as const)
    for (const decision of ['approve', 'deny'] as const) {
      expectRefusal(await click(person, changed, decision), CALLBACK_FAULTS[fault])
    }
    expect(await tokensOf(person)).toEqual([])
  })
})

const good = encoded(anApproval())

describe('A request that cannot be used is a page with 400', () => {
  it.each([
    ['nothing at all', '', 'The parameter client is missing.'],
    ['no redirect_uri', 'client=a&state=b', 'The parameter redirect_uri is missing.'],
    ['no state', 'client=a&redirect_uri=http://localhost/', 'The parameter state is missing.'],
    ['two clients', `${good}&client=other`, 'The parameter client was sent more than once.'],
    [
      'two redirect_uris',
      `${good}&redirect_uri=http://localhost/`,
      'The parameter redirect_uri was sent more than once.',
    ],
    ['two states', `${good}&st%61te=x`, 'The parameter state was sent more than once.'],
    ['an empty client', encoded(anApproval({ client: '' })), 'The parameter client is not accepted.'],
    ['a client too long', encoded(anApproval({ client: 'a'.repeat(65) })), 'The parameter client is not accepted.'],
    [
      'a client of bidirectional text',
      encoded(anApproval({ client: 'a\u202eb' })),
      'The parameter client is not accepted.',
    ],
    ['an empty state', encoded(anApproval({ state: '' })), 'The parameter state is not accepted.'],
    ['a state too long', encoded(anApproval({ state: 'a'.repeat(513) })), 'The parameter state is not accepted.'],
    ['a line break in the state', encoded(anApproval({ state: 'a\r\nb' })), 'The parameter state is not accepted.'],
    ['broken percent-encoding', `${good}&x=%zz`, 'broken percent-encoding'],
    ['20 kB', `${good}&x=${'a'.repeat(20_000)}`, 'The request is too long.'],
  ])('%s', async (_, query, message) => {
    expectRefusal(await get(await signedIn(), query), message)
  })

  it.each([
    ['no decision', (form: string) => form],
    ['two decisions', (form: string) => `${form}&decision=deny&decision=approve`],
    ['another decision', (form: string) => `${form}&decision=maybe`],
    ['a scope that there is not', (form: string) => `${form}&decision=approve&scope=admin`],
    ['two tickets', (form: string) => `${form}&decision=approve&ticket=x`],
    ['no ticket', (form: string) => `${form.replace('ticket=', 'tocket=')}&decision=approve`],
  ])('a form with %s', async (_, change) => {
    const person = await signedIn()
    expectRefusal(await post(person, change(encoded(await opened(person)))), 'The form does not come from')
    expect(await tokensOf(person)).toEqual([])
  })

  it.each([
    ['415 for another type of body', 'application/json', '{}', 415],
    ['415 for none', '', '', 415],
    ['413 for a body of 17 kB', 'application/x-www-form-urlencoded', 'a'.repeat(17_000), 413],
  ])('or with %s', async (_, type, body, status) => {
    const answer = await post(await signedIn(), body, { headers: { 'content-type': type } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<h1>This request cannot be used</h1>')
  })
})

describe('A ticket', () => {
  const asked = anApproval()
  const ticketBy = (key: string): string => {
    const read = readApproval(encoded(asked))
    if (!read.ok) throw new Error(read.reason)
    return newTicket(key, read.request, { now: NOW, random: randomBytes })
  }
  const withTicket = (fields: readonly (readonly [string, string])[], ticket: string) =>
    fields.map(([name, value]) => [name, name === 'ticket' ? ticket : value] as const)

  it.each([
    ['forged', () => ticketBy(secretText(randomBytes)), 'made for another sign-in'],
    ['malformed', () => 'x', 'did not send what it was given'],
    ['empty', () => '', 'did not send what it was given'],
  ])('that is %s is refused with a link to a fresh page', async (_, ticket, message) => {
    const person = await signedIn()
    const fields = withTicket(await opened(person), ticket())
    for (const decision of ['approve', 'deny'] as const) {
      const { statusCode, headers, body } = await click(person, fields, decision)
      expect([statusCode, headers.location]).toEqual([403, undefined])
      expect(body).toContain(message)
      expect(body).toContain('href="/settings/api-tokens/cli?client=loop-runner&amp;redirect_uri=')
    }
    expect(await tokensOf(person)).toEqual([])
  })

  it('of another person, or of another session of the same person, is refused', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    for (const other of [await signedIn(), await signedIn(person.userId)]) {
      expect((await click(other, fields)).statusCode).toBe(403)
      expect(await tokensOf(other)).toEqual([])
    }
  })

  it.each(['client', 'redirect_uri', 'state'])('for another %s is refused', async (name) => {
    const person = await signedIn()
    const fields = await opened(person)
    const changed = fields.map(([key, value]) => [key, key === name ? `${value}x` : value] as const)
    expect((await click(person, changed)).statusCode).toBe(403)
    expect(await tokensOf(person)).toEqual([])
  })

  it('ends at 10 minutes', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    world.at(10 * MINUTE)
    const { statusCode, body } = await click(person, fields)
    expect([statusCode, body.includes('open for more than 10 minutes')]).toEqual([403, true])
    world.at(10 * MINUTE - 1)
    expect((await click(person, fields)).statusCode).toBe(303)
  })

  it('is used up by its digest alone', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    await click(person, fields)
    const nonce = Object.fromEntries(fields).ticket?.split('.')[1] ?? '?'
    expect(JSON.stringify(await itemsOf(world.there().plain, 'sessions'))).not.toContain(nonce)
  })
})

describe('A POST from another site is a page with 403, and nothing is minted', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['no origin', { origin: '' }],
    ['the callback as its origin', { origin: 'http://127.0.0.1:8976' }],
    ['a cross-site mark', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site mark', { 'sec-fetch-site': 'same-site' }],
  ])('with %s', async (_, headers) => {
    const person = await signedIn()
    const form = encoded([...(await opened(person)), ['decision', 'approve']])
    const answer = await post(person, form, { headers })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers.location]).toEqual([
      403,
      'text/html; charset=utf-8',
      undefined,
    ])
    expect(await tokensOf(person)).toEqual([])
  })
})
