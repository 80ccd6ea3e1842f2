import { createHash } from 'node:crypto'
import { BASE_32, digits, numberOf } from './digits.ts'

/** Every person has one workspace, and its id follows from theirs: stable, and not to be turned back into it. */
export const workspaceOf = (userId: string): string => {
  const hash = createHash('sha256').update(`workspace:${userId}`).digest()
  return `ws_${digits(numberOf(hash.subarray(0, 10)), BASE_32, 16)}`
}
