import { hash } from 'node:crypto'

/**
 * What is stored in place of a secret of 256 random bits: such a secret cannot be guessed, so it needs neither salt nor
 * a slow hash. The tag leaves room for another algorithm later.
 */
export const digestOf = (secret: string): string => `sha256:${hash('sha256', secret, 'hex')}`
