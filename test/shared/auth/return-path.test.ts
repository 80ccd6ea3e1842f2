import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReturnPath } from '../../../shared/auth/return-path.ts'

const PAGES = ['/', '/settings/api-tokens', '/settings/api-tokens/cli']
const verdict = (text: string): string => {
  const checked = checkReturnPath(text, PAGES)
  return checked.ok ? 'accepted' : checked.reason
}

describe('the way back after sign-in', () => {
  it.each([
    '/',
    '/?',
    '/?a?',
    '/settings/api-tokens',
    '/settings/api-tokens?created=tok_1',
    '/settings/api-tokens/cli?client=a&redirect_uri=http://[::1]:1/cb&state=%2F%2Fevil.example',
    '/?next=//evil.example&to=https://evil.example/{x}|^`',
    `/?${'a'.repeat(8190)}`,
  ])('may be %s', (text) => {
    expect(checkReturnPath(text, PAGES)).toEqual({ ok: true, path: text })
  })

  it.each<[string, readonly string[]]>([
    ['length', [`/?${'a'.repeat(8191)}`]],
    [
      'characters',
      [
        '/\\evil.example',
        '\\\\evil.example',
        '/ ',
        '/\n',
        '/\t/evil.example',
        '/\r\nset-cookie:a=b',
        '/\u0000',
        '/?"',
        "/?'",
        '/?<',
        '/#a',
        '/?a#b',
        '/?é',
        '/\u2028',
      ],
    ],
    [
      'page',
      [
        '',
        '//evil.example',
        '///evil.example',
        '//evil.example/settings/api-tokens',
        '/.',
        '/..',
        '/./settings/api-tokens',
        '/settings/api-tokens/',
        '/settings/../settings/api-tokens',
        '/settings%2Fapi-tokens',
        '/settings/api%2Dtokens',
        '/%2Fevil.example',
        '/%5Cevil.example',
        '/SETTINGS/api-tokens',
        '/auth/sign-out',
        '/api/settings/api-tokens',
        'settings/api-tokens',
        '?a=b',
        'https://evil.example/',
        'https:/settings/api-tokens',
        'javascript:alert(1)',
        '@evil.example/',
        ':80/',
        '/;//evil.example',
        '/&/evil.example',
      ],
    ],
  ])('is refused for its %s', (reason, texts) => {
    expect(texts.map((text) => [text, verdict(text)])).toEqual(texts.map((text) => [text, reason]))
  })

  const piece = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '%2e', '%2F', '%5C', '?', '#', '@', ':', 'http:', 'evil.example', '\t', '\n', ' '],
    ...['/settings/api-tokens', '/settings/api-tokens/cli', 'a=b', '&', ';', '\u0000', 'é'],
  )
  it('never leaves the service or its pages, whatever is tried, for any browser that reads URLs as the standard says', () => {
    let taken = 0
    const tried = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(tried, (text) => {
        const checked = checkReturnPath(text, PAGES)
        if (!checked.ok) {
          expect(checked.reason).not.toBe('ambiguous')
          return
        }
        taken += 1
        const read = new URL(checked.path, 'https://pointsman.example/auth/callback')
        expect(read.origin).toBe('https://pointsman.example')
        expect(PAGES).toContain(read.pathname)
      }),
      { numRuns: 3000 },
    )
    expect(taken).toBeGreaterThan(10)
  })
})
