import type { Entry } from './catalogue.ts'
import type { CarriedModel, Observed } from './feeds/extract.ts'
import { sixDigits } from './feeds/rows.ts'
import type { Measured } from './identity.ts'
import type { Charged } from './price.ts'
import { type Configured, configurationOf, isSameEffort, reasoningOf } from './scores.ts'
import { type Figure, latencyOf, speedOf } from './speed.ts'

/** A price that the feed left out, or wrote as nonsense, is the last one; a price of nothing is a price. */
export const priceUnsaid = ({ facts }: Entry, carried: CarriedModel | undefined): Charged | undefined =>
  facts.headline === null && facts.endpoints.length === 0 ? carried?.charged : undefined

type Known = { readonly measured: readonly Measured[]; readonly siblings: readonly Measured[] }

/** Which configuration the scores are of: what the last index found, while nobody measures the model anew. */
export const configuredBy = (
  entry: Entry,
  { measured, siblings }: Known,
  carried: CarriedModel | undefined,
): Configured => {
  if (carried === undefined || measured.some(({ row }) => row.intelligence !== null))
    return configurationOf(entry, measured, siblings)
  return { effort: carried.effort, rows: [], isDisputed: carried.isScoreDisputed }
}

export const reasoningFigure = (
  configured: Configured,
  carried: CarriedModel | undefined,
): Figure<number> | undefined => {
  const found = reasoningOf(configured)
  if (found !== undefined) return found
  return carried !== undefined && isSameEffort(carried.effort, configured.effort)
    ? (carried.reasoning ?? undefined)
    : undefined
}

type Latency = Figure<number> & { readonly effort: string | null }
type Swiftness = { readonly speed: Figure<number> | undefined; readonly latency: Latency | undefined }

const observedOf = (entry: Entry, { tokensPerSecond, firstTokenSeconds }: Observed, effort: string | null) => {
  const { sourceId, asOf } = entry.published[0]
  return {
    speed: tokensPerSecond === null ? undefined : { value: sixDigits(tokensPerSecond), sourceId, asOf },
    latency:
      firstTokenSeconds === null ? undefined : { value: sixDigits(firstTokenSeconds * 1000), sourceId, asOf, effort },
  }
}

type Sightings = {
  readonly measured: readonly Measured[]
  readonly effort: string | null
  readonly carried: CarriedModel | undefined
}

/** Who measures comes first, then the last index while that measurement is recent, then what OpenRouter observes. */
export const swiftness = (entry: Entry, { measured, effort, carried }: Sightings): Swiftness => {
  const { observed, reasoning } = entry.facts
  const seen = observed === null ? undefined : observedOf(entry, observed, effort)
  const [first, second] = carried?.isRecent ? [carried, seen] : [seen, carried]
  return {
    speed: speedOf(measured) ?? first?.speed ?? second?.speed,
    latency: latencyOf(measured, reasoning, effort) ?? first?.latency ?? second?.latency,
  }
}
