import { best } from './best.ts'
import { breakTie, type Offer, type Rates, utility } from './policy.ts'

/** The offer that wins a question, the one that would have won without it, and the one to turn to should it fail. */
export type Choice = { readonly primary: Offer; readonly runnerUp: Offer | null; readonly fallback: Offer | null }

/** `null` where there is nothing to choose from. */
export const choose = (offers: readonly Offer[], rates: Rates): Choice | null => {
  const order = { figure: (offer: Offer) => utility(offer, rates), breakTie }
  const primary = best(offers, order, () => true)
  if (primary === null) return null
  const runnerUp = best(offers, order, (offer) => offer !== primary)
  const isElsewhere = ({ model }: Offer) => model.provider !== primary.model.provider
  // One provider's outage must not take both: its own second model is the last resort.
  const fallback =
    runnerUp === null || isElsewhere(runnerUp) ? runnerUp : (best(offers, order, isElsewhere) ?? runnerUp)
  return { primary, runnerUp, fallback }
}
