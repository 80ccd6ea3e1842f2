import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Credentials } from '../../shared/aws/signature.ts'

// What Smithy asks of a hash, on the platform's own.
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret))
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data)
  }
  digest() {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }
  reset() {}
}
const keyOf = (secret: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof secret === 'string') return secret
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret)
}

type Signing = { readonly service: string; readonly region: string; readonly credentials: Credentials }

/** The signature of the AWS SDK, to hold ours against. */
export const smithySigner = ({ credentials: { sessionToken, ...keys }, ...place }: Signing): SignatureV4 =>
  new SignatureV4({
    ...place,
    credentials: sessionToken === undefined ? keys : { ...keys, sessionToken },
    sha256: Sha256,
    uriEscapePath: false,
  })
