import { catalogueOf, type Entry } from './catalogue.ts'
import type { CarriedModel, Extract, Listing, Maker, Measurements, PriceList } from './feeds/extract.ts'
import { identify, type Measured } from './identity.ts'
import { makerOf } from './makers.ts'
import { ownEntries } from './native.ts'
import { type Charged, type Own, priceOf } from './price.ts'
import type { Configured } from './scores.ts'
import type { Figure } from './speed.ts'
import { configuredBy, priceUnsaid, reasoningFigure, swiftness } from './unsaid.ts'

export type Feeds = {
  readonly listings: readonly Listing[]
  readonly measurements: readonly Measurements[]
  readonly lists: readonly PriceList[]
  readonly makers: readonly Maker[]
  /** By OpenRouter's id, what is said where no feed speaks. */
  readonly carried: ReadonlyMap<string, CarriedModel>
}

export const sortFeeds = (extracts: readonly Extract[]): Feeds => ({
  listings: extracts.filter((extract) => extract.kind === 'listing'),
  measurements: extracts.filter((extract) => extract.kind === 'measurements'),
  lists: extracts.filter((extract) => extract.kind === 'prices'),
  makers: extracts.flatMap((extract) => (extract.kind === 'makers' ? extract.makers : [])),
  carried: new Map(
    extracts
      .flatMap((extract) => (extract.kind === 'carried' ? extract.models : []))
      .map((model) => [model.openRouterId, model]),
  ),
})

/** A model of which a source gave every figure that the index must have. */
export type Complete = {
  readonly entry: Entry
  readonly maker: Maker
  readonly own: readonly Own[]
  readonly scores: { readonly intelligence: number; readonly coding: number }
  readonly contextLength: number
  readonly charged: Charged
  readonly configured: Configured
  readonly reasoning: Figure<number> | undefined
  readonly speed: Figure<number>
  readonly latency: Figure<number> & { readonly effort: string | null }
  /** Whether it was ever measured at a reasoning effort. */
  readonly isReasoning: boolean
  readonly carried: CarriedModel | undefined
}

type Known = { readonly measured: readonly Measured[]; readonly siblings: readonly Measured[] }

const completeOf = (entry: Entry, { measured, siblings }: Known, feeds: Feeds): Complete | undefined => {
  const [{ intelligence, coding }] = entry.published
  const carried = feeds.carried.get(entry.id)
  const contextLength = entry.facts.contextLength ?? carried?.contextLength ?? null
  const maker = makerOf(feeds.makers, entry.id)
  const charged = priceOf(entry, maker, feeds.listings) ?? priceUnsaid(entry, carried)
  const configured = configuredBy(entry, { measured, siblings }, carried)
  const { speed, latency } = swiftness(entry, { measured, effort: configured.effort, carried })
  if (intelligence === null || coding === null || contextLength === null) return undefined
  if (charged === undefined || speed === undefined || latency === undefined) return undefined
  const own = ownEntries(entry, maker, feeds.lists)
  const isReasoning = measured.some(({ effort }) => effort !== null && effort !== 'non-reasoning')
  return {
    entry,
    maker,
    own,
    scores: { intelligence, coding },
    contextLength,
    charged,
    configured,
    reasoning: reasoningFigure(configured, carried),
    speed,
    latency,
    isReasoning,
    carried,
  }
}

/** In the order of the OpenRouter ids. A model that lacks a figure is left out: nothing is filled in. */
export const completeModels = (feeds: Feeds): readonly Complete[] => {
  const catalogue = catalogueOf(feeds.listings)
  const identified = identify(catalogue, feeds.measurements, feeds.makers)
  const makerIdOf = ({ id }: Entry) => makerOf(feeds.makers, id).id
  const byMaker = Map.groupBy(catalogue, makerIdOf)
  const rowsOf = ({ id }: Entry) => identified.get(id) ?? []
  return catalogue.flatMap((entry) => {
    const siblings = (byMaker.get(makerIdOf(entry)) ?? []).filter(({ id }) => id !== entry.id)
    return completeOf(entry, { measured: rowsOf(entry), siblings: siblings.flatMap(rowsOf) }, feeds) ?? []
  })
}
