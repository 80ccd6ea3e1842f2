import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Model } from '../../../shared/models/schema.ts'
import { medianOf } from '../../../shared/models/speed.ts'

const figure = z.nullable(z.number())
const Joined = z.object({
  openRouterId: z.string(),
  nativeId: z.nullable(z.string()),
  region: z.nullable(z.string()),
  contextLength: z.number(),
  price: z.nullable(z.object({ inPer1M: z.number(), outPer1M: z.number() })),
  aaIndex: z.nullable(z.object({ intelligence: figure, coding: figure, agentic: figure })),
  aaEvals: z.nullable(z.object({ gpqa: figure, hle: figure })),
  speed: z.array(z.object({ asOf: z.string(), tokensPerSecond: z.number(), ttftMs: z.number() })),
})
type Joined = z.infer<typeof Joined>

const readJoined = (directory: string): readonly Joined[] =>
  z.parse(
    z.object({ models: z.array(Joined) }),
    JSON.parse(readFileSync(join(directory, 'joined/models.json'), 'utf8')),
  ).models

const isComplete = ({ aaIndex, price, speed }: Joined): boolean =>
  aaIndex !== null &&
  aaIndex.intelligence !== null &&
  aaIndex.coding !== null &&
  price !== null &&
  price.inPer1M > 0 &&
  speed.length > 0

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.06

const reasoningOf = ({ aaEvals }: Joined): number | null =>
  aaEvals === null || aaEvals.gpqa === null || aaEvals.hle === null ? null : 50 * (aaEvals.gpqa + aaEvals.hle)

const speedDiffers = (model: Model, { speed }: Joined): boolean => {
  const day = speed
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1)
  const rows = speed.filter(({ asOf }) => asOf === day)
  const hasLatency = rows.some(({ ttftMs }) => Math.abs(ttftMs - model.latencyMs) <= 1)
  return !hasLatency || !near(medianOf(rows.map((row) => row.tokensPerSecond)), model.speedTokensPerSecond)
}

const differencesOf = (model: Model, joined: Joined): readonly string[] => {
  const { price, aaIndex, nativeId } = joined
  const reasoning = model.tags.includes('reasoning-unmeasured') ? null : model.reasoningScore
  const measured = reasoningOf(joined)
  const found: readonly (readonly [string, boolean])[] = [
    ['id', model.id !== (nativeId ?? joined.openRouterId)],
    ['region', model.region !== joined.region],
    ['context', model.contextLength !== joined.contextLength],
    ['price', price?.inPer1M !== model.inputPricePer1M || price.outPer1M !== model.outputPricePer1M],
    [
      'score',
      aaIndex?.intelligence !== model.intelligenceScore ||
        aaIndex.coding !== model.codingScore ||
        aaIndex.agentic !== model.agenticScore,
    ],
    ['reasoning', reasoning === null || measured === null ? reasoning !== measured : !near(reasoning, measured)],
    ['speed', speedDiffers(model, joined)],
  ]
  return found.flatMap(([what, differs]) => (differs ? [what] : []))
}

/** Where the index and the join of the same feeds part: who is in, and which figures of those that both hold. */
export const differencesFrom = (directory: string, models: readonly Model[]): Record<string, readonly string[]> => {
  const joined = readJoined(directory)
  const byId = new Map(models.map((model) => [model.openRouterId, model]))
  return Object.fromEntries(
    joined.flatMap((one) => {
      const model = byId.get(one.openRouterId)
      if (model === undefined) return isComplete(one) ? [[one.openRouterId, ['left out']]] : []
      const found = [...(isComplete(one) ? [] : ['added']), ...differencesOf(model, one)]
      return found.length === 0 ? [] : [[one.openRouterId, found]]
    }),
  )
}
