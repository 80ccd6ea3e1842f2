import type { Extract } from './feeds/extract.ts'
import type { Source } from './schema.ts'

type Terms = Omit<Source, 'id' | 'asOf'>

const ARTIFICIAL_ANALYSIS = {
  url: 'https://artificialanalysis.ai/',
  licence: 'Proprietary. Attribution required; redistribution beyond cited facts needs a contract with the vendor.',
  attribution: 'Data from Artificial Analysis, https://artificialanalysis.ai/',
}

/** What each source is, gives and demands, by the beginning of its id. */
const TERMS: readonly (readonly [string, Terms])[] = [
  [
    'artificial-analysis-index',
    {
      ...ARTIFICIAL_ANALYSIS,
      name: 'Artificial Analysis indices, version 4.1, as listed by OpenRouter',
      provides: ['intelligenceScore', 'codingScore', 'agenticScore'],
    },
  ],
  [
    'artificial-analysis',
    {
      ...ARTIFICIAL_ANALYSIS,
      name: 'Artificial Analysis',
      provides: ['reasoningScore', 'effort', 'speedTokensPerSecond', 'latencyMs', 'verbosity'],
    },
  ],
  [
    'openrouter',
    {
      name: 'OpenRouter',
      url: 'https://openrouter.ai/api/v1/models',
      licence: 'Public feed without a key; its terms are OpenRouter’s.',
      attribution: 'Model list and prices from OpenRouter, https://openrouter.ai/',
      provides: [
        'openRouterId',
        'name',
        'inputPricePer1M',
        'outputPricePer1M',
        'cacheReadPricePer1M',
        'contextLength',
        'maxOutputTokens',
        'inputModalities',
        'supports',
        'openWeights',
        'createdAt',
        'retiresAt',
      ],
    },
  ],
  [
    'models-dev',
    {
      name: 'models.dev',
      url: 'https://models.dev/',
      licence: 'MIT',
      attribution: 'models.dev, MIT licence, https://github.com/anomalyco/models.dev',
      provides: ['id', 'listPrice', 'supports', 'inputModalities', 'maxOutputTokens'],
    },
  ],
  [
    'litellm',
    {
      name: 'LiteLLM model prices',
      url: 'https://github.com/BerriAI/litellm',
      licence: 'MIT',
      attribution: 'LiteLLM, MIT licence, https://github.com/BerriAI/litellm',
      provides: ['id', 'listPrice', 'supports', 'maxOutputTokens'],
    },
  ],
  [
    'genai-prices',
    {
      name: 'genai-prices',
      url: 'https://github.com/pydantic/genai-prices',
      licence: 'MIT',
      attribution: 'genai-prices by Pydantic, MIT licence, https://github.com/pydantic/genai-prices',
      provides: ['id', 'listPrice'],
    },
  ],
  [
    'makers',
    {
      name: 'Makers of models: headquarters and domains',
      url: 'https://models.dev/',
      licence: 'Facts',
      attribution: 'Countries from Artificial Analysis, https://artificialanalysis.ai/; domains from models.dev',
      provides: ['provider', 'providerAliases', 'providerDomain', 'logoUrl', 'region'],
    },
  ],
]

/** OpenRouter lists scores that it did not make; whose they are must be said wherever they are shown. */
export const publishedScores = (listingSourceId: string): string =>
  listingSourceId.replace(/^openrouter/, 'artificial-analysis-index')

const termsOf = (id: string): Terms => {
  const found = TERMS.find(([start]) => id.startsWith(start))
  if (found === undefined) throw new Error(`No terms are known for the source ${id}`)
  return found[1]
}

export const isoTime = (time: string): string => new Date(time).toISOString().replace('.000Z', 'Z')

/** The sources that an index of these models rests on, in the order of their ids. */
export const sourcesOf = (extracts: readonly Extract[], used: ReadonlySet<string>): Source[] => {
  const carried = extracts.flatMap((extract) => (extract.kind === 'carried' ? extract.sources : []))
  const live = extracts
    .filter(({ kind }) => kind !== 'carried')
    .flatMap(({ kind, sourceId, asOf }) => {
      const ids = kind === 'listing' ? [sourceId, publishedScores(sourceId)] : [sourceId]
      return ids.filter((id) => used.has(id)).map((id) => ({ id, ...termsOf(id), asOf: isoTime(asOf) }))
    })
  const byId = new Map([...carried, ...live].map((source) => [source.id, source]))
  return [...byId.values()].filter(({ id }) => used.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
