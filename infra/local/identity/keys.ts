import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

/** A private RSA key as JSON; whatever else the file holds is refused. */
const SigningKey = z.object({
  kty: z.literal('RSA'),
  kid: text,
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  n: text,
  e: text,
  d: text,
  p: text,
  q: text,
  dp: text,
  dq: text,
  qi: text,
})
export type SigningKey = z.infer<typeof SigningKey>

const newKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return SigningKey.parse({ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' })
}

/** The key that signs ID tokens: made once and kept, so that what functions know of it stays true after a restart. */
export const signingKey = (file: string): SigningKey => {
  if (existsSync(file)) return SigningKey.parse(JSON.parse(readFileSync(file, 'utf8')))
  const key = newKey()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(key), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return key
}
