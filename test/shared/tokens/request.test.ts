import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { TokenRequest } from '../../../shared/tokens/request.ts'
import { aMintedToken } from '../../support/access.ts'

const minimal = { name: 'laptop', scopes: ['snapshots:read'] }
const filled = { ...minimal, source: 'settings', client: 'browser', expiresInDays: 90 }

const read = (body: unknown): unknown => {
  const parsed = z.safeParse(TokenRequest, body)
  return parsed.success ? parsed.data : refusalOf(parsed.error.issues[0])
}

const refusalOf = (issue: z.core.$ZodIssue | undefined): string => `${issue?.path.join('.')}: ${issue?.message}`

const NAME = 'name: must be a string of 1 to 100 characters'
const UNSEEN = 'name: must not hold control or invisible characters'
const SOURCE = 'source: must be a lower-case letter and up to 31 lower-case letters, digits, "_" or "-"'
const CLIENT = 'client: must be 1 to 64 printable ASCII characters, not all of them spaces'
const SCOPES = 'scopes: must be a list of 1 to 10 of snapshots:read, loops:read, loops:run'
const DAYS = 'expiresInDays: must be an integer from 1 to 365'
const EXPIRES_AT = 'expiresAt: may only be null, for a token that never expires; send expiresInDays otherwise'
const BODY = ': The body must be a JSON object'
const { raw } = aMintedToken()

describe('POST /api/settings/api-tokens takes', () => {
  it.each<[string, object, object]>([
    ['a name and scopes, and fills in the rest', {}, {}],
    ['a name with spaces around it, which it drops', { name: '  my laptop \n' }, { name: 'my laptop' }],
    ['a name of 100 characters, however many bytes they are', { name: '💻'.repeat(100) }, { name: '💻'.repeat(100) }],
    ['a name in any script, with emoji', { name: 'Büro 東京 ❤️' }, { name: 'Büro 東京 ❤️' }],
    ['another source', { source: 'a_1-b' }, { source: 'a_1-b' }],
    ['the longest source', { source: 'a'.repeat(32) }, { source: 'a'.repeat(32) }],
    ['a client', { client: 'loop harness/1.2 (mac)' }, { client: 'loop harness/1.2 (mac)' }],
    ['the longest client', { client: '~'.repeat(64) }, { client: '~'.repeat(64) }],
    ['all scopes in the order asked', { scopes: ['loops:run', 'loops:read'] }, { scopes: ['loops:run', 'loops:read'] }],
    ['scopes sent twice, stored once', { scopes: Array(10).fill('loops:run') }, { scopes: ['loops:run'] }],
    ['the shortest expiry', { expiresInDays: 1 }, { expiresInDays: 1 }],
    ['the longest expiry', { expiresInDays: 365 }, { expiresInDays: 365 }],
    ['expiresAt: null for a token that never expires', { expiresAt: null }, { expiresInDays: null }],
  ])('%s', (_, sent, changed) => {
    expect(read({ ...minimal, ...sent })).toEqual({ ...filled, ...changed })
  })
})

describe('POST /api/settings/api-tokens refuses', () => {
  it.each<[string, object, string]>([
    ['a missing name', { name: undefined }, 'name: is required'],
    ['a null name', { name: null }, NAME],
    ['a name that is a number', { name: 1 }, NAME],
    ['an empty name', { name: '' }, NAME],
    ['a name of spaces', { name: ' \u00a0\u3000' }, NAME],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, NAME],
    ['a control character in a name', { name: 'a\u0007b' }, UNSEEN],
    ['a line break in a name', { name: 'a\nb' }, UNSEEN],
    ['a line separator in a name', { name: 'a\u2028b' }, UNSEEN],
    ['a bidirectional override in a name', { name: 'a\u202eb' }, UNSEEN],
    ['a zero-width space in a name', { name: 'a\u200bb' }, UNSEEN],
    ['a soft hyphen in a name', { name: 'a\u00adb' }, UNSEEN],
    ['a hangul filler in a name', { name: '\u3164' }, UNSEEN],
    ['a blank braille pattern in a name', { name: '\u2800' }, UNSEEN],
    ['an emoji selector without an emoji', { name: 'a\ufe0f' }, UNSEEN],
    ['a tag character in a name', { name: 'a\u{e0041}' }, UNSEEN],
    ['half a surrogate pair in a name', { name: 'a\ud800' }, UNSEEN],
    ['a pasted token as name', { name: `my ${raw}` }, 'name: must not hold a token'],
    ['a pasted token as client', { client: raw }, 'client: must not hold a token'],
    ['half a token as source', { source: 'svc_live_abc' }, 'source: must not hold a token'],
    ['a null source', { source: null }, SOURCE],
    ['an empty source', { source: '' }, SOURCE],
    ['a source in capitals', { source: 'Settings' }, SOURCE],
    ['a source that starts with a digit', { source: '1a' }, SOURCE],
    ['a source of 33 characters', { source: 'a'.repeat(33) }, SOURCE],
    ['a source with a line break after it', { source: 'a\n' }, SOURCE],
    ['a null client', { client: null }, CLIENT],
    ['an empty client', { client: '' }, CLIENT],
    ['a client of spaces', { client: '   ' }, CLIENT],
    ['a client of 65 characters', { client: 'a'.repeat(65) }, CLIENT],
    ['a client beyond ASCII', { client: 'härness' }, CLIENT],
    ['a client with a line break after it', { client: 'a\n' }, CLIENT],
    ['missing scopes', { scopes: undefined }, 'scopes: is required'],
    ['null scopes', { scopes: null }, SCOPES],
    ['scopes as text', { scopes: 'snapshots:read' }, SCOPES],
    ['no scopes', { scopes: [] }, SCOPES],
    ['eleven scopes', { scopes: Array(11).fill('loops:run') }, SCOPES],
    [
      'an unknown scope, naming it',
      { scopes: ['loops:run', 'loops:write'] },
      'scopes.1: "loops:write" is not one of snapshots:read, loops:read, loops:run',
    ],
    [
      'a long unknown scope, naming no more than 64 characters of it',
      { scopes: ['x'.repeat(5000)] },
      `scopes.0: "${'x'.repeat(64)}" is not one of snapshots:read, loops:read, loops:run`,
    ],
    [
      'a scope that is an object made to break printing',
      { scopes: [{ toString: 1, valueOf: 1 }] },
      'scopes.0: object is not one of snapshots:read, loops:read, loops:run',
    ],
    ['null days', { expiresInDays: null }, DAYS],
    ['days as text', { expiresInDays: '90' }, DAYS],
    ['no days', { expiresInDays: 0 }, DAYS],
    ['366 days', { expiresInDays: 366 }, DAYS],
    ['half a day', { expiresInDays: 0.5 }, DAYS],
    ['endless days', { expiresInDays: Number.POSITIVE_INFINITY }, DAYS],
    ['a time as expiresAt', { expiresAt: '2030-01-01T00:00:00Z' }, EXPIRES_AT],
    ['false as expiresAt', { expiresAt: false }, EXPIRES_AT],
    [
      'both kinds of expiry',
      { expiresInDays: 90, expiresAt: null },
      ': Send either expiresInDays or expiresAt: null, not both',
    ],
    ['an unknown field, naming it', { expires: 90 }, ': Unknown field "expires"'],
    ['a field named like a method', { constructor: 1 }, ': Unknown field "constructor"'],
  ])('%s', (_, sent, refusal) => {
    expect(read({ ...minimal, ...sent })).toBe(refusal)
  })

  it('a field named __proto__', () => {
    expect(read(JSON.parse('{"name":"a","scopes":["loops:run"],"__proto__":{}}'))).toBe(': Unknown field "__proto__"')
  })

  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'name'],
    ['a number', 1],
    ['nothing', undefined],
  ])('%s as a body', (_, body) => {
    expect(read(body)).toBe(BODY)
  })
})
