import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clearedCookie, cookieJar, readCookie, sessionCookie, signInCookie } from '../../../shared/sessions/cookie.ts'

const STATE = `abcdefgh${'i'.repeat(35)}`
const ID = 'A'.repeat(43)
const OTHER = 'B'.repeat(43)

describe('the names of cookies', () => {
  it.each([
    ['https://pointsman.example', true, '__Host-session', '__Host-sign-in-abcdefgh'],
    ['https://127.0.0.1:8443/', true, '__Host-session', '__Host-sign-in-abcdefgh'],
    ['http://127.0.0.1:3000', false, 'session-3000', 'sign-in-3000-abcdefgh'],
    ['http://localhost:4000', false, 'session-4000', 'sign-in-4000-abcdefgh'],
    ['http://[::1]:5000', false, 'session-5000', 'sign-in-5000-abcdefgh'],
    ['http://localhost', false, 'session-80', 'sign-in-80-abcdefgh'],
  ])('at %s', (baseUrl, isSecure, session, signIn) => {
    const jar = cookieJar(baseUrl)
    expect([jar.isSecure, jar.session, jar.signIn(STATE)]).toEqual([isSecure, session, signIn])
  })

  it.each([
    'http://pointsman.example',
    'http://192.168.0.2:3000',
    'http://127.0.0.1.example',
    'http://localhost.example:3000',
    'http://0.0.0.0:3000',
    'ftp://localhost',
    'pointsman.example',
    '',
  ])('are refused at %o, where sessions would travel in the clear', (baseUrl) => {
    expect(() => cookieJar(baseUrl)).toThrow()
  })

  it('let nothing of a forged state into a header', () => {
    expect(cookieJar('https://pointsman.example').signIn('a;b\r\nc=,d efghijk')).toBe('__Host-sign-in-abcdefgh')
  })
})

describe('cookies that are set', () => {
  const secure = cookieJar('https://pointsman.example')
  const local = cookieJar('http://127.0.0.1:3000')
  it.each([
    ['a session', sessionCookie(secure, ID), `__Host-session=${ID}; Secure; HttpOnly; SameSite=Lax; Path=/`],
    ['a session on plain http', sessionCookie(local, ID), `session-3000=${ID}; HttpOnly; SameSite=Lax; Path=/`],
    [
      'a pending sign-in',
      signInCookie(secure, { state: STATE, binding: ID }),
      `__Host-sign-in-abcdefgh=${ID}; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=600`,
    ],
    [
      'a cleared session',
      clearedCookie(secure, secure.session),
      '__Host-session=; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=0',
    ],
  ])('%s', (_, header, expected) => {
    expect(header).toBe(expected)
  })
})

describe('cookies that are sent', () => {
  const session = `__Host-session=${ID}`
  it.each<[string, string[], string | undefined]>([
    ['as one', [session], ID],
    ['among others', ['a=b', session, 'c=d'], ID],
    ['as one header', [`a=b; ${session};c=d`], ID],
    ['twice alike', [session, session], ID],
    ['twice with different values: neither is believed', [session, `__Host-session=${OTHER}`], undefined],
    ['beside an empty one: neither is believed', [session, '__Host-session='], undefined],
    ['not at all', [], undefined],
    ['under a longer name', [`x__Host-session=${ID}`, `__Host-session2=${ID}`], undefined],
    ['under a name in capitals', [`__HOST-SESSION=${ID}`], undefined],
    ['with an empty value', ['__Host-session='], undefined],
    ['without a value', ['__Host-session'], undefined],
    ['with a value that is too long', [`${session}A`], undefined],
    ['in quotes', [`__Host-session="${ID}"`], undefined],
    ['escaped', [`__Host-session=%41${ID.slice(1)}`], undefined],
    ['among rubbish', ['', ';;', '=', '==;', '\u0000', session], ID],
    ['after more than any browser sends', ['x'.repeat(20_000), session], undefined],
  ])('%s', (_, cookies, expected) => {
    expect(readCookie(cookies, '__Host-session')).toBe(expected)
  })

  it('never make it throw, and never yield anything but a secret text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(session, `__Host-session=${OTHER}`))), (cookies) => {
        const value = readCookie(cookies, '__Host-session')
        return value === undefined || value === ID || value === OTHER
      }),
      { numRuns: 500 },
    )
  })
})
