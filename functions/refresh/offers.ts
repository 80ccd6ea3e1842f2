import { type Downloaded, download, type Limits } from '../../shared/models/feeds/download.ts'
import type { ListedModel, Listing, Observed } from '../../shared/models/feeds/extract.ts'
import { parseOpenRouterEndpoints } from '../../shared/models/feeds/openrouter-endpoints.ts'
import type { KnownOffer, KnownOffers } from './state.ts'

export type Pace = {
  /** Models asked about in one run. */
  readonly most: number
  readonly atOnce: number
  /** Between two requests of one worker. */
  readonly pauseMilliseconds: number
  readonly totalMilliseconds: number
  readonly limits: Limits
}

/**
 * All models worth asking about (100 of the 336 listed in August 2026) fit into the first run, so that the second one
 * has nothing more to learn: at most 20 requests a second, whatever the answers take.
 */
export const PACE: Pace = {
  most: 150,
  atOnce: 4,
  pauseMilliseconds: 200,
  totalMilliseconds: 60_000,
  limits: { tryMilliseconds: 5_000, pauseMilliseconds: 0, maxBytes: 1024 * 1024, tries: 1 },
}

const HOUR_MS = 3_600_000
/** Hosts seldom change their prices, and the headline says when to look again at once. */
const RECHECK_MS = 3 * HOUR_MS
const SPEAKS_MS = 24 * HOUR_MS
/** Averages of half an hour waver; within a fifth they say the same. */
const WAVER = 1.2
const MAX_FAULTS_IN_A_ROW = 3

const headlineOf = ({ headline }: ListedModel): string => `${headline?.input} ${headline?.output}`

/** Ids come from outside, and every object knows a `toString`. */
const offerOf = (known: KnownOffers, id: string): KnownOffer | undefined =>
  Object.hasOwn(known, id) ? known[id] : undefined

const ageOf = (offer: KnownOffer, now: Date): number => now.getTime() - Date.parse(offer.at)

/** Only models that could enter the index: bought by the token, and scored. */
const isWorthAsking = ({ id, headline, scores }: ListedModel): boolean =>
  !/[:~]/.test(id) && scores.intelligence !== null && scores.coding !== null && (headline?.output ?? 0) > 0

/** Models to ask about: those never asked or with a new headline price first, then the oldest answers. */
const dueOffers = (listing: Listing, known: KnownOffers, now: Date): readonly ListedModel[] => {
  const lastAsked = (model: ListedModel): number => {
    const offer = offerOf(known, model.id)
    return offer === undefined || offer.headline !== headlineOf(model) ? 0 : Date.parse(offer.at)
  }
  return listing.models
    .filter((model) => isWorthAsking(model) && now.getTime() - lastAsked(model) >= RECHECK_MS)
    .toSorted((a, b) => lastAsked(a) - lastAsked(b) || (a.id < b.id ? -1 : 1))
}

/** The listing with the offers of hosts in it. An old answer, or one beside another headline price, is silent. */
export const withOffers = (listing: Listing, known: KnownOffers, now: Date): Listing => ({
  ...listing,
  models: listing.models.map((model) => {
    const offer = offerOf(known, model.id)
    const isSilent = offer === undefined || offer.headline !== headlineOf(model) || ageOf(offer, now) > SPEAKS_MS
    return isSilent ? model : { ...model, endpoints: offer.endpoints, observed: offer.observed }
  }),
})

const steady = (before: number | null | undefined, now: number | null): number | null => {
  if (before === null || before === undefined || now === null) return now
  return Math.max(before, now) <= Math.min(before, now) * WAVER ? before : now
}

const steadied = (before: Observed | undefined, now: Observed): Observed => ({
  tokensPerSecond: steady(before?.tokensPerSecond, now.tokensPerSecond),
  firstTokenSeconds: steady(before?.firstTokenSeconds, now.firstTokenSeconds),
})

const offerFrom = (model: ListedModel, before: KnownOffer | undefined, answer: Downloaded, at: string) => {
  if (!answer.ok) return undefined
  const headline = headlineOf(model)
  if (answer.kind === 'unchanged') return before && { ...before, at, headline }
  const parsed = parseOpenRouterEndpoints(answer.text)
  if (!parsed.ok) return undefined
  const { endpoints, observed } = parsed.offered
  const { etag } = answer.validators
  return { at, headline, etag, endpoints: [...endpoints], observed: steadied(before?.observed, observed) }
}

/** Said of one model by a host that is up; three such models must not keep all others from being asked. */
const isOfOneModel = (answer: Downloaded): boolean => !answer.ok && ['status 404', 'too large'].includes(answer.fault)

const addressOf = (base: string, id: string): string =>
  `${base.replace(/\/$/, '')}/${id.split('/').map(encodeURIComponent).join('/')}/endpoints`

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

export type Asking = { readonly base: string; readonly now: () => Date; readonly pace: Pace }
export type Offers = { readonly known: KnownOffers; readonly asked: number; readonly failed: number }

/** Asks about the models that are due, oldest first, and gives up on a host that fails three times in a row. */
export const askOffers = async (listing: Listing, before: KnownOffers, asking: Asking): Promise<Offers> => {
  const { base, now, pace } = asking
  const started = now()
  const stopAt = performance.now() + pace.totalMilliseconds
  const queue = dueOffers(listing, before, started).slice(0, pace.most)
  const learnt = new Map<string, KnownOffer>()
  let [asked, failed, inARow] = [0, 0, 0]

  const work = async (): Promise<void> => {
    while (inARow < MAX_FAULTS_IN_A_ROW && performance.now() < stopAt) {
      const model = queue.shift()
      if (model === undefined) return
      asked += 1
      const held = offerOf(before, model.id)
      const answer = await download(
        { address: addressOf(base, model.id), held: held && { etag: held.etag, lastModified: '' } },
        pace.limits,
      )
      const offer = offerFrom(model, held, answer, started.toISOString())
      inARow = offer === undefined && !isOfOneModel(answer) ? inARow + 1 : 0
      if (offer === undefined) failed += 1
      else learnt.set(model.id, offer)
      await pause(pace.pauseMilliseconds)
    }
  }
  await Promise.all(Array.from({ length: pace.atOnce }, work))
  const listed = new Set(listing.models.map(({ id }) => id))
  const kept = Object.entries(before).filter(([id]) => listed.has(id))
  return { known: Object.fromEntries([...kept, ...learnt]), asked, failed }
}
