import { parseArtificialAnalysisLive } from '../../shared/models/feeds/artificial-analysis-live.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { parseGenaiPrices } from '../../shared/models/feeds/genai-prices.ts'
import { parseModelsDev } from '../../shared/models/feeds/models-dev.ts'
import { parseOpenRouter } from '../../shared/models/feeds/openrouter.ts'
import type { Parsed } from '../../shared/models/feeds/rows.ts'
import type { Addresses } from './settings.ts'

export type SourceId = 'openrouter' | 'models-dev' | 'genai-prices' | 'artificial-analysis'

export type LiveSource = {
  readonly id: SourceId
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly parse: (text: string, asOf: string) => Parsed<Extract>
}

/** Every source that this run may ask; Artificial Analysis only with the operator's own key. */
export const liveSources = (addresses: Addresses, key: string | undefined): readonly LiveSource[] => [
  { id: 'openrouter', address: addresses.openRouter, headers: {}, parse: parseOpenRouter },
  {
    id: 'models-dev',
    address: addresses.modelsDev,
    headers: {},
    parse: (text, asOf) => parseModelsDev(text, { asOf }),
  },
  {
    id: 'genai-prices',
    address: addresses.genaiPrices,
    headers: {},
    parse: (text, asOf) => parseGenaiPrices(text, { asOf }),
  },
  ...(key === undefined
    ? []
    : [
        {
          id: 'artificial-analysis' as const,
          address: addresses.artificialAnalysis,
          headers: { 'x-api-key': key },
          parse: parseArtificialAnalysisLive,
        },
      ]),
]

/** How many rows an extract gave; one that gave none is no extract. */
export const rowsOf = (extract: Extract): number => {
  switch (extract.kind) {
    case 'listing':
    case 'carried':
      return extract.models.length
    case 'measurements':
      return extract.configurations.length
    case 'prices':
      return extract.entries.length
    case 'makers':
      return extract.makers.length
  }
}
