import { areaA } from '../../shared/contract/area-a.ts'
import { answersOf } from '../../shared/models/answers.ts'
import { build } from '../../shared/models/build.ts'
import { parseArtificialAnalysisPage } from '../../shared/models/feeds/artificial-analysis-page.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { parseMakers } from '../../shared/models/feeds/makers.ts'
import { parseOpenRouter } from '../../shared/models/feeds/openrouter.ts'
import type { Parsed } from '../../shared/models/feeds/rows.ts'
import type { Snapshot } from '../../shared/models/schema.ts'
import {
  aDevModel,
  anOpenRouterModel,
  aPageRow,
  genaiFile,
  makersFile,
  modelsDevFile,
  openRouterFile,
  pageFile,
} from '../shared/models/feeds/feed-files.ts'

/** Twelve models of three makers: intelligence and price rise together, and every figure is known. */
export type Good = { readonly maker: string; readonly id: string; readonly score: number; readonly price: number }

const MAKERS = ['acme', 'borealis', 'cumulus']

export const GOODS: readonly Good[] = Array.from({ length: 12 }, (_, at) => ({
  maker: MAKERS[at % MAKERS.length] ?? '',
  id: `mark-${at + 1}`,
  score: 20 + 3 * at,
  price: 0.2 * 1.5 ** at,
}))

const perToken = (dollarsPer1M: number): string => (dollarsPer1M / 1e6).toFixed(12)

export const listed = ({ maker, id, score, price }: Good, overrides: Readonly<Record<string, unknown>> = {}) =>
  anOpenRouterModel({
    id: `${maker}/${id}`,
    canonical_slug: `${maker}/${id}-20260601`,
    name: `${maker}: ${id}`,
    pricing: { prompt: perToken(price), completion: perToken(4 * price), input_cache_read: perToken(price / 10) },
    benchmarks: {
      artificial_analysis: {
        intelligence_index: score,
        coding_index: Math.min(100, score + 5),
        agentic_index: score - 5,
      },
    },
    ...overrides,
  })

export const openRouterText = (goods: readonly Good[] = GOODS) => openRouterFile(...goods.map((good) => listed(good)))

export const devText = (goods: readonly Good[] = GOODS) =>
  modelsDevFile(
    Object.fromEntries(
      MAKERS.map((maker) => [
        maker,
        Object.fromEntries(
          goods
            .filter((good) => good.maker === maker)
            .map(({ id, price }) => [id, aDevModel({ cost: { input: price, output: 4 * price } })]),
        ),
      ]),
    ),
  )

export const genaiText = () => genaiFile('acme', { id: 'mark-1', prices: { input_mtok: 0.2, output_mtok: 0.8 } })

/** A row of Artificial Analysis' own answer: a model at one effort. */
export const analysed = ({ maker, id, score }: Good, overrides: Readonly<Record<string, unknown>> = {}) => ({
  id: `${maker}-${id}`,
  slug: id,
  name: `${id} (high)`,
  model_creator: { id: maker, name: maker, slug: maker },
  evaluations: {
    artificial_analysis_intelligence_index: score,
    artificial_analysis_coding_index: score + 5,
    gpqa: score / 100,
    hle: score / 100,
  },
  median_output_tokens_per_second: 45 + score,
  median_time_to_first_token_seconds: 2,
  ...overrides,
})

export const analysisText = (...more: unknown[]) =>
  JSON.stringify({ status: 200, data: [...GOODS.map((good) => analysed(good)), ...more] })

export const offersText = ({ maker, id, price }: Good) =>
  JSON.stringify({
    data: {
      id: `${maker}/${id}`,
      endpoints: [
        {
          tag: maker,
          pricing: { prompt: perToken(price), completion: perToken(4 * price) },
          latency_last_30m: null,
          throughput_last_30m: null,
        },
      ],
    },
  })

/** What a server that plays the sources serves, by path. */
export const feedsOf = (goods: readonly Good[] = GOODS): Record<string, string> => ({
  '/openrouter': openRouterText(goods),
  '/models-dev': devText(goods),
  '/genai-prices': genaiText(),
  ...Object.fromEntries(goods.map((good) => [`/openrouter/${good.maker}/${good.id}/endpoints`, offersText(good)])),
})

const extractOf = (parsed: Parsed<Extract>): Extract => {
  if (parsed.ok) return parsed.extract
  throw new Error(parsed.reason)
}

const measuredRow = ({ maker, id, score }: Good) =>
  aPageRow({
    slug: `${maker}-${id}`,
    name: `${id} (high)`,
    creator: { name: maker, slug: maker, country: 'us' },
    evaluations: {
      artificial_analysis_intelligence_index: score,
      artificial_analysis_coding_index: score + 5,
      gpqa: score / 100,
      hle: score / 100,
    },
    speed: { output_tokens_per_second: 40 + score, time_to_first_token_seconds: 2 },
  })

/** The index of the market some days before. */
export const lastIndex = (asOf = '2026-11-10T06:00:00Z', goods: readonly Good[] = GOODS): Snapshot => {
  const makers = makersFile(
    ...MAKERS.map((id) => ({ id, name: id, openRouterPrefixes: [id], aliases: [], domain: `${id}.example` })),
  )
  const extracts = [
    extractOf(parseOpenRouter(openRouterText(goods), asOf)),
    extractOf(parseArtificialAnalysisPage(pageFile(...goods.map(measuredRow)), asOf)),
    extractOf(parseMakers(makers, asOf)),
  ]
  const now = new Date(asOf)
  return build(extracts, { now, updatedAt: asOf, generatedBy: 'pointsman 1.0.0', api: areaA, answersOf })
}
