import { describe, expect, it } from 'vitest'
import { parseArtificialAnalysisLive } from '../../../../shared/models/feeds/artificial-analysis-live.ts'
import { parseOpenRouterEndpoints } from '../../../../shared/models/feeds/openrouter-endpoints.ts'

const anOffer = (overrides = {}) => ({
  name: 'Acme: Swift 2',
  provider_name: 'Acme',
  tag: 'acme/fp8',
  pricing: { prompt: '0.000001', completion: '0.000004', request: '0', input_cache_read: '0.0000001' },
  latency_last_30m: { p50: 0.25, p75: 0.35, p90: 0.48, p99: 0.85 },
  throughput_last_30m: { p50: 45.2, p75: 38.5, p90: 28.3, p99: 15.1 },
  uptime_last_30m: 99.5,
  ...overrides,
})

const offered = (...endpoints: unknown[]) => {
  const parsed = parseOpenRouterEndpoints(JSON.stringify({ data: { id: 'acme/swift-2', endpoints } }))
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.offered
}

describe('The offers of the hosts of a model', () => {
  it('are prices per million tokens, and speeds in the middle', () => {
    expect(offered(anOffer())).toEqual({
      endpoints: [{ tag: 'acme/fp8', price: { input: 1, output: 4, cacheRead: 0.1 }, isDefault: false }],
      observed: { tokensPerSecond: 45.2, firstTokenSeconds: 0.25 },
    })
  })

  it.each([
    ['seconds', { p50: 0.25 }, 0.25],
    ['milliseconds', { p50: 250 }, 0.25],
    ['a plain number of milliseconds', 1_500, 1.5],
    ['nothing, as without a key', null, null],
    ['nonsense', { p50: -1 }, null],
  ])('tell the first token in %s', (_name, latency_last_30m, expected) => {
    expect(offered(anOffer({ latency_last_30m })).observed.firstTokenSeconds).toBe(expected)
  })

  it.each([
    [0, ['acme/fp8', 'other'], 30],
    [undefined, ['acme/fp8', 'other'], 30],
    ['default', ['acme/fp8', 'other'], 30],
    [-1, ['acme/fp8', 'other'], 90],
    [-5, ['acme/fp8', 'other'], 90],
    [-10, ['other'], 90],
  ])('count by the status of their host: %s', (status, tags, tokensPerSecond) => {
    const { endpoints, observed } = offered(
      anOffer({ status, throughput_last_30m: { p50: 30 } }),
      anOffer({ tag: 'other', throughput_last_30m: { p50: 90 } }),
    )
    expect(endpoints.map(({ tag }) => tag)).toEqual(tags)
    expect(observed.tokensPerSecond).toBe(tokensPerSecond)
  })

  it('leave out a row that is hostile, and a second one under the same tag', () => {
    const hostile = [anOffer({ tag: '<b>' }), anOffer({ tag: 'other', pricing: { prompt: '-1' } }), null, anOffer()]
    expect(offered(anOffer(), ...hostile).endpoints.length).toBe(1)
  })

  it.each(['', '{"data":{"endpoints":', '{"data":{}}', '[]'])('are refused where they are no answer: %j', (text) => {
    expect(parseOpenRouterEndpoints(text).ok).toBe(false)
  })
})

const aRow = (overrides = {}) => ({
  id: '2dad8957-4c16-4e74-bf2d-8b21514e0ae9',
  name: 'Swift 2 (high)',
  slug: 'swift-2-high',
  release_date: '2026-06-01',
  model_creator: { id: 'e67e56e3', name: 'Acme', slug: 'acme' },
  evaluations: {
    artificial_analysis_intelligence_index: 62.9,
    artificial_analysis_coding_index: 55.8,
    gpqa: 0.7,
    hle: 0.1,
  },
  pricing: { price_1m_blended_3_to_1: 1.9 },
  median_output_tokens_per_second: 153.8,
  median_time_to_first_token_seconds: 14.9,
  ...overrides,
})

const measured = (...data: unknown[]) => {
  const parsed = parseArtificialAnalysisLive(JSON.stringify({ status: 200, data }), '2026-11-20T06:00:00Z')
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.extract
}

describe('The answer of Artificial Analysis', () => {
  it('is one configuration a row', () => {
    expect(measured(aRow())).toMatchObject({
      sourceId: 'artificial-analysis-2026-11-20',
      dropped: 0,
      configurations: [
        {
          readings: [{ effort: 'high' }],
          maker: 'acme',
          intelligence: 62.9,
          coding: 55.8,
          gpqa: 0.7,
          hle: 0.1,
          tokensPerSecond: 153.8,
          firstTokenSeconds: 14.9,
        },
      ],
    })
  })

  it('also groups its speeds, and means not measured by 0', () => {
    const flat = { median_output_tokens_per_second: 0, median_time_to_first_token_seconds: null }
    const performance = { median_output_tokens_per_second: 99, median_time_to_first_token_seconds: 0 }
    expect(measured(aRow({ ...flat, performance })).configurations[0]).toMatchObject({
      tokensPerSecond: 99,
      firstTokenSeconds: null,
    })
  })

  it('loses its hostile rows and keeps the others', () => {
    const rows = [aRow(), aRow({ slug: '../x' }), aRow({ slug: 'a', name: '<b>' }), aRow(), 7]
    expect(measured(...rows)).toMatchObject({ dropped: 4, configurations: [{ maker: 'acme' }] })
  })
})
