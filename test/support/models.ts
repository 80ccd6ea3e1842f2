import type { Question } from '../../shared/models/question.ts'
import { DEFAULT_QUESTION } from '../../shared/models/question.ts'
import type { Model } from '../../shared/models/schema.ts'
import { Model as ModelSchema } from '../../shared/models/schema.ts'

const ordinary: Model = {
  id: 'semaphore-1',
  openRouterId: 'lineside/semaphore-1',
  name: 'Semaphore 1',
  provider: 'Lineside',
  providerAliases: ['lineside labs'],
  providerDomain: 'lineside.example',
  logoUrl: 'https://www.google.com/s2/favicons?domain=lineside.example&sz=128',
  region: 'us',
  effort: 'high',
  intelligenceScore: 40,
  codingScore: 50,
  reasoningScore: 45,
  agenticScore: 35,
  inputPricePer1M: 1,
  outputPricePer1M: 5,
  cacheReadPricePer1M: null,
  blendedPricePer1M: 2,
  listPrice: null,
  verbosity: 1,
  speedTokensPerSecond: 100,
  latencyMs: 1000,
  contextLength: 200_000,
  maxOutputTokens: null,
  inputModalities: ['text'],
  supports: { tools: true, structuredOutputs: true, reasoning: true },
  openWeights: false,
  createdAt: null,
  retiresAt: null,
  valueScore: 0,
  tags: [],
  sourceIds: ['a-price-list'],
}

/** An ordinary model; the blended price follows the prices unless a test sets it apart. */
export const aModel = (overrides: Partial<Model> = {}): Model => {
  const model = { ...ordinary, ...overrides }
  const blendedPricePer1M = overrides.blendedPricePer1M ?? (3 * model.inputPricePer1M + model.outputPricePer1M) / 4
  return ModelSchema.parse({ ...model, blendedPricePer1M })
}

/** A model whose every name follows from its id. */
export const aModelOf = (provider: string, id: string, overrides: Partial<Model> = {}): Model => {
  const maker = provider.toLowerCase()
  return aModel({
    id,
    openRouterId: `${maker}/${id}`,
    name: id,
    provider,
    providerAliases: [`${maker} labs`],
    providerDomain: `${maker}.example`,
    logoUrl: `https://www.google.com/s2/favicons?domain=${maker}.example&sz=128`,
    ...overrides,
  })
}

export const UPDATED_AT = '2026-11-20T06:00:00.000Z'
/** Six hours after the snapshot. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

/** What the policy reads of a snapshot. */
export const aSnapshot = (models: readonly Model[] = [aModel()], updatedAt = UPDATED_AT) => ({ updatedAt, models })

export const aQuestion = (overrides: Partial<Question> = {}): Question => ({ ...DEFAULT_QUESTION, ...overrides })
