import type { RequestOptions } from 'node:http'
import { type Credentials, signedHeaders } from './signature.ts'

export type Address = {
  readonly secure: boolean
  readonly hostname: string
  readonly port: string
  readonly path: string
}

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

// encodeURIComponent leaves five characters alone that S3 signs in their encoded form.
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const encodePath = (key: string): string => key.split('/').map(encodeSegment).join('/')

/** Where an object answers: in the bucket's own host on AWS, below the bucket's name at a custom endpoint. */
export const objectAddress = ({ bucket, key, region, endpoint }: Place): Address => {
  if (endpoint === undefined) {
    const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
    return { secure: true, hostname: `${bucket}.s3.${region}.${domain}`, port: '', path: `/${encodePath(key)}` }
  }
  const { protocol, hostname, port } = new URL(endpoint)
  return { secure: protocol !== 'http:', hostname, port, path: `/${encodeSegment(bucket)}/${encodePath(key)}` }
}

/** A signed GET of one object, ready for `node:http`; `at` is the time of signing in milliseconds. */
export const signedGet = (address: Address, { region, credentials, etag, at }: Signing): RequestOptions => {
  const { hostname, port, path } = address
  const host = port === '' ? hostname : `${hostname}:${port}`
  const headers = etag === undefined ? { host } : { host, 'if-none-match': etag }
  const signed = signedHeaders({ path, headers }, { region, credentials, at })
  // As a list: Node.js writes it as it stands, and needs 3 ms of a cold start to go through an object.
  return { method: 'GET', hostname, port, path, headers: Object.entries(signed).flat() }
}
