import type { RequestOptions } from 'node:http'
import { type Address, addressOf, hostOf, hostOnAws } from '../aws/address.ts'
import { type Credentials, signedHeaders } from '../aws/signature.ts'

export type ObjectAddress = Address & { readonly path: string }

type Place = {
  readonly bucket: string
  readonly key: string
  readonly region: string
  readonly endpoint?: string | undefined
}

type Signing = {
  readonly region: string
  readonly credentials: Credentials
  readonly etag?: string | undefined
  readonly at: number
}

/** What encodeURIComponent leaves alone and S3 signs in its encoded form. */
const LEFT_ALONE = [
  ['!', '%21'],
  ["'", '%27'],
  ['(', '%28'],
  [')', '%29'],
  ['*', '%2A'],
] as const

const encodeSegment = (segment: string): string => {
  let encoded = encodeURIComponent(segment)
  for (const [character, code] of LEFT_ALONE) encoded = encoded.replaceAll(character, code)
  return encoded
}

const encodePath = (key: string): string => key.split('/').map(encodeSegment).join('/')

/** Where an object answers: in the bucket's own host on AWS, below the bucket's name at a custom endpoint. */
export const objectAddress = ({ bucket, key, region, endpoint }: Place): ObjectAddress => {
  const address = addressOf(endpoint, hostOnAws(`${bucket}.s3`, region))
  const below = endpoint === undefined ? '' : `/${encodeSegment(bucket)}`
  return { ...address, path: `${address.basePath}${below}/${encodePath(key)}` }
}

/** A signed GET of one object, ready for `node:http`; `at` is the time of signing in milliseconds. */
export const signedGet = (
  address: ObjectAddress,
  { region, credentials, etag, at }: Signing,
): Pick<RequestOptions, 'method' | 'path' | 'headers'> => {
  const { path } = address
  const host = hostOf(address)
  const headers = etag === undefined ? { host } : { host, 'if-none-match': etag }
  const signed = signedHeaders({ method: 'GET', path, headers, body: '' }, { service: 's3', region, credentials, at })
  // As a list: Node.js writes it as it stands, and needs 3 ms of a cold start to go through an object.
  return { method: 'GET', path, headers: Object.entries(signed).flat() }
}
