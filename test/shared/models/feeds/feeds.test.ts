import { expect, test } from 'vitest'
import { parseArtificialAnalysisApi } from '../../../../shared/models/feeds/artificial-analysis-api.ts'
import { parseArtificialAnalysisPage } from '../../../../shared/models/feeds/artificial-analysis-page.ts'
import { parseArtificialAnalysisSpeed } from '../../../../shared/models/feeds/artificial-analysis-speed.ts'
import { parseGenaiPrices } from '../../../../shared/models/feeds/genai-prices.ts'
import { parseLiteLlm } from '../../../../shared/models/feeds/litellm.ts'
import { parseMakers } from '../../../../shared/models/feeds/makers.ts'
import { parseModelsDev } from '../../../../shared/models/feeds/models-dev.ts'
import { parseOpenRouter } from '../../../../shared/models/feeds/openrouter.ts'
import { parseOpenRouterCatalog } from '../../../../shared/models/feeds/openrouter-catalog.ts'
import type { Parsed } from '../../../../shared/models/feeds/rows.ts'
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
} from './feed-files.ts'

const DAY = '2026-08-01T00:00:00Z'

const read = <T>(parsed: Parsed<T>): T => {
  if (parsed.ok) return parsed.extract
  throw new Error(`refused: ${parsed.reason}`)
}

test('reads a model of OpenRouter with its prices per 1M tokens, free of the noise of binary fractions', () => {
  const pricing = { prompt: '0.00000100000000000000015', completion: '0.0000006000000000000001' }
  expect(read(parseOpenRouter(openRouterFile(anOpenRouterModel({ pricing })), DAY))).toEqual({
    kind: 'listing',
    sourceId: 'openrouter-2026-08-01',
    asOf: DAY,
    dropped: 0,
    models: [
      {
        id: 'acme/swift-2',
        name: 'Acme: Swift 2',
        isAlias: false,
        inputModalities: ['text'],
        outputModalities: ['text'],
        contextLength: 200000,
        maxOutputTokens: 64000,
        supports: { tools: true, structuredOutputs: true, reasoning: true },
        openWeights: false,
        createdAt: '2026-06-01',
        retiresAt: null,
        reasoning: { isOnByDefault: true, defaultEffort: 'medium' },
        scores: { intelligence: 40, coding: 50, agentic: 30 },
        headline: { input: 1, output: 0.6, cacheRead: null },
        endpoints: [],
        observed: null,
      },
    ],
  })
})

test('reads the catalogue by the time that it gives itself, and its endpoints without those that carry no price', () => {
  const providers = [anOffer({ tag: 'acme/fp8', in: 0.1, out: 0.3 }), anOffer({ tag: null, in: null, out: null })]
  const extract = read(parseOpenRouterCatalog(catalogFile(aCatalogModel({ providers })), DAY))
  expect(extract).toMatchObject({ asOf: '2026-08-14T18:19:14Z', sourceId: 'openrouter-2026-08-14' })
  expect(extract.models[0]).toMatchObject({
    createdAt: '2026-06-01',
    scores: { intelligence: 41, coding: 50, agentic: 30 },
    endpoints: [{ tag: 'acme/fp8', price: { input: 0.1, output: 0.3, cacheRead: null }, isDefault: true }],
  })
})

test('reads a row of the Artificial Analysis page, with the tokens of the run from what they cost', () => {
  expect(read(parseArtificialAnalysisPage(pageFile(aPageRow()), DAY)).configurations).toEqual([
    {
      readings: [{ key: '2 swift', wording: null, effort: 'high' }],
      isNamed: true,
      maker: 'acme',
      openRouterId: null,
      releasedAt: '2026-06-01',
      intelligence: 40.02,
      coding: 50,
      gpqa: 0.8,
      hle: 0.3,
      tokensPerSecond: 100,
      firstTokenSeconds: 2,
      outputTokensPerTask: null,
      outputTokensOfRun: 100,
    },
  ])
})

test('reads a row of the Artificial Analysis API, where a speed of 0 means not measured', () => {
  const performance = { outputTokensPerSecond: 0, timeToFirstTokenSeconds: 0 }
  expect(read(parseArtificialAnalysisApi(apiFile(anApiRow({ performance })), DAY)).configurations).toMatchObject([
    { tokensPerSecond: null, firstTokenSeconds: null, outputTokensPerTask: 20000, gpqa: 0.82, intelligence: 40 },
  ])
})

test('reads speeds from the table, and leaves what was not measured empty', () => {
  const file = speedFile('swift-2-high,Acme,2026-06-01,111.5,2.5', 'swift-3,Acme,2026-09-01,,')
  expect(read(parseArtificialAnalysisSpeed(file, DAY)).configurations).toMatchObject([
    { isNamed: false, maker: 'Acme', releasedAt: '2026-06-01', tokensPerSecond: 111.5, firstTokenSeconds: 2.5 },
    { tokensPerSecond: null, firstTokenSeconds: null },
  ])
})

test('reads models.dev, and dates a file without a day by the newest change it speaks of', () => {
  const file = modelsDevFile({ acme: { 'swift-2': aDevModel(), 'swift-9': aDevModel({ last_updated: '2030-01-01' }) } })
  expect(read(parseModelsDev(file, { latest: '2026-10-10' }))).toMatchObject({
    sourceId: 'models-dev-2026-06-20',
    asOf: '2026-06-20T00:00:00Z',
    entries: [
      {
        provider: 'acme',
        id: 'swift-2',
        price: { input: 1, output: 4, cacheRead: 0.1 },
        supports: { tools: true, structuredOutputs: null, reasoning: true },
        inputModalities: ['text', 'image'],
        maxOutputTokens: 64000,
      },
      { id: 'swift-9' },
    ],
  })
})

test('reads LiteLLM without its own prefix, and knows which services are a maker’s own', () => {
  const price = { input_cost_per_token: 0.000001, output_cost_per_token: 0.000004 }
  const file = liteLlmFile({
    'xai/grok-9': { litellm_provider: 'xai', ...price },
    'dashscope/qwen-9': { litellm_provider: 'dashscope', ...price },
    'swift-2': { litellm_provider: 'acme', max_output_tokens: 'as many as you like', ...price },
  })
  expect(read(parseLiteLlm(file, DAY)).entries).toMatchObject([
    { provider: 'xai', id: 'grok-9', price: { input: 1, output: 4, cacheRead: null } },
    { provider: 'alibaba', id: 'qwen-9' },
    { provider: 'acme', id: 'swift-2', maxOutputTokens: null },
  ])
})

test.each([
  ['a number', { input_mtok: 1, output_mtok: 4 }, 1],
  ['a base with tiers', { input_mtok: { base: 2, tiers: [{ start: 1000, price: 9 }] }, output_mtok: 4 }, 2],
  [
    'the last period that has begun',
    [
      { prices: { input_mtok: 5, output_mtok: 4 } },
      { constraint: { start_date: '2027-01-01' }, prices: { input_mtok: 7, output_mtok: 4 } },
      { constraint: { start_date: '2026-07-30' }, prices: { input_mtok: 3, output_mtok: 4 } },
    ],
    3,
  ],
  [
    'never the price of some hours of the day',
    [
      { prices: { input_mtok: 5, output_mtok: 4 } },
      { constraint: { start_time: '16:30:00Z', end_time: '00:30:00Z' }, prices: { input_mtok: 1, output_mtok: 4 } },
    ],
    5,
  ],
])('takes from genai-prices %s', (_, prices, input) => {
  const file = genaiFile('acme', { id: 'swift-2', prices })
  expect(read(parseGenaiPrices(file, { asOf: DAY })).entries).toMatchObject([{ id: 'swift-2', price: { input } }])
})

test('reads genai-prices from its package too, dated by the newest price that had begun', () => {
  const period = (start_date: string) => ({ constraint: { start_date }, prices: { input_mtok: 1, output_mtok: 4 } })
  const models = [{ id: 'swift-2', prices: [period('2026-09-22'), period('2027-01-01')] }]
  const file = JSON.stringify({ package: 'prices@1', providers: [{ id: 'acme', models }] })
  expect(read(parseGenaiPrices(file, { latest: '2026-10-10' })).sourceId).toBe('genai-prices-2026-09-22')
})

test('reads makers with lower-case aliases', () => {
  expect(read(parseMakers(makersFile({ domain: null, region: null }), DAY)).makers).toEqual([
    { id: 'acme', name: 'Acme', prefixes: ['acme'], aliases: ['acme studio'], domain: null, region: null },
  ])
})

const PARSERS: readonly (readonly [string, (text: string) => Parsed<{ readonly dropped: number }>])[] = [
  ['OpenRouter', (text) => parseOpenRouter(text, DAY)],
  ['the catalogue', (text) => parseOpenRouterCatalog(text, DAY)],
  ['the Artificial Analysis page', (text) => parseArtificialAnalysisPage(text, DAY)],
  ['the Artificial Analysis API', (text) => parseArtificialAnalysisApi(text, DAY)],
  ['models.dev', (text) => parseModelsDev(text, { asOf: DAY })],
  ['LiteLLM', (text) => parseLiteLlm(text, DAY)],
  ['genai-prices', (text) => parseGenaiPrices(text, { asOf: DAY })],
  ['makers', (text) => parseMakers(text, DAY)],
]

test.each(PARSERS)('%s: half a file is refused', (_, parse) => {
  expect(parse('{"data":[{"id":"ac')).toEqual({ ok: false, reason: 'not-json' })
})

test.each(PARSERS)('%s: a page instead of data is refused', (_, parse) => {
  expect(parse('"<html>"')).toEqual({ ok: false, reason: 'unexpected-shape' })
})

test('a table with other columns is refused', () => {
  expect(parseArtificialAnalysisSpeed('slug,speed\na,1', DAY)).toEqual({ ok: false, reason: 'unexpected-shape' })
})

test('a file of more than 50 million characters is refused unread', () => {
  const huge = ' '.repeat(50_000_001)
  expect(parseOpenRouter(huge, DAY)).toEqual({ ok: false, reason: 'too-large' })
  expect(parseArtificialAnalysisSpeed(huge, DAY)).toEqual({ ok: false, reason: 'too-large' })
})

test.each([
  ['script in a name', { name: 'Swift <script>' }],
  ['a control character in a name', { name: 'Swift \u001b[2J' }],
  ['a right-to-left override in a name', { name: 'Swift \u202e2' }],
  ['a name of 10 MB', { name: 'a'.repeat(10_000_000) }],
  ['an id that climbs a path', { id: '../../etc/passwd' }],
  ['an id that is a prototype name', { id: '__proto__' }],
  ['an id that holds a prototype name', { id: 'acme/constructor' }],
  ['an id that is a number', { id: 7 }],
])('leaves out and counts %s, and keeps the row beside it', (_, fields) => {
  const file = openRouterFile(anOpenRouterModel(fields), anOpenRouterModel({ id: 'acme/good' }))
  const extract = read(parseOpenRouter(file, DAY))
  expect(extract.dropped).toBe(1)
  expect(extract.models.map(({ id }) => id)).toEqual(['acme/good'])
})

test.each([
  ['negative', { prompt: '-1', completion: '0.000004' }],
  ['not a number', { prompt: 'NaN', completion: '0.000004' }],
  ['a thousand dollars a token', { prompt: '1000', completion: '0.000004' }],
  ['missing', {}],
])('a price that is %s is no price', (_, pricing) => {
  expect(read(parseOpenRouter(openRouterFile(anOpenRouterModel({ pricing })), DAY)).models[0]?.headline).toBeNull()
})

test('of two rows with one id the first counts', () => {
  const file = openRouterFile(anOpenRouterModel(), anOpenRouterModel({ context_length: 1 }))
  const extract = read(parseOpenRouter(file, DAY))
  expect(extract.dropped).toBe(1)
  expect(extract.models[0]?.contextLength).toBe(200000)
})

test('prototype names as keys of a record pollute nothing and are left out', () => {
  const file = `{"__proto__":{"litellm_provider":"acme","polluted":true},"constructor":{"litellm_provider":"acme"},"swift-2":{"litellm_provider":"acme"}}`
  const extract = read(parseLiteLlm(file, DAY))
  expect(extract.entries.map(({ id }) => id)).toEqual(['swift-2'])
  expect(extract.dropped).toBe(1)
  expect({}).not.toHaveProperty('polluted')
})

test('scores outside 0 to 100 and infinite speeds are not figures', () => {
  const evaluations = { artificial_analysis_intelligence_index: 4000, gpqa: 80 }
  const file = pageFile(aPageRow({ evaluations, speed: { output_tokens_per_second: 'x' } })).replace('"x"', '1e999')
  expect(read(parseArtificialAnalysisPage(file, DAY)).configurations).toMatchObject([
    { intelligence: null, coding: null, gpqa: null, hle: null, tokensPerSecond: null },
  ])
})
