import { expect, it } from 'vitest'
import { agreedPrices } from '../../../shared/models/agreement.ts'
import type { Extract } from '../../../shared/models/feeds/extract.ts'
import { parseMakers } from '../../../shared/models/feeds/makers.ts'
import { parseModelsDev } from '../../../shared/models/feeds/models-dev.ts'
import { parseOpenRouter } from '../../../shared/models/feeds/openrouter.ts'
import { aDevModel, anOpenRouterModel, makersFile, modelsDevFile, openRouterFile } from './feeds/feed-files.ts'

const feeds = (provider: string, cost: object | undefined): readonly Extract[] => {
  const listed = modelsDevFile({ [provider]: { 'swift-2': aDevModel({ cost }) } })
  return [
    parseOpenRouter(openRouterFile(anOpenRouterModel()), '2026-08-14T00:00:00Z'),
    parseModelsDev(listed, { asOf: '2026-08-14T00:00:00Z' }),
    parseMakers(makersFile(), '2026-08-14T00:00:00Z'),
  ].flatMap((parsed) => (parsed.ok ? [parsed.extract] : []))
}

// OpenRouter's is $1 in and $4 out: $1.75 blended.
it.each([
  ['the same', 'acme', { input: 1, output: 4 }, true],
  ['twice as much', 'acme', { input: 2, output: 8 }, true],
  ['a little more than twice as much', 'acme', { input: 2, output: 8.1 }, false],
  ['half', 'acme', { input: 0.5, output: 2 }, true],
  ['a thousandth', 'acme', { input: 0.001, output: 0.004 }, false],
  ['nothing', 'acme', { input: 0, output: 0 }, false],
  ['no price', 'acme', undefined, false],
  ['the same by somebody else', 'reseller', { input: 1, output: 4 }, false],
])('"two sources agree on its price within a factor of 2": the second one has %s', (_, provider, cost, agrees) => {
  expect(agreedPrices(feeds(provider, cost), ['acme/swift-2'])).toEqual(agrees ? ['acme/swift-2'] : [])
})

it('asks only for the models that are named', () => {
  expect(agreedPrices(feeds('acme', { input: 1, output: 4 }), ['else/where'])).toEqual([])
})
