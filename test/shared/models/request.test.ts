import type { RequestOptions } from 'node:http'
import { describe, expect, it } from 'vitest'
import { objectAddress, signedGet } from '../../../shared/models/request.ts'
import { smithySigner } from '../../support/smithy-signer.ts'

const at = Date.UTC(2026, 7, 7, 1, 37, 53)
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const AWS = { bucket: 'index-bucket', region: 'eu-central-1', key: 'index/current.json' }

const bySmithy = async (
  place: typeof AWS & { endpoint?: string },
  signing: { sessionToken?: string; etag?: string },
) => {
  const { hostname, port, path, secure } = objectAddress(place)
  const { sessionToken, etag } = signing
  const credentials = sessionToken === undefined ? keys : { ...keys, sessionToken }
  const signer = smithySigner({ service: 's3', region: place.region, credentials })
  const host = port === '' ? hostname : `${hostname}:${port}`
  const headers = etag === undefined ? { host } : { host, 'if-none-match': etag }
  const request = { method: 'GET', protocol: secure ? 'https:' : 'http:', hostname, path, query: {}, headers }
  const signed = await signer.sign(request, { signingDate: new Date(at) })
  return new Headers(signed.headers)
}

/** A list of names and values in turn. */
const headersOf = (list: RequestOptions['headers']): Headers => {
  const headers = new Headers()
  if (Array.isArray(list)) for (let at = 0; at < list.length; at += 2) headers.set(list[at], list[at + 1])
  return headers
}

describe('the signature is that of the AWS SDK', () => {
  const table = [
    ['a plain read', AWS, {}],
    ['with a session token', AWS, { sessionToken: 'FwoGZXIvYXdzEXAMPLE//token==' }],
    ['on an ETag', AWS, { etag: '"0f343b0931126a20f133d67c2b018a3b"' }],
    ['on an ETag with a session token', AWS, { etag: '"v1"', sessionToken: 'FwoGZXIvYXdzEXAMPLE' }],
    ['in another region', { ...AWS, region: 'ap-southeast-2' }, {}],
    ['a key that has to be encoded', { ...AWS, key: "index/a b+c/ü(1)*!'%.json" }, {}],
    ['a history key', { ...AWS, key: 'index/history/2026-08-07T01:37:53.000Z.json' }, {}],
    ['at a custom endpoint', { ...AWS, endpoint: 'http://127.0.0.1:4568' }, { sessionToken: 'token' }],
  ] as const
  it.each(table)('%s', async (_name, place, signing: { sessionToken?: string; etag?: string }) => {
    const { sessionToken, etag } = signing
    const credentials = { ...keys, sessionToken }
    const ours = signedGet(objectAddress(place), { region: place.region, credentials, etag, at })
    const headers = headersOf(ours.headers)
    const theirs = await bySmithy(place, signing)
    expect(headers.get('authorization')).toMatch(/Signature=[0-9a-f]{64}$/)
    expect(Object.fromEntries(headers)).toEqual(Object.fromEntries(theirs))
  })
})

describe('where an object is', () => {
  const address = (overrides: Partial<typeof AWS & { endpoint: string }>) => objectAddress({ ...AWS, ...overrides })
  const path = '/index/current.json'
  it.each([
    [
      'on AWS',
      {},
      { secure: true, hostname: 'index-bucket.s3.eu-central-1.amazonaws.com', port: '', basePath: '', path },
    ],
    [
      'in a Chinese region',
      { region: 'cn-north-1' },
      { secure: true, hostname: 'index-bucket.s3.cn-north-1.amazonaws.com.cn', port: '', basePath: '', path },
    ],
    [
      'at a custom endpoint',
      { endpoint: 'http://127.0.0.1:4568' },
      { secure: false, hostname: '127.0.0.1', port: '4568', basePath: '', path: `/index-bucket${path}` },
    ],
    [
      'at a custom endpoint with a path',
      { endpoint: 'http://127.0.0.1:4568/base/' },
      { secure: false, hostname: '127.0.0.1', port: '4568', basePath: '/base', path: `/base/index-bucket${path}` },
    ],
    [
      'at a custom endpoint over TLS',
      { endpoint: 'https://s3.example.org/' },
      { secure: true, hostname: 's3.example.org', port: '', basePath: '', path: `/index-bucket${path}` },
    ],
  ])('%s', (_name, overrides, expected) => {
    expect(address(overrides)).toEqual(expected)
  })
})
