/** Small feed files in the real formats; a test names only the fields that matter to it. */

type Fields = Readonly<Record<string, unknown>>

export const anOpenRouterModel = (overrides: Fields = {}) => ({
  id: 'acme/swift-2',
  canonical_slug: 'acme/swift-2-20260601',
  hugging_face_id: null,
  name: 'Acme: Swift 2',
  created: 1780272000,
  context_length: 200000,
  architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
  pricing: { prompt: '0.000001', completion: '0.000004', input_cache_read: '0.0000001' },
  top_provider: { context_length: 200000, max_completion_tokens: 64000, is_moderated: false },
  supported_parameters: ['tools', 'structured_outputs', 'reasoning'],
  expiration_date: null,
  reasoning: {
    mandatory: false,
    default_enabled: true,
    default_effort: 'medium',
    supported_efforts: ['high', 'medium'],
  },
  benchmarks: {
    artificial_analysis: { intelligence_index: 40, coding_index: 50, agentic_index: 30 },
    design_arena: [],
  },
  ...overrides,
})

export const openRouterFile = (...models: unknown[]) => JSON.stringify({ data: models, total_count: models.length })

export const anOffer = (overrides: Fields = {}) => ({
  provider: 'Acme',
  tag: 'acme',
  in: 1,
  out: 4,
  is_default: true,
  is_free: false,
  latency_30m: null,
  ...overrides,
})

export const aCatalogModel = (overrides: Fields = {}) => ({
  id: 'acme/swift-2',
  canonical_slug: 'acme/swift-2-20260601',
  name: 'Acme: Swift 2',
  context: 200000,
  intel: 41,
  coding: 50,
  agentic: 30,
  providers: [anOffer()],
  ...overrides,
})

export const catalogFile = (...models: unknown[]) =>
  JSON.stringify({ meta: { generated_at: '2026-08-14T18:19:14Z' }, models })

export const aPageRow = (overrides: Fields = {}) => ({
  slug: 'swift-2',
  name: 'Swift 2 (high)',
  release_date: '2026-06-01',
  creator: { name: 'Acme', slug: 'acme', country: 'us' },
  openrouter_api_id: null,
  evaluations: {
    artificial_analysis_intelligence_index: 40.02,
    artificial_analysis_coding_index: 50,
    gpqa: 0.8,
    hle: 0.3,
  },
  pricing: { price_1m_output_tokens: 4, intelligence_index_cost_output: 400 },
  speed: { output_tokens_per_second: 100, time_to_first_token_seconds: 2 },
  ...overrides,
})

export const pageFile = (...models: unknown[]) =>
  JSON.stringify({ meta: { endpoint: 'llms', source_type: 'page_payload' }, models })

export const anApiRow = (overrides: Fields = {}) => ({
  slug: 'swift-2',
  name: 'Swift 2 (high)',
  releaseDate: '2026-06-01',
  creatorSlug: 'acme',
  evaluations: {
    artificial_analysis_intelligence_index: 40,
    artificial_analysis_coding_index: 50,
    gpqa: 0.82,
    hle: 0.32,
  },
  performance: { outputTokensPerSecond: 120, timeToFirstTokenSeconds: 3 },
  intelligenceIndexOutputTokensPerTask: { output: 20000 },
  ...overrides,
})

export const apiFile = (...models: unknown[]) =>
  JSON.stringify({ meta: { endpoint: 'https://artificialanalysis.ai/api/v2/data/llms/models' }, models })

export const speedFile = (...rows: string[]) => `slug,creator,release,output_tps,ttft_s\n${rows.join('\n')}\n`

export const modelsDevFile = (providers: Readonly<Record<string, Fields>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(providers).map(([id, models]) => [id, { name: id, models }])))

export const aDevModel = (overrides: Fields = {}) => ({
  name: 'Swift 2',
  last_updated: '2026-06-20',
  tool_call: true,
  reasoning: true,
  cost: { input: 1, output: 4, cache_read: 0.1 },
  limit: { context: 200000, output: 64000 },
  modalities: { input: ['text', 'image'], output: ['text'] },
  ...overrides,
})

export const liteLlmFile = (entries: Fields) => JSON.stringify(entries)

export const genaiFile = (provider: string, ...models: unknown[]) =>
  JSON.stringify([{ id: provider, name: provider, models }])

export const makersFile = (...overrides: Fields[]) =>
  JSON.stringify({
    note: 'Maker, not host',
    providers: (overrides.length === 0 ? [{}] : overrides).map((fields) => ({
      id: 'acme',
      name: 'Acme',
      openRouterPrefixes: ['acme'],
      aliases: ['Acme Studio'],
      domain: 'acme.example',
      country: 'US',
      region: 'us',
      sources: {},
      ...fields,
    })),
  })
