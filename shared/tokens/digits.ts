export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Without i, l, o and u, so that an id survives being read aloud; in ASCII order, so that ids sort as their numbers do. */
export const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** A number in exactly `length` digits of an alphabet, most significant first. */
export const digits = (value: bigint, alphabet: string, length: number): string => {
  const base = BigInt(alphabet.length)
  let rest = value
  let written = ''
  for (let place = 0; place < length; place += 1) {
    written = alphabet.charAt(Number(rest % base)) + written
    rest /= base
  }
  return written
}

export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
