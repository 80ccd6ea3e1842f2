import { DEFAULT_QUESTION } from '../../shared/models/question.ts'
import type { Model, Recommendation, Snapshot } from '../../shared/models/schema.ts'

const UPDATED_AT = '2026-08-07T01:37:53.000Z'

const model: Model = {
  id: 'swift-1',
  openRouterId: 'acme/swift-1',
  name: 'Swift 1',
  provider: 'Acme',
  providerAliases: ['acme'],
  providerDomain: 'acme.example',
  logoUrl: 'https://www.google.com/s2/favicons?domain=acme.example&sz=128',
  region: 'eu',
  effort: null,
  intelligenceScore: 50,
  codingScore: 45,
  reasoningScore: 40,
  agenticScore: null,
  inputPricePer1M: 1,
  outputPricePer1M: 5,
  cacheReadPricePer1M: null,
  blendedPricePer1M: 2,
  listPrice: null,
  verbosity: 1,
  speedTokensPerSecond: 100,
  latencyMs: 500,
  contextLength: 128_000,
  maxOutputTokens: null,
  inputModalities: ['text'],
  supports: { tools: true, structuredOutputs: true, reasoning: false },
  openWeights: false,
  createdAt: '2026-01-31',
  retiresAt: null,
  valueScore: 0,
  tags: [],
  sourceIds: ['feed'],
}

const recommendation: Recommendation = {
  model: model.id,
  openRouterId: model.openRouterId,
  name: model.name,
  provider: model.provider,
  providerDomain: model.providerDomain,
  logoUrl: model.logoUrl,
  reason: 'It is the only one.',
  price: model.blendedPricePer1M,
  intelligence: model.intelligenceScore,
  speed: model.speedTokensPerSecond,
  value: model.valueScore,
  updatedAt: UPDATED_AT,
}

/** A whole index of one model. */
export const aSnapshot = (overrides: Partial<Snapshot> = {}): Snapshot => ({
  updatedAt: UPDATED_AT,
  generatedBy: 'pointsman 1.0.0',
  methodology: ['Figures are made up.'],
  sources: [
    {
      id: 'feed',
      name: 'Feed',
      url: 'https://feed.example/',
      licence: 'MIT',
      attribution: 'Feed',
      asOf: UPDATED_AT,
      provides: ['price'],
    },
  ],
  answers: {
    cheapest: recommendation,
    fastest: recommendation,
    smartest: recommendation,
    bestValue: recommendation,
    route: {
      ...recommendation,
      fallback: null,
      fallbackOpenRouterId: null,
      fallbackLogoUrl: null,
      policy: 'code fast low high',
      task: DEFAULT_QUESTION.task,
      providerFilter: [],
      regionFilter: [],
    },
  },
  models: [model],
  api: [],
  ...overrides,
})
