import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LocalIdentity, startIdentity } from '../../../infra/local/identity.ts'
import { challengeOf } from '../../../shared/auth/pkce.ts'
import { aVisitor, type Visitor } from '../../support/visitor.ts'
import { temporaryFolder } from './deployment.ts'

const CLIENT = { poolId: 'us-east-1_Local', clientId: 'web', baseUrl: 'http://127.0.0.1:9' }
const CALLBACK = `${CLIENT.baseUrl}/auth/callback`
const VERIFIER = 'v'.repeat(43)
const folder = temporaryFolder()
const faults: string[] = []

let identity: LocalIdentity
const start = async (): Promise<void> => {
  identity = await startIdentity({ host: '127.0.0.1', port: 0, folder, log: (line) => faults.push(line) })
  identity.serve(CLIENT)
}
beforeAll(start)
afterAll(() => identity.stop())

const authorizeUrl = (changed: Readonly<Record<string, string>> = {}): string => {
  const query = {
    response_type: 'code',
    client_id: CLIENT.clientId,
    redirect_uri: CALLBACK,
    scope: 'openid email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...changed,
  }
  return `${identity.url}/oauth2/authorize?${new URLSearchParams(query)}`
}

/** Goes on until the browser is sent to the service, and gives that address. */
const toCallback = async (visitor: Visitor, answer: Response): Promise<URL> => {
  let last = answer
  while (!last.headers.get('location')?.startsWith(CLIENT.baseUrl)) {
    last = await visitor.get(new URL(last.headers.get('location') ?? '', last.url).href)
  }
  return new URL(last.headers.get('location') ?? '')
}

const signIn = async (visitor: Visitor, email: string): Promise<URL> => {
  const form = await visitor.open(authorizeUrl())
  return toCallback(visitor, await visitor.post(form.url, { email }))
}

const exchange = (code: string, changed: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${identity.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT.clientId,
      redirect_uri: CALLBACK,
      code,
      code_verifier: VERIFIER,
      ...changed,
    }),
  })

const idTokenOf = async (answer: Response): Promise<string> =>
  z.parse(z.object({ id_token: z.string() }), await answer.json()).id_token

const codeFor = async (email: string): Promise<string> =>
  (await signIn(aVisitor(), email)).searchParams.get('code') ?? ''

/** Cognito's own verifier; only the place of the keys is another. */
const verify = (token: string) => {
  const fetcher = { fetch: async (uri: string) => (await fetch(identity.url + new URL(uri).pathname)).arrayBuffer() }
  const properties = { userPoolId: CLIENT.poolId, clientId: CLIENT.clientId, tokenUse: 'id' } as const
  return CognitoJwtVerifier.create(properties, { jwksCache: new SimpleJwksCache({ fetcher }) }).verify(token)
}

describe('The stand-in for Cognito', () => {
  it('gives the state back, and a code for an ID token that Cognito’s own verifier accepts', async () => {
    const callback = await signIn(aVisitor(), 'Ann@Example.org')
    expect(callback.origin + callback.pathname).toBe(CALLBACK)
    expect(callback.searchParams.get('state')).toBe('the-state')
    const answer = await exchange(callback.searchParams.get('code') ?? '')
    expect(answer.status).toBe(200)
    expect(await verify(await idTokenOf(answer))).toMatchObject({
      iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Local',
      aud: 'web',
      sub: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      email: 'ann@example.org',
      email_verified: true,
      token_use: 'id',
      nonce: 'the-nonce',
    })
  })

  it('gives one address one subject, however it is typed', async () => {
    const subjectOf = async (email: string) => (await verify(await idTokenOf(await exchange(await codeFor(email))))).sub
    const [one, same, other] = [await subjectOf('a@b'), await subjectOf(' A@B '), await subjectOf('c@b')]
    expect([one === same, one === other]).toEqual([true, false])
  })

  it('answers a used code with an error, as Cognito does', async () => {
    const code = await codeFor('ann@example.org')
    expect((await exchange(code)).status).toBe(200)
    const again = await exchange(code)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['another callback', { redirect_uri: 'http://127.0.0.1:9/other' }],
    ['a code of its own', { code: 'made-up' }],
  ])('refuses %s', async (_what, changed) => {
    expect((await exchange(await codeFor('ann@example.org'), changed)).status).toBe(400)
  })

  it.each([
    ['another client', { client_id: 'other' }],
    ['a callback that is not registered', { redirect_uri: 'https://evil.example/' }],
  ])('shows an own page for %s, and leads nowhere', async (_what, changed) => {
    const answer = await aVisitor().get(authorizeUrl(changed))
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('This sign-in cannot go on')
  })

  it('sends a request without PKCE back with an error', async () => {
    const answer = await aVisitor().get(authorizeUrl({ code_challenge: '', code_challenge_method: '' }))
    expect(answer.headers.get('location')).toContain('error=invalid_request')
  })
})

describe('Its sign-in page', () => {
  it('has one field and one button, says what it is, runs nothing and loads nothing from elsewhere', async () => {
    const answer = await aVisitor().open(authorizeUrl())
    const page = await answer.text()
    expect([page.match(/<input /g)?.length, page.match(/<button /g)?.length]).toEqual([1, 1])
    expect(page).toContain('local stand-in for Amazon Cognito')
    expect(page).not.toMatch(/<script|style="|https?:\/\/(?!127\.0\.0\.1)/)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${CLIENT.baseUrl};`)
    for (const [, file] of page.matchAll(/href="(\/[^"]+)"/g)) {
      expect((await fetch(identity.url + file)).status).toBe(200)
    }
  })

  it.each(['', 'ann', 'ann@', '@example.org', 'a b@example.org', 'a@b@c', `${'a'.repeat(250)}@b.example`])(
    'asks again for "%s"',
    async (email) => {
      const visitor = aVisitor()
      const form = await visitor.open(authorizeUrl())
      const answer = await visitor.post(form.url, { email })
      expect([answer.status, (await answer.text()).includes('role="alert"')]).toEqual([400, true])
      expect((await toCallback(visitor, await visitor.post(form.url, { email: 'a@b' }))).pathname).toBe(
        '/auth/callback',
      )
    },
  )

  it('shows what was entered as text', async () => {
    const visitor = aVisitor()
    const form = await visitor.open(authorizeUrl())
    const page = await (await visitor.post(form.url, { email: '"><script>alert(1)</script>' })).text()
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script>')
  })

  it('is of use only to the browser that was sent there', async () => {
    const form = await aVisitor().open(authorizeUrl())
    const stranger = aVisitor()
    expect((await stranger.get(form.url)).status).toBe(400)
    expect((await stranger.post(form.url, { email: 'eve@example.org' })).status).toBe(400)
  })

  it('takes no endless form', async () => {
    const visitor = aVisitor()
    const form = await visitor.open(authorizeUrl())
    expect((await visitor.post(form.url, { email: 'a@b', more: 'x'.repeat(10_000) })).status).toBe(400)
  })
})

describe('Signing out of it', () => {
  const logoutUrl = (query: Readonly<Record<string, string>>): string =>
    `${identity.url}/logout?${new URLSearchParams(query)}`

  it('asks nothing, leads back, and asks who it is at the next sign-in', async () => {
    const visitor = aVisitor()
    await signIn(visitor, 'ann@example.org')
    expect((await toCallback(visitor, await visitor.get(authorizeUrl()))).searchParams.has('code')).toBe(true)
    const out = await visitor.get(logoutUrl({ client_id: 'web', logout_uri: `${CLIENT.baseUrl}/` }))
    expect([out.status, out.headers.get('location')]).toEqual([302, `${CLIENT.baseUrl}/`])
    expect((await visitor.open(authorizeUrl())).status).toBe(200)
  })

  it('makes the cookie worthless that the browser had', async () => {
    const visitor = aVisitor()
    await signIn(visitor, 'ann@example.org')
    const stolen = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asStolen = () => fetch(authorizeUrl(), { headers: { cookie: stolen }, redirect: 'manual' })
    const before = (await asStolen()).headers.get('location') ?? ''
    await visitor.get(logoutUrl({ client_id: 'web', logout_uri: `${CLIENT.baseUrl}/` }))
    const after = (await asStolen()).headers.get('location') ?? ''
    expect([before.startsWith(`${CALLBACK}?code=`), after.startsWith('/login/')]).toEqual([true, true])
  })

  it.each([
    ['another client', { client_id: 'other', logout_uri: `${CLIENT.baseUrl}/` }],
    ['another address', { client_id: 'web', logout_uri: 'https://evil.example/' }],
    ['nothing', {}],
  ])('leads nowhere for %s, and nobody is signed out', async (_what, query) => {
    const visitor = aVisitor()
    await signIn(visitor, 'ann@example.org')
    const out = await visitor.get(logoutUrl(query))
    expect([out.status, out.headers.get('location')]).toEqual([400, null])
    expect((await toCallback(visitor, await visitor.get(authorizeUrl()))).searchParams.has('code')).toBe(true)
  })
})

describe('After a restart', () => {
  it('knows its key, its people and who is signed in; codes are forgotten, and never lay on the disk', async () => {
    const visitor = aVisitor()
    await signIn(visitor, 'ann@example.org')
    const code = await codeFor('bob@example.org')
    const idToken = await idTokenOf(await exchange(await codeFor('ann@example.org')))
    await identity.stop()
    for (const file of ['records.json', 'key.json'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain(code)
    await start()
    expect((await verify(idToken)).email).toBe('ann@example.org')
    const callback = await toCallback(visitor, await visitor.get(authorizeUrl()))
    const again = await idTokenOf(await exchange(callback.searchParams.get('code') ?? ''))
    expect((await verify(again)).email).toBe('ann@example.org')
    expect((await exchange(code)).status).toBe(400)
  })

  it('had no fault of its own in all of this', () => {
    expect(faults).toEqual([])
  })
})
