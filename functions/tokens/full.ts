import { HttpError } from '../../shared/http/errors.ts'
import type { Room } from '../../shared/tokens/limits.ts'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { purgeTime } from '../../shared/tokens/token.ts'

const dayOf = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().slice(0, 10)

/** Records go by themselves, so all that helps against too many of them is time: when the next one goes. */
const nextToGo = (records: readonly TokenRecord[]): string => {
  const purges = records.map(purgeTime).filter((time) => time !== undefined)
  return purges.length === 0 ? '' : `; the next one goes on ${dayOf(Math.min(...purges))}`
}

/** Says why there cannot be one more token, and what helps. */
export const full = ({ reason, limit }: Room & { readonly ok: false }, records: readonly TokenRecord[]): HttpError => {
  switch (reason) {
    case 'active':
      return new HttpError(409, `You have ${limit} active tokens, the most there can be: revoke one to make another`)
    case 'records':
      return new HttpError(
        409,
        `You have ${limit} token records, the most there can be: ended ones are removed after 400 days${nextToGo(records)}`,
      )
  }
}
