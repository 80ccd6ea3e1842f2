import * as z from 'zod/mini'
import type { Configuration } from './extract.ts'
import { optional, score, unit } from './rows.ts'

/** The scores of one measured model, under the names that Artificial Analysis gives them in every form of its data. */
export const Evaluations = z.object({
  artificial_analysis_intelligence_index: optional(score),
  artificial_analysis_coding_index: optional(score),
  gpqa: optional(unit),
  hle: optional(unit),
})
type Evaluations = z.infer<typeof Evaluations>

export const scoresIn = (
  evaluations: Evaluations | null,
): Pick<Configuration, 'intelligence' | 'coding' | 'gpqa' | 'hle'> => ({
  intelligence: evaluations?.artificial_analysis_intelligence_index ?? null,
  coding: evaluations?.artificial_analysis_coding_index ?? null,
  gpqa: evaluations?.gpqa ?? null,
  hle: evaluations?.hle ?? null,
})
