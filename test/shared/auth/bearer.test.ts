import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBearer } from '../../../shared/auth/bearer.ts'

const token = `svc_live_${'a'.repeat(49)}`

describe('an authorization header', () => {
  it.each([
    ['with a bearer token', `Bearer ${token}`],
    ['with the scheme in small letters', `bearer ${token}`],
    ['with the scheme in capitals', `BEARER ${token}`],
    ['with several spaces', `Bearer   ${token}`],
    ['with spaces around it', `  Bearer ${token}\t`],
  ])('%s is read', (_, header) => {
    expect(readBearer(header)).toEqual({ ok: true, token })
  })

  it('takes every character that RFC 6750 allows', () => {
    expect(readBearer('Bearer aZ09-._~+/==')).toEqual({ ok: true, token: 'aZ09-._~+/==' })
  })

  it.each<[string, string | undefined, string]>([
    ['that is absent', undefined, 'missing'],
    ['that is empty', '', 'missing'],
    ['of spaces', '  ', 'missing'],
    ['of another scheme', 'Basic YTpi', 'other-scheme'],
    ['of a scheme that only begins alike', `BearerX ${token}`, 'other-scheme'],
    ['that is the bare token', token, 'other-scheme'],
    ['of the scheme alone', 'Bearer', 'malformed'],
    ['of the scheme and a space', 'Bearer ', 'malformed'],
    ['with a tab instead of a space', `Bearer\t${token}`, 'malformed'],
    ['with two tokens', `Bearer ${token} ${token}`, 'malformed'],
    ['sent twice', `Bearer ${token},Bearer ${token}`, 'malformed'],
    ['sent twice, joined with a space', `Bearer ${token}, Bearer ${token}`, 'malformed'],
    ['sent after one of another scheme', `Basic YTpi, Bearer ${token}`, 'malformed'],
    ['sent before one of another scheme', `Bearer ${token}, Basic YTpi`, 'malformed'],
    ['sent after a very long one of another scheme', `Basic ${'a'.repeat(9000)},bearer ${token}`, 'malformed'],
    ['with a quoted token', `Bearer "${token}"`, 'malformed'],
    ['with a line break in it', `Bearer ${token}\nX: y`, 'malformed'],
    ['with padding inside', 'Bearer a=b', 'malformed'],
    ['beyond ASCII', 'Bearer é', 'malformed'],
    ['that is very long', `Bearer ${'a'.repeat(600)}`, 'malformed'],
  ])('%s is not a bearer token', (_, header, reason) => {
    expect(readBearer(header)).toEqual({ ok: false, reason })
  })

  it('is read in no time, however it is made', () => {
    const begun = performance.now()
    for (const part of [' ', ',', ', ', '\t,', 'bearer', 'bearer ', '=']) readBearer(`Basic ${part.repeat(100_000)}x`)
    expect(performance.now() - begun).toBeLessThan(500)
  })

  it('never makes it throw', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => readBearer(text).ok === false || /^[ \t]*bearer /i.test(text),
      ),
    )
  })
})
