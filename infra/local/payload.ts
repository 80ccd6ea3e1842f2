/** Lambda takes and gives no more, in bytes of JSON; API Gateway's own 10 MB never come into play. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024

/** Below this many characters no way of writing them as JSON, six bytes for each at most, comes near the limit. */
export const SMALL_PAYLOAD = 512 * 1024

/** A character has at most three bytes, so most texts need no count. */
export const isTooLarge = (json: string): boolean =>
  json.length * 3 > MAX_PAYLOAD_BYTES && Buffer.byteLength(json) > MAX_PAYLOAD_BYTES
