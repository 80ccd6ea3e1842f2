import * as z from 'zod/mini'
import { endpointTag, id, positive, pricePer1M, seconds } from '../../shared/models/feeds/rows.ts'

/** A source's last good answer in its own words, so that a better parser also reads what was kept before it. */
export const Kept = z.object({
  /** Of when its figures are: when they were first seen, or confirmed on a later day. */
  asOf: z.iso.datetime(),
  /** When the source last spoke, were it only to say that nothing changed. */
  checkedAt: z.iso.datetime(),
  etag: z.string(),
  lastModified: z.string(),
  text: z.string(),
})
export type Kept = z.infer<typeof Kept>

const price = z.object({ input: pricePer1M, output: pricePer1M, cacheRead: z.nullable(pricePer1M) })

/** What OpenRouter said of the hosts of one model, and beside which headline price. */
const KnownOffer = z.object({
  at: z.iso.datetime(),
  headline: z.string(),
  etag: z.string(),
  endpoints: z.array(z.object({ tag: endpointTag, price, isDefault: z.boolean() })),
  observed: z.object({ tokensPerSecond: z.nullable(positive), firstTokenSeconds: z.nullable(seconds) }),
})
export type KnownOffer = z.infer<typeof KnownOffer>

/** By OpenRouter's id. */
export const KnownOffers = z.record(id, KnownOffer)
export type KnownOffers = z.infer<typeof KnownOffers>

/** Written by every good run, so that anybody can see when the index was last compared with its sources. */
export type Checked = {
  readonly checkedAt: string
  readonly updatedAt: string
  readonly sources: readonly { readonly id: string; readonly status: string; readonly checkedAt: string | null }[]
}
