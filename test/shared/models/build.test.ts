import { expect, test } from 'vitest'
import { build } from '../../../shared/models/build.ts'
import { parseArtificialAnalysisApi } from '../../../shared/models/feeds/artificial-analysis-api.ts'
import { parseArtificialAnalysisPage } from '../../../shared/models/feeds/artificial-analysis-page.ts'
import { parseArtificialAnalysisSpeed } from '../../../shared/models/feeds/artificial-analysis-speed.ts'
import type { Extract } from '../../../shared/models/feeds/extract.ts'
import { parseGenaiPrices } from '../../../shared/models/feeds/genai-prices.ts'
import { parseLiteLlm } from '../../../shared/models/feeds/litellm.ts'
import { parseMakers } from '../../../shared/models/feeds/makers.ts'
import { parseModelsDev } from '../../../shared/models/feeds/models-dev.ts'
import { parseOpenRouter } from '../../../shared/models/feeds/openrouter.ts'
import { parseOpenRouterCatalog } from '../../../shared/models/feeds/openrouter-catalog.ts'
import type { Parsed } from '../../../shared/models/feeds/rows.ts'
import { type Model, Snapshot } from '../../../shared/models/schema.ts'
import {
  aCatalogModel,
  aDevModel,
  anApiRow,
  anOffer,
  anOpenRouterModel,
  aPageRow,
  apiFile,
  catalogFile,
  genaiFile,
  liteLlmFile,
  makersFile,
  modelsDevFile,
  openRouterFile,
  pageFile,
  speedFile,
} from './feeds/feed-files.ts'

type Texts = {
  readonly listed?: readonly unknown[]
  readonly catalogued?: readonly unknown[]
  readonly page?: readonly unknown[]
  readonly api?: readonly unknown[]
  readonly speed?: readonly string[]
  readonly more?: readonly Parsed<Extract>[]
}

const feeds = ({ listed, catalogued, page, api, speed = [], more = [] }: Texts): readonly Extract[] =>
  [
    parseOpenRouter(openRouterFile(...(listed ?? [anOpenRouterModel()])), '2026-08-01T00:00:00Z'),
    parseOpenRouterCatalog(catalogFile(...(catalogued ?? [aCatalogModel()])), '2026-08-14T00:00:00Z'),
    parseArtificialAnalysisPage(pageFile(...(page ?? [aPageRow()])), '2026-07-10T00:00:00Z'),
    parseArtificialAnalysisApi(apiFile(...(api ?? [anApiRow()])), '2026-08-02T00:00:00Z'),
    parseArtificialAnalysisSpeed(speedFile(...speed), '2026-10-10T00:00:00Z'),
    parseMakers(makersFile(), '2026-10-10T00:00:00Z'),
    ...more,
  ].flatMap((parsed) => (parsed.ok ? [parsed.extract] : []))

const A_RECOMMENDATION = {
  model: 'swift-2',
  openRouterId: null,
  name: 'Swift 2',
  provider: 'Acme',
  providerDomain: 'acme.example',
  logoUrl: 'https://acme.example/',
  reason: 'It is the only one.',
  price: 1,
  intelligence: 1,
  speed: 1,
  value: 1,
  updatedAt: '2026-08-14T18:19:14Z',
}

/** The policy is not what these tests are of. */
const ANSWERS: Snapshot['answers'] = {
  cheapest: A_RECOMMENDATION,
  fastest: A_RECOMMENDATION,
  smartest: A_RECOMMENDATION,
  bestValue: A_RECOMMENDATION,
  route: {
    ...A_RECOMMENDATION,
    fallback: null,
    fallbackOpenRouterId: null,
    fallbackLogoUrl: null,
    policy: 'none',
    task: 'code',
    providerFilter: [],
    regionFilter: [],
  },
}

const built = (texts: Texts = {}): Snapshot =>
  build(feeds(texts), {
    now: new Date('2026-08-15T00:00:00Z'),
    generatedBy: 'pointsman 1.0.0',
    api: [],
    answersOf: () => ANSWERS,
  })

const only = (texts: Texts = {}): Model => {
  const [model, second] = built(texts).models
  if (model === undefined || second !== undefined)
    throw new Error(`expected one model, not ${built(texts).models.length}`)
  return model
}

const ids = (texts: Texts): string[] => built(texts).models.map(({ id }) => id)

test('builds a whole model from what the feeds say of it', () => {
  expect(only()).toEqual({
    id: 'acme/swift-2',
    openRouterId: 'acme/swift-2',
    name: 'Swift 2',
    provider: 'Acme',
    providerAliases: ['acme', 'acme studio'],
    providerDomain: 'acme.example',
    logoUrl: 'https://www.google.com/s2/favicons?domain=acme.example&sz=128',
    region: 'us',
    effort: 'high',
    intelligenceScore: 41,
    codingScore: 50,
    reasoningScore: 57,
    agenticScore: 30,
    inputPricePer1M: 1,
    outputPricePer1M: 4,
    cacheReadPricePer1M: 0.1,
    blendedPricePer1M: 1.75,
    listPrice: null,
    verbosity: 1,
    speedTokensPerSecond: 120,
    latencyMs: 3000,
    contextLength: 200000,
    maxOutputTokens: 64000,
    inputModalities: ['text'],
    supports: { tools: true, structuredOutputs: true, reasoning: true },
    openWeights: false,
    createdAt: '2026-06-01',
    retiresAt: null,
    valueScore: 0,
    tags: [],
    sourceIds: [
      'artificial-analysis-2026-08-02',
      'artificial-analysis-index-2026-08-14',
      'openrouter-2026-08-01',
      'openrouter-2026-08-14',
    ],
    provenance: [
      { sourceId: 'openrouter-2026-08-14', asOf: '2026-08-14T18:19:14Z', figures: ['price', 'context'] },
      {
        sourceId: 'artificial-analysis-index-2026-08-14',
        asOf: '2026-08-14T18:19:14Z',
        figures: ['intelligence', 'coding', 'agentic'],
      },
      {
        sourceId: 'artificial-analysis-2026-08-02',
        asOf: '2026-08-02T00:00:00Z',
        figures: ['reasoning', 'verbosity', 'speed', 'latency'],
      },
    ],
  })
})

test('says of each ability what the first source says that says anything, and null where none does', () => {
  const supports = (texts: Texts) => only({ listed: [], ...texts }).supports
  expect(supports({})).toEqual({ tools: null, structuredOutputs: null, reasoning: true })
  const unnamed = { page: [aPageRow({ name: 'Swift 2' })], api: [anApiRow({ name: 'Swift 2' })] }
  expect(supports(unnamed)).toEqual({ tools: null, structuredOutputs: null, reasoning: null })
  const native = { 'swift-2': aDevModel({ reasoning: false, tool_call: undefined }) }
  const prices = { input_cost_per_token: 0.000001, output_cost_per_token: 0.000004 }
  const more = [
    parseModelsDev(modelsDevFile({ acme: native }), { asOf: '2026-08-14T00:00:00Z' }),
    parseLiteLlm(
      liteLlmFile({ 'swift-2': { litellm_provider: 'acme', supports_function_calling: true, ...prices } }),
      '2026-08-01T00:00:00Z',
    ),
  ]
  expect(supports({ more })).toEqual({ tools: true, structuredOutputs: null, reasoning: false })
})

test('is of the time of the newest prices and scores, and names every source that it rests on', () => {
  const { updatedAt, sources, generatedBy } = built()
  expect({ updatedAt, generatedBy }).toEqual({ updatedAt: '2026-08-14T18:19:14Z', generatedBy: 'pointsman 1.0.0' })
  expect(sources.map(({ id, asOf }) => [id, asOf])).toEqual([
    ['artificial-analysis-2026-08-02', '2026-08-02T00:00:00Z'],
    ['artificial-analysis-index-2026-08-14', '2026-08-14T18:19:14Z'],
    ['makers', '2026-10-10T00:00:00Z'],
    ['openrouter-2026-08-01', '2026-08-01T00:00:00Z'],
    ['openrouter-2026-08-14', '2026-08-14T18:19:14Z'],
  ])
})

test.each<[string, Texts]>([
  ['has no intelligence any more', { catalogued: [aCatalogModel({ intel: null })] }],
  ['has no coding score any more', { catalogued: [aCatalogModel({ coding: null })] }],
  ['is not listed any more', { catalogued: [aCatalogModel({ id: 'acme/other', name: 'Acme: Other' })] }],
  ['has no speed', { page: [aPageRow({ speed: null })], api: [anApiRow({ performance: null })] }],
  [
    'is free everywhere',
    {
      listed: [anOpenRouterModel({ pricing: { prompt: '0', completion: '0' } })],
      catalogued: [aCatalogModel({ providers: [anOffer({ in: 0, out: 0 })] })],
    },
  ],
  [
    'has no context length',
    { listed: [anOpenRouterModel({ context_length: null })], catalogued: [aCatalogModel({ context: null })] },
  ],
  ['is an alias', { listed: [anOpenRouterModel({ alias_target: { slug: 'acme/swift-3' } })] }],
  ['makes images', { listed: [anOpenRouterModel({ architecture: { output_modalities: ['text', 'image'] } })] }],
  ['is a free variant', { catalogued: [aCatalogModel({ id: 'acme/swift-2:free' })] }],
  ['is a batch variant', { catalogued: [aCatalogModel({ id: 'acme/swift-2:batch' })] }],
  ['is an alias by its tilde', { catalogued: [aCatalogModel({ id: '~acme/swift-2' })] }],
  ['is a router', { catalogued: [aCatalogModel({ id: 'openrouter/swift-2' })] }],
  ['is a guard', { catalogued: [aCatalogModel({ id: 'acme/guard-2' })] }],
])('a model stays out that %s', (_, texts) => {
  expect(ids(texts)).toEqual([])
})

test('without both reasoning evaluations the score repeats intelligence and the tag says so', () => {
  const evaluations = { artificial_analysis_intelligence_index: 40, gpqa: 0.8, hle: null }
  const model = only({ page: [aPageRow({ evaluations })], api: [anApiRow({ evaluations })] })
  expect(model).toMatchObject({ reasoningScore: 41, tags: ['reasoning-unmeasured'] })
})

test('reasoning is that of the scored effort, not of a better one', () => {
  const better = { artificial_analysis_intelligence_index: 55, gpqa: 0.9, hle: 0.5 }
  const api = [anApiRow(), anApiRow({ slug: 'swift-2-max', name: 'Swift 2 (max)', evaluations: better })]
  expect(only({ api })).toMatchObject({ effort: 'high', reasoningScore: 57, tags: [] })
})

const headline = (input: string) => ({
  listed: [anOpenRouterModel({ pricing: { prompt: input, completion: '0.000004' } })],
})

test.each<[string, Texts, number]>([
  [
    'the maker’s own standard endpoint before a cheaper default of another host',
    {
      ...headline('0.0000005'),
      catalogued: [
        aCatalogModel({
          providers: [
            anOffer({ tag: 'cheaphost/fp8', in: 0.2 }),
            anOffer({ tag: 'acme/fp8', in: 1.2, is_default: false }),
          ],
        }),
      ],
    },
    1.2,
  ],
  [
    'the headline where the maker offers variants only',
    {
      ...headline('0.0000005'),
      catalogued: [
        aCatalogModel({
          providers: [
            'flex',
            'priority',
            'batch',
            'highspeed',
            'fast',
            'turbo',
            'zdr',
            'eu',
            'us-east-1',
            'global',
          ].map((variant) => anOffer({ tag: `acme/${variant}`, in: 0.1 })),
        }),
      ],
    },
    0.5,
  ],
  [
    'the default endpoint where there is no headline',
    {
      listed: [],
      catalogued: [
        aCatalogModel({
          providers: [anOffer({ tag: 'host-a', in: 0.3 }), anOffer({ tag: 'host-b', in: 0.2, is_default: false })],
        }),
      ],
    },
    0.3,
  ],
])('takes as price %s', (_, texts, input) => {
  expect(only(texts).inputPricePer1M).toBe(input)
})

test('blends three parts of input with one of output', () => {
  expect(only({ catalogued: [aCatalogModel({ providers: [anOffer({ in: 0.1, out: 0.6 })] })] }).blendedPricePer1M).toBe(
    0.225,
  )
})

const genai = (input: number, day: string, provider = 'acme') =>
  parseGenaiPrices(genaiFile(provider, { id: 'swift-2', prices: { input_mtok: input, output_mtok: 4 } }), {
    asOf: `${day}T00:00:00Z`,
  })

test.each([
  ['a newer list more than a tenth higher', [genai(1.2, '2026-08-21')], 1.2],
  ['a newer list more than a tenth lower', [genai(0.8, '2026-08-21')], 0.8],
  ['a newer list within a tenth', [genai(1.09, '2026-08-21')], null],
  ['an older list', [genai(2, '2026-08-01')], null],
  ['a newer list of another seller', [genai(2, '2026-08-21', 'reseller')], null],
  ['a list of the maker’s service for one country', [genai(2, '2026-08-21', 'acme-studio')], null],
  ['the newest of two lists', [genai(2, '2026-08-21'), genai(1, '2026-09-21')], null],
])('%s: the list price is %s', (_, more, input) => {
  const { listPrice, tags } = only({ more })
  expect(listPrice?.inputPricePer1M ?? null).toBe(input)
  expect(tags.includes('price-disputed')).toBe(input !== null)
})

test('speed is the median over the efforts of the newest date', () => {
  const speed = [
    'swift-2-high,Acme,2026-06-01,90,9',
    'swift-2-low,Acme,2026-06-01,70,1',
    'swift-2-max,Acme,2026-06-01,110,20',
  ]
  expect(only({ speed }).speedTokensPerSecond).toBe(90)
})

const ON_DEFAULT_MEDIUM = { mandatory: false, default_enabled: true, default_effort: 'medium' }
const THREE = [
  'swift-2-high,Acme,2026-06-01,90,9',
  'swift-2-medium,Acme,2026-06-01,70,4',
  'swift-2-non-reasoning,Acme,2026-06-01,70,1',
]

test.each([
  ['at the default effort', ON_DEFAULT_MEDIUM, THREE, 4000, ['latency-at-medium']],
  [
    'without reasoning where that is off by default',
    { ...ON_DEFAULT_MEDIUM, default_enabled: false },
    THREE,
    1000,
    ['latency-at-non-reasoning'],
  ],
  [
    'without reasoning where the default effort is none',
    { ...ON_DEFAULT_MEDIUM, default_effort: 'none' },
    THREE,
    1000,
    ['latency-at-non-reasoning'],
  ],
  ['at the scored effort where the default was not measured', ON_DEFAULT_MEDIUM, THREE.slice(0, 1), 9000, []],
  ['at the scored effort where no default is known', null, THREE, 9000, []],
  ['at the highest effort where neither was measured', null, THREE.slice(1), 4000, ['latency-at-medium']],
  ['of the newest date even where an older one has the default effort', ON_DEFAULT_MEDIUM, [], 3000, []],
])('latency is %s', (_, reasoning, speed, latencyMs, tags) => {
  const page = [aPageRow(), aPageRow({ slug: 'swift-2-medium', name: 'Swift 2 (medium)', evaluations: {} })]
  expect(only({ listed: [anOpenRouterModel({ reasoning })], page, speed })).toMatchObject({ latencyMs, tags })
})

const three = (texts: (name: string, at: number) => { page?: object; api?: object | null }): Texts => {
  const names = ['Ada', 'Bea', 'Cid']
  const of = (name: string) => ({ id: `acme/${name.toLowerCase()}`, name: `Acme: ${name}` })
  const row = (name: string) => ({ slug: name.toLowerCase(), name: `${name} (high)` })
  return {
    listed: names.map((name) => anOpenRouterModel(of(name))),
    catalogued: names.map((name) => aCatalogModel(of(name))),
    page: names.map((name, at) => aPageRow({ ...row(name), ...texts(name, at).page })),
    api: names.flatMap((name, at) => {
      const fields = texts(name, at).api
      return fields === null ? [] : [anApiRow({ ...row(name), ...fields })]
    }),
  }
}

const verbosities = (texts: Texts) => built(texts).models.map(({ verbosity }) => verbosity)

test('verbosity is the tokens per task over the median of the index', () => {
  const texts = three((_, at) => ({
    api: { intelligenceIndexOutputTokensPerTask: { output: [5000, 10000, 30000][at] } },
  }))
  expect(verbosities(texts)).toEqual([0.5, 1, 3])
})

test('verbosity from the cost of the run is scaled by the models of which both figures are known', () => {
  const texts = three((_, at) => ({
    page: { pricing: { price_1m_output_tokens: 4, intelligence_index_cost_output: [200, 400, 800][at] } },
    api:
      at === 2
        ? { intelligenceIndexOutputTokensPerTask: null }
        : { intelligenceIndexOutputTokensPerTask: { output: [5000, 10000][at] } },
  }))
  expect(verbosities(texts)).toEqual([0.5, 1, 2])
})

test.each([
  ['that nobody measured', null],
  ['a hundred times beyond belief', { output: 5_000_000 }],
])('a verbosity %s is 1 and tagged', (_, figure) => {
  const texts = three((name) => ({
    page: { pricing: null },
    api: { intelligenceIndexOutputTokensPerTask: name === 'Cid' ? figure : { output: 10000 } },
  }))
  expect(built(texts).models[2]).toMatchObject({ verbosity: 1, tags: ['verbosity-unmeasured'] })
})

test('value counts the intelligence above the lower quartile of the index', () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `Model ${letter}`)
  const texts = {
    listed: [],
    catalogued: names.map((name, at) =>
      aCatalogModel({ id: `acme/${name.replace(' ', '-')}`, name, intel: 10 * (at + 1) }),
    ),
    page: [],
    api: names.map((name, at) => anApiRow({ slug: `m${at}`, name })),
  }
  expect(built(texts).models.map(({ valueScore }) => valueScore)).toEqual([0, 0, 5.71429, 11.4286, 17.1429])
})

const scored = (intelligence: number, coding = 60) => ({
  artificial_analysis_intelligence_index: intelligence,
  artificial_analysis_coding_index: coding,
  gpqa: 0.8,
  hle: 0.3,
})

test.each([
  ['agree on a day of the same version', scored(40.04), 'high', []],
  ['are 3 points apart or less', scored(38.1), 'high', []],
  ['are more than 3 points apart', scored(37.9), 'high', ['score-disputed']],
])('where two published values %s', (_, evaluations, effort, tags) => {
  expect(only({ page: [aPageRow({ evaluations })], api: [], speed: [] })).toMatchObject({ effort, tags })
})

test('a score that a sibling’s row carries is disputed', () => {
  const listed = [anOpenRouterModel(), anOpenRouterModel({ id: 'acme/swift-2-plus', name: 'Acme: Swift 2 Plus' })]
  const own = aPageRow({ evaluations: scored(38.5) })
  const sibling = aPageRow({ slug: 'swift-2-plus', name: 'Swift 2 Plus', evaluations: scored(40, 50) })
  const catalogued = [
    aCatalogModel(),
    aCatalogModel({ id: 'acme/swift-2-plus', name: 'Acme: Swift 2 Plus', intel: null }),
  ]
  expect(only({ listed, catalogued, page: [own, sibling], api: [] }).tags).toEqual(['score-disputed'])
})

test('the scored effort is found by value, not by being the highest', () => {
  const page = [
    aPageRow({ slug: 'swift-2', name: 'Swift 2 (max)', evaluations: scored(48) }),
    aPageRow({ slug: 'swift-2-medium', name: 'Swift 2 (medium)', evaluations: scored(40) }),
  ]
  expect(only({ page, api: [] }).effort).toBe('medium')
})

const linked = (intelligence: number) =>
  aPageRow({ slug: 'rapid', name: 'Rapid', openrouter_api_id: 'acme/swift-2', evaluations: scored(intelligence) })

test.each([
  ['counts where the scores agree', 40, ['acme/swift-2']],
  ['does not count where they do not', 33, []],
])('a link of the measuring source under another name %s', (_, intelligence, expected) => {
  expect(ids({ page: [linked(intelligence)], api: [] })).toEqual(expected)
})

test('a name that a confirmed link taught is known in later feeds', () => {
  const model = only({ page: [linked(40)], api: [], speed: ['rapid-high,Acme,2026-06-02,222,2'] })
  expect(model.speedTokensPerSecond).toBe(222)
})

test('a name that a confirmed link taught is that maker’s only', () => {
  const model = only({ page: [linked(40)], api: [], speed: ['rapid-high,Beta,2026-06-02,222,2'] })
  expect(model.speedTokensPerSecond).toBe(100)
})

test.each([
  ['of another maker', 'swift-2-high,Beta,2026-06-01,222,2'],
  ['released long after under a used slug', 'swift-2-high,Acme,2026-09-20,222,2'],
  ['of a successor', 'swift-2-1-high,Acme,2026-06-01,222,2'],
  ['with a four-digit suffix', 'swift-2-0731-high,Acme,2026-06-01,222,2'],
  ['of the preview', 'swift-2-preview-high,Acme,2026-06-01,222,2'],
])('a speed %s is not the model’s', (_, row) => {
  expect(only({ speed: [row] }).speedTokensPerSecond).toBe(120)
})

test('thinking weights take reasoning rows only, instruct weights the others', () => {
  const named = (kind: string) => ({ id: `acme/swift-2-${kind.toLowerCase()}`, name: `Acme: Swift 2 ${kind}` })
  const kinds = ['Instruct', 'Thinking']
  const models = built({
    listed: kinds.map((kind) => anOpenRouterModel(named(kind))),
    catalogued: kinds.map((kind) => aCatalogModel(named(kind))),
    page: [],
    api: [
      anApiRow({
        slug: 'a',
        name: 'Swift 2 Instruct',
        performance: { outputTokensPerSecond: 10, timeToFirstTokenSeconds: 1 },
      }),
      anApiRow({
        slug: 'b',
        name: 'Swift 2 (Reasoning)',
        performance: { outputTokensPerSecond: 20, timeToFirstTokenSeconds: 1 },
      }),
    ],
  }).models
  expect(models.map(({ id, speedTokensPerSecond }) => [id, speedTokensPerSecond])).toEqual([
    ['acme/swift-2-instruct', 10],
    ['acme/swift-2-thinking', 20],
  ])
})

const inModelsDev = parseModelsDev(modelsDevFile({ acme: { 'swift-2': aDevModel() } }), {
  asOf: '2026-07-02T00:00:00Z',
})
const inLiteLlm = parseLiteLlm(liteLlmFile({ 'Swift-2': { litellm_provider: 'acme' } }), '2026-08-01T00:00:00Z')

test.each([
  [
    'models.dev before the others',
    [genai(1, '2026-08-21'), inLiteLlm, inModelsDev],
    'swift-2',
    'models-dev-2026-07-02',
  ],
  ['LiteLLM before genai-prices', [genai(1, '2026-08-21'), inLiteLlm], 'Swift-2', 'litellm-2026-08-01'],
  ['genai-prices last', [genai(1, '2026-08-21')], 'swift-2', 'genai-prices-2026-08-21'],
])('takes the provider’s own id from %s, and names the source', (_, more, id, source) => {
  const model = only({ more })
  expect(model.id).toBe(id)
  expect(model.sourceIds).toContain(source)
})

test('two models never share an id: both then keep OpenRouter’s', () => {
  const twins = ['acme/swift-2', 'beta/swift-2']
  const makers = parseMakers(
    makersFile({}, { id: 'beta', name: 'Beta', openRouterPrefixes: ['beta'], aliases: [] }),
    '2026-10-10T00:00:00Z',
  )
  const lists = parseModelsDev(modelsDevFile({ acme: { 'swift-2': aDevModel() }, beta: { 'swift-2': aDevModel() } }), {
    asOf: '2026-07-02T00:00:00Z',
  })
  const texts = {
    listed: twins.map((id) => anOpenRouterModel({ id, name: 'Swift 2' })),
    catalogued: twins.map((id) => aCatalogModel({ id, name: 'Swift 2' })),
    api: ['acme', 'beta'].map((maker) => anApiRow({ slug: maker, creatorSlug: maker })),
    more: [makers, lists],
  }
  expect(ids(texts)).toEqual(twins)
})

test('a maker that the table does not know has no region', () => {
  const id = 'newcomer/swift-2'
  const texts = {
    listed: [],
    catalogued: [aCatalogModel({ id, name: 'Swift 2' })],
    page: [],
    api: [anApiRow({ creatorSlug: 'newcomer' })],
  }
  expect(only(texts)).toMatchObject({ provider: 'newcomer', region: null, providerDomain: 'openrouter.ai' })
})

test('the order of the feeds does not matter', () => {
  const extracts = feeds({ more: [inModelsDev, inLiteLlm, genai(2, '2026-08-21')] })
  const options = { now: new Date(0), generatedBy: 'x', api: [], answersOf: () => ANSWERS }
  expect(build(extracts.toReversed(), options)).toEqual(build(extracts, options))
})

test('without any listing there is nothing to build', () => {
  expect(() => build([], { now: new Date(0), generatedBy: 'x', api: [], answersOf: () => ANSWERS })).toThrow(/listing/)
})

const extreme = (price: number, seconds: number, speed: number): Texts => ({
  listed: [anOpenRouterModel({ context_length: 1e9, name: 'Acme: ' })],
  catalogued: [aCatalogModel({ name: `Acme: ${'x'.repeat(194)}`, providers: [anOffer({ in: price, out: price })] })],
  page: [],
  api: [
    anApiRow({
      name: 'x'.repeat(194),
      performance: { outputTokensPerSecond: speed, timeToFirstTokenSeconds: seconds },
      intelligenceIndexOutputTokensPerTask: { output: 1e9 },
    }),
  ],
})

test.each([
  ['largest', extreme(100_000, 100_000, 1e9)],
  ['smallest', extreme(1e-9, 1e-9, 1e-9)],
])('the %s figures that a parser lets in make an index that its schema takes', (_, texts) => {
  const snapshot = built(texts)
  expect(snapshot.models).toHaveLength(1)
  expect(Snapshot.safeParse(snapshot).success).toBe(true)
})
