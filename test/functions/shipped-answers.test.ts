import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Question } from '../../shared/models/question.ts'
import { type Model, Snapshot } from '../../shared/models/schema.ts'
import { EVERY_WISH } from '../support/generated.ts'
import { referenceRoute, referenceWinner } from '../support/reference.ts'
import { routing } from '../support/routing.ts'

const text = readFileSync('functions/routing/default-index.json', 'utf8')
const snapshot = Snapshot.parse(JSON.parse(text))
const now = new Date('2026-08-20T12:00:00Z')
const { json, ask } = routing({ snapshot, now: () => now })

const figures = (id: string): Model => {
  const model = snapshot.models.find((each) => each.id === id)
  if (model === undefined) throw new Error(`The shipped index has no ${id}`)
  return model
}

describe('The shipped index answers', () => {
  it.each([
    ['/api/route', 'gpt-5.6-luna'],
    ['/api/route?task=extraction', 'deepseek/deepseek-v4-flash-0731'],
    ['/api/route?budget=balanced', 'gemini-3.7-flash'],
    ['/api/route?budget=balanced&latency=overnight', 'grok-4.6'],
    ['/api/route?regions=eu', 'mistral-medium-3-5'],
    ['/api/cheapest', 'gpt-oss-120b'],
    ['/api/fastest', 'mercury-2'],
    ['/api/smartest', 'claude-opus-5'],
    ['/api/best-value', 'deepseek/deepseek-v4-flash-0731'],
  ])('%s with %s', async (path, model) => {
    expect(await json(path)).toMatchObject({ model })
    const [asked = '', query = ''] = path.split('?')
    expect((await ask(`${asked}/raw?${query}`)).body).toBe(model)
  })

  it('with a fallback that is the default’s runner-up, and the other way round', async () => {
    expect(await json('/api/route')).toMatchObject({ fallback: 'deepseek/deepseek-v4-flash-0731' })
    expect(await json('/api/route?task=extraction')).toMatchObject({ fallback: 'gpt-5.6-luna' })
  })
})

describe('Computed by hand from the published figures', () => {
  /** What a person would type into a pocket calculator, with the figures as they stand in the index. */
  it('the default question is won by 0.7 points', async () => {
    const luna = figures('gpt-5.6-luna')
    const figuresOfLuna = [luna.codingScore, luna.intelligenceScore, luna.inputPricePer1M, luna.outputPricePer1M]
    expect(figuresOfLuna).toEqual([71.4, 52.3, 0.1, 0.6])
    expect([luna.verbosity, luna.latencyMs, luna.speedTokensPerSecond]).toEqual([0.824561, 2450, 110.4])
    const score = 0.8 * 71.4 + 0.2 * 52.3 // 67.58
    const price = (3 * 0.1 + 0.824561 * 0.6) / 4 // 0.1987
    const seconds = 2.45 + 1500 / 110.4 // 16.04
    const lunaPoints = score - 3 * Math.log2(price) - 2 * Math.log2(seconds) // 66.57
    const flash = 65.64 - 3 * Math.log2((3 * 0.14 + 1.90562 * 0.28) / 4) - 2 * Math.log2(0.98 + 1500 / 219.1) // 65.91
    expect(lunaPoints - flash).toBeCloseTo(0.66, 2)
    expect(await json('/api/route')).toMatchObject({
      model: 'gpt-5.6-luna',
      price: 0.225,
      reason: expect.stringMatching(
        /scores 67\.6 .*\$0\.199 .*16 s.*65\.6 for \$0\.238 and 7\.8 s.*0\.7 points behind/,
      ),
    })
  })

  it('a European maker: Mistral Medium 3.5 beats Mistral Small 4 by 7.2 points', async () => {
    // 0.8 * 46.9 + 0.2 * 30.4 = 43.6; (3 * 1.5 + 1.09538 * 7.5) / 4 = 3.179; 2.24 + 1500 / 162.4 = 11.48
    const medium = 43.6 - 3 * Math.log2(3.1788375) - 2 * Math.log2(11.476453)
    expect(medium).toBeCloseTo(31.55, 2)
    expect(await json('/api/route?regions=eu')).toMatchObject({
      model: 'mistral-medium-3-5',
      intelligence: 30.4,
      price: 3,
      speed: 162.4,
      fallback: 'mistral-small-2603',
      reason: expect.stringMatching(/scores 43\.6 .*\$3\.18 .*11 s.*7\.2 points behind/),
    })
  })

  it('overnight on a balanced budget: waiting costs nothing, so Grok 4.6 wins with 72.0 points', async () => {
    // 0.8 * 76.8 + 0.2 * 60.9 = 73.62; (3 * 2 + 1 * 6) / 4 = 3; 73.62 - log2(3) = 72.04
    expect(0.8 * 76.8 + 0.2 * 60.9 - Math.log2(3)).toBeCloseTo(72.04, 2)
    expect(await json('/api/route?budget=balanced&latency=overnight')).toMatchObject({
      model: 'grok-4.6',
      price: 3,
      policy: 'code overnight balanced high: score - 1*log2($/1M expected)',
    })
  })

  it('best value: DeepSeek V4 Flash has 30.5 useful points at $0.175', async () => {
    // Floor: the 23rd of 89 ascending intelligences, 21.3; (51.8 - 21.3) / ((3 * 0.14 + 0.28) / 4) = 30.5 / 0.175 = 174.3
    const ascending = snapshot.models.map(({ intelligenceScore }) => intelligenceScore).toSorted((a, b) => a - b)
    expect(ascending[22]).toBe(21.3)
    expect(await json('/api/best-value')).toMatchObject({ model: 'deepseek/deepseek-v4-flash-0731', value: 174.286 })
  })
})

describe('Over HTTP, all 72 combinations agree with the naive reference', () => {
  const filters = [
    {},
    { regions: ['eu'] },
    { regions: ['us', 'china'] },
    { providers: ['openai', 'anthropic'] },
    { providers: ['deepseek', 'google'], regions: ['us'] },
    { providers: ['qwen/'] },
    { providers: ['mistral'], regions: ['us'] },
    { providers: ['nobody'] },
  ] satisfies Partial<Question>[]

  it.each(filters)('under %o', async ({ providers = [], regions = [] }: Partial<Question>) => {
    for (const wish of EVERY_WISH) {
      const expected = referenceRoute(snapshot.models, { ...wish, providers, regions }, now)
      const asked = new URLSearchParams({ ...wish })
      if (providers.length > 0) asked.set('providers', providers.join(','))
      if (regions.length > 0) asked.set('regions', regions.join(','))
      const got = await json(`/api/route?${asked}`)
      expect(got).toMatchObject(expected ?? { statusCode: 404 })
    }
  })

  it.each(['cheapest', 'fastest', 'smartest', 'best-value'] as const)('and so does %s', async (of) => {
    for (const region of ['us', 'eu', 'china'] as const) {
      const expected = referenceWinner(snapshot.models, of, { providers: [], regions: [region] }, now)
      expect((await json(`/api/${of}?regions=${region}`)).model).toBe(expected?.model)
    }
  })
})
