import { breakTie, type Offer, type Rates, utility } from './policy.ts'

/** The offer that wins a question, the one that would have won without it, and the one to turn to should it fail. */
export type Choice = { readonly primary: Offer; readonly runnerUp: Offer | null; readonly fallback: Offer | null }

type Admits = (offer: Offer) => boolean

const best = (offers: readonly Offer[], rates: Rates, admits: Admits): Offer | null => {
  let winner: Offer | null = null
  let highest = Number.NEGATIVE_INFINITY
  for (const offer of offers) {
    if (!admits(offer)) continue
    const points = utility(offer, rates)
    if (winner !== null && (points < highest || (points === highest && breakTie(winner, offer) < 0))) continue
    winner = offer
    highest = points
  }
  return winner
}

/** `null` where there is nothing to choose from. */
export const choose = (offers: readonly Offer[], rates: Rates): Choice | null => {
  const primary = best(offers, rates, () => true)
  if (primary === null) return null
  const runnerUp = best(offers, rates, (offer) => offer !== primary)
  const isElsewhere: Admits = ({ model }) => model.provider !== primary.model.provider
  // One provider's outage must not take both: its own second model is the last resort.
  const fallback =
    runnerUp === null || isElsewhere(runnerUp) ? runnerUp : (best(offers, rates, isElsewhere) ?? runnerUp)
  return { primary, runnerUp, fallback }
}
