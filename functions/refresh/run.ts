import { areaA } from '../../shared/contract/area-a.ts'
import type { Log } from '../../shared/log.ts'
import { agreedPrices } from '../../shared/models/agreement.ts'
import { atomOf } from '../../shared/models/atom.ts'
import { build } from '../../shared/models/build.ts'
import { carriedFrom, listingFrom, makersFrom } from '../../shared/models/carried.ts'
import { changesBetween, logWith } from '../../shared/models/changes.ts'
import type { Limits } from '../../shared/models/feeds/download.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { guard } from '../../shared/models/guard.ts'
import type { Finding, Overrulable, Verdict } from '../../shared/models/guard-terms.ts'
import { keyOf } from '../../shared/models/provenance.ts'
import type { Publication, Standing } from '../../shared/models/publish.ts'
import type { Snapshot } from '../../shared/models/schema.ts'
import { isSameContent } from './content.ts'
import { gather, type Report } from './gather.ts'
import { stillListed } from './listed.ts'
import { askOffers, type Offers, type Pace, withOffers } from './offers.ts'
import type { LiveSource, SourceId } from './sources.ts'
import type { Kept, KnownOffers } from './state.ts'
import type { RefreshStore } from './store.ts'
import { type Outcome, type Summary, summaryOf } from './summary.ts'

export type Deps = {
  readonly sources: readonly LiveSource[]
  readonly store: RefreshStore
  readonly standing: () => Promise<Standing>
  readonly publish: (publication: Publication) => Promise<'published' | 'overtaken'>
  /** The index that the repository ships, for a bucket without one. */
  readonly shipped: () => Snapshot
  readonly baseUrl: string | undefined
  readonly accepted: readonly Overrulable[]
  readonly limits: Limits
  readonly pace: Pace
  readonly now: () => Date
  readonly log: Log
}

export type Result = {
  readonly outcome: Outcome
  readonly refusals: readonly Finding[]
  readonly summary: Summary
}

type Start = {
  readonly standing: Standing
  readonly seed: Snapshot
  readonly kept: ReadonlyMap<SourceId, Kept>
  readonly known: KnownOffers
  readonly at: Date
}

const start = async ({ sources, store, standing, shipped, now }: Deps): Promise<Start> => {
  const [found, known, ...kept] = await Promise.all([
    standing(),
    store.offers(),
    ...sources.map(async ({ id }) => [id, await store.kept(id)] as const),
  ])
  const byId = new Map(kept.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])))
  return { standing: found, seed: found.snapshot ?? shipped(), kept: byId, known, at: now() }
}

const isLive = ({ status }: Report): boolean => status !== 'failed'

const listingOf = (reports: readonly Report[]) => {
  const extract = reports.find(({ id }) => id === 'openrouter')?.extract
  return extract?.kind === 'listing' ? extract : undefined
}

const NO_OFFERS = { asked: 0, failed: 0 }

/** Asks about single models only while OpenRouter itself answers. */
const offersOf = async (reports: readonly Report[], { known }: Start, deps: Deps): Promise<Offers> => {
  const listing = listingOf(reports)
  const base = deps.sources.find(({ id }) => id === 'openrouter')?.address
  const isUp = reports.some((report) => report.id === 'openrouter' && isLive(report))
  if (listing === undefined || base === undefined || !isUp) return { known, ...NO_OFFERS }
  return askOffers(listing, known, { base, now: deps.now, pace: deps.pace })
}

/** What the sources say, and the last index for all that they do not. */
const extractsOf = (reports: readonly Report[], { known }: Offers, { seed, at }: Start): readonly Extract[] => {
  const listing = listingOf(reports)
  const others = reports.flatMap(({ extract }) => (extract === undefined || extract === listing ? [] : extract))
  return [
    listing === undefined ? listingFrom(seed) : withOffers(listing, known, at),
    ...others,
    carriedFrom(seed, at),
    makersFrom(seed),
  ]
}

const judge = (extracts: readonly Extract[], reports: readonly Report[], { seed, at }: Start, deps: Deps): Verdict => {
  const updatedAt = at.toISOString()
  // The guard finds the answers itself, and says what is wrong where there are none.
  const answersOf = () => seed.answers
  const next = build(extracts, { now: at, updatedAt, generatedBy: seed.generatedBy, api: areaA, answersOf })
  const live = reports.filter(isLive).flatMap(({ extract }) => extract ?? [])
  return guard(seed, next, {
    listed: stillListed(seed, live),
    agreed: agreedPrices(extracts, next.models.map(keyOf)),
    accepted: deps.accepted,
    now: at,
  })
}

type Gathered = { readonly reports: readonly Report[]; readonly offers: Offers }
type Ended = { readonly outcome: Outcome; readonly after: Snapshot; readonly changes: number }

const publishNew = async (after: Snapshot, { standing, seed: before, at }: Start, deps: Deps): Promise<Ended> => {
  const changes = changesBetween(before, after, { now: at })
  const outcome = await deps.publish({
    before: standing,
    after,
    record: async (log) => {
      const next = logWith(log, changes, { before, after })
      return { log: next, feed: await atomOf(next, deps.baseUrl) }
    },
  })
  return { outcome, after, changes: changes.length }
}

/** Last of all: a run that dies before it learns the same again. */
const remember = async ({ reports, offers }: Gathered, { updatedAt }: Snapshot, { at }: Start, deps: Deps) => {
  for (const { id, kept } of reports) if (kept !== undefined) await deps.store.keep(id, kept)
  if (offers.asked > 0) await deps.store.keepOffers(offers.known)
  const sources = reports.map(({ id, status, kept }) => ({ id, status, checkedAt: kept?.checkedAt ?? null }))
  await deps.store.checked({ checkedAt: at.toISOString(), updatedAt, sources })
}

const settle = async (snapshot: Snapshot, gathered: Gathered, begun: Start, deps: Deps): Promise<Ended> => {
  const { seed, standing } = begun
  const isUnchanged = standing.snapshot !== undefined && isSameContent(seed, snapshot)
  const ended: Ended = isUnchanged
    ? { outcome: 'unchanged', after: seed, changes: 0 }
    : await publishNew(snapshot, begun, deps)
  if (ended.outcome !== 'overtaken') await remember(gathered, ended.after, begun, deps)
  return ended
}

/** One run: ask the sources, build from what they say, and publish what the guard lets through. */
export const refresh = async (deps: Deps): Promise<Result> => {
  const begun = await start(deps)
  const { seed, kept, at } = begun
  const reports = await gather(deps.sources, (id) => kept.get(id), { now: at, limits: deps.limits })
  for (const { id, fault } of reports)
    if (fault !== undefined) deps.log({ level: 'error', event: 'refresh-source-failed', source: id, fault })
  const offers = await offersOf(reports, begun, deps)
  const gathered = { reports, offers }
  const verdict = reports.some(isLive) ? judge(extractsOf(reports, offers, begun), reports, begun, deps) : undefined
  const ended: Ended = verdict?.ok
    ? await settle(verdict.snapshot, gathered, begun, deps)
    : { outcome: verdict === undefined ? 'unreached' : 'refused', after: seed, changes: 0 }
  const refusals = verdict?.ok === false ? verdict.refusals : []
  if (refusals.length > 0) deps.log({ level: 'error', event: 'refresh-refused', reasons: refusals })
  const listing = reports.find(({ id }) => id === 'openrouter')?.kept ?? kept.get('openrouter')
  const isGood = ['published', 'unchanged'].includes(ended.outcome)
  const confirmedAt = (isGood ? listing : kept.get('openrouter'))?.checkedAt ?? seed.updatedAt
  const summary = summaryOf({
    ...ended,
    ...gathered,
    before: seed,
    notes: verdict?.ok ? verdict.notes : [],
    accepted: deps.accepted,
    confirmedAt,
    startedAt: at,
    now: deps.now(),
  })
  deps.log(summary)
  return { outcome: ended.outcome, refusals, summary }
}
