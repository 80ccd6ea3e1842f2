import { hash } from 'node:crypto'
import type { Snapshot } from './schema.ts'

/**
 * Counts the rules of `schema.ts`. Whoever changes them raises it, and a test notices who does not: an index that was
 * sealed by other rules is checked by those of the reader.
 */
const RULES = 1

const sealOf = (rest: string): string => `${RULES}.${hash('sha256', rest, 'base64url')}`

const BEGINNING = '{"seal":"'
const END = '",'
const LENGTH = BEGINNING.length + sealOf('').length + END.length

/** The JSON of a snapshot that has been checked, with a seal in front: by which rules it was, and the rest's digest. */
export const sealed = (json: string): string => {
  const rest = json.slice('{'.length)
  return `${BEGINNING}${sealOf(rest)}${END}${rest}`
}

/**
 * Whether a value was read from a text that was sealed by these rules and is unchanged to the character. Tells accidents
 * (cut short, edited by hand, written by other rules), not forgers: who may write to the bucket may also seal.
 */
export const isSealed = (value: unknown, text: string): value is Snapshot & { readonly seal: string } =>
  typeof value === 'object' &&
  value !== null &&
  'seal' in value &&
  text.startsWith(BEGINNING) &&
  value.seal === sealOf(text.slice(LENGTH))
