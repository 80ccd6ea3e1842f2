import type { Random } from '../random.ts'
import { BASE_32, digits, numberOf } from './digits.ts'

const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

export const TOKEN_ID = /^tok_[0-7][0-9a-hjkmnp-tv-z]{25}$/

export const isTokenId = (text: string): boolean => TOKEN_ID.test(text)

/** Sorts by its time and is drawn apart from the token, so that it reveals nothing of it. */
export const newTokenId = (now: Date, random: Random): string => {
  const time = digits(BigInt(now.getTime()), BASE_32, TIME_DIGITS)
  return `tok_${time}${digits(numberOf(random(10)), BASE_32, RANDOM_DIGITS)}`
}

/** When a token id was made, by its own account: anyone can write an id, so it proves nothing. */
export const idTime = (id: string): Date | undefined => {
  if (!isTokenId(id)) return undefined
  const time = [...id.slice(4, 4 + TIME_DIGITS)].reduce((sum, digit) => sum * 32 + BASE_32.indexOf(digit), 0)
  return new Date(time)
}
