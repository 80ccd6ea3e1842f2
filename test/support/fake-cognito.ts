import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { closed, listening } from './listening.ts'

export const POOL_ID = 'eu-west-1_Pool'
export const CLIENT_ID = 'web-client'

/** What an endpoint answers; `hanging` never does, `cut` closes the connection instead. */
export type Answer = { readonly status: number; readonly type?: string; readonly body: string } | 'hanging' | 'cut'

export type FakeCognito = {
  readonly origin: string
  /** What the token endpoint answers. */
  token: () => Answer
  /** What the keys' endpoint answers. */
  keys: () => Answer
  /** The forms that the token endpoint got. */
  readonly forms: URLSearchParams[]
  readonly calm: () => void
  readonly close: () => Promise<void>
}

export type Pair = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

export const aPair = (kid: string): Pair => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

type Claims = Readonly<Record<string, unknown>>

/** A token signed by a key, whatever it claims; `header` replaces what the header would say. */
export const signed = ({ kid, privateKey }: Pair, claims: Claims, header: Claims = {}): string => {
  const input = `${encoded({ alg: 'RS256', kid, ...header })}.${encoded(claims)}`
  return `${input}.${createSign('RSA-SHA256').update(input).sign(privateKey).toString('base64url')}`
}

export const json = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value) })

export const keySet = (...pairs: readonly Pair[]): Answer =>
  json({
    keys: pairs.map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      use: 'sig',
      alg: 'RS256',
    })),
  })

const give = (response: ServerResponse, answer: Answer): void => {
  if (answer === 'hanging') return
  if (answer === 'cut') return void response.socket?.destroy()
  response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json', location: '/elsewhere' })
  response.end(answer.body)
}

/** The two endpoints of Cognito that a server speaks to. */
export const fakeCognito = async (pair: Pair): Promise<FakeCognito> => {
  const untroubled = { token: (): Answer => 'hanging', keys: () => keySet(pair) }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === `/${POOL_ID}/.well-known/jwks.json`) return give(response, fake.keys())
    // Where a redirect leads, which must not be followed: the code would go there.
    if (request.url === '/elsewhere') return give(response, json({ id_token: 'from elsewhere' }))
    if (request.url !== '/oauth2/token') return give(response, { status: 404, body: '{}' })
    fake.forms.push(new URLSearchParams(await text(request)))
    give(response, fake.token())
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const fake: FakeCognito = {
    origin: `http://127.0.0.1:${await listening(server)}`,
    ...untroubled,
    forms: [],
    calm: () => void Object.assign(fake, untroubled),
    close: () => closed(server),
  }
  return fake
}
