import { describe, expect, it } from 'vitest'
import { explain, readApproval } from '../../../shared/auth/approval-request.ts'
import { aMintedToken } from '../../support/access.ts'

const uri = 'http://[::1]:8976/cb?x=1'
const query = (changes: Record<string, string | undefined> = {}): string =>
  Object.entries({ client: 'loop', redirect_uri: uri, state: 'xyz', ...changes })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')

const verdict = (raw: string): string => {
  const read = readApproval(raw)
  return read.ok ? 'accepted' : explain(read)
}

const request = { client: 'loop', callback: { uri, host: '[::1]', port: 8976 }, state: 'xyz' }

describe('an approval request is read', () => {
  it.each<[string, string, object]>([
    ['from the query of the page', query(), {}],
    ['with other parameters beside it', `a&b=c&${query()}&__proto__=x&constructor`, {}],
    ['with brackets and slashes unescaped', `client=loop&redirect_uri=${uri}&state=xyz`, {}],
    ['with spaces as plus signs', `${query({ state: undefined })}&state=a+b%2Bc`, { state: 'a b+c' }],
    ['with "=" in a value', `${query({ state: undefined })}&state=a==`, { state: 'a==' }],
    [
      'with the longest client and state',
      query({ client: '~'.repeat(64), state: ' '.repeat(512) }),
      { client: '~'.repeat(64), state: ' '.repeat(512) },
    ],
    [
      'with markup in its state, which is echoed as it came',
      query({ state: '<script>"\'&' }),
      { state: '<script>"\'&' },
    ],
  ])('%s', (_, raw, changed) => {
    expect(readApproval(raw)).toEqual({ ok: true, request: { ...request, ...changed } })
  })
})

const CLIENT =
  'The parameter client is not accepted. It must be 1 to 64 printable ASCII characters, and not hold a token.'
const STATE = 'The parameter state is not accepted. It must be 1 to 512 printable ASCII characters.'
const URI = 'The parameter redirect_uri is not accepted.'

describe('an approval request is refused', () => {
  it.each([
    [
      'without a client',
      query({ client: undefined }),
      'The parameter client is missing. It must be 1 to 64 printable ASCII characters, and not hold a token.',
    ],
    [
      'without a redirect_uri',
      query({ redirect_uri: undefined }),
      'The parameter redirect_uri is missing. It must be the address of a listener on this computer.',
    ],
    [
      'without a state',
      query({ state: undefined }),
      'The parameter state is missing. It must be 1 to 512 printable ASCII characters.',
    ],
    [
      'with nothing',
      '',
      'The parameter client is missing. It must be 1 to 64 printable ASCII characters, and not hold a token.',
    ],
    ['with two clients', `${query()}&client=loop`, 'The parameter client was sent more than once.'],
    ['with two redirect_uris', `${query()}&redirect%5Furi=x`, 'The parameter redirect_uri was sent more than once.'],
    ['with two states, one of them empty', `${query()}&state`, 'The parameter state was sent more than once.'],
    ['with an empty client', query({ client: '' }), CLIENT],
    ['with a client of 65 characters', query({ client: 'a'.repeat(65) }), CLIENT],
    ['with a client that shows nothing', query({ client: '  ' }), CLIENT],
    ['with a line break in its client', query({ client: 'a\nb' }), CLIENT],
    ['with a token for a client', query({ client: aMintedToken().raw }), CLIENT],
    ['with an empty state', query({ state: '' }), STATE],
    ['with a state of 513 characters', query({ state: 'a'.repeat(513) }), STATE],
    ['with a state beyond ASCII', query({ state: 'é' }), STATE],
    ['with a line break after its state', query({ state: 'a\n' }), STATE],
    [
      'with a callback elsewhere',
      query({ redirect_uri: 'http://evil.example/' }),
      `${URI} Its host must be one of 127.0.0.1, localhost, [::1].`,
    ],
    [
      'with an escaped callback',
      query({ redirect_uri: encodeURIComponent(uri) }),
      `${URI} It must start with "http://".`,
    ],
    ['with broken escapes', `${query()}&x=%zz`, 'The request holds broken percent-encoding.'],
    ['with escapes that are no text', `${query()}&x=%ff`, 'The request holds broken percent-encoding.'],
    ['when it is huge', `${query()}${'&a'.repeat(3_000_000)}`, 'The request is too long.'],
  ])('%s', (_, raw, message) => {
    expect(verdict(raw)).toBe(message)
  })
})
