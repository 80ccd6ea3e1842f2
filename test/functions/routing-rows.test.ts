import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routingOperations } from '../../shared/contract/routing.ts'
import { load } from '../../shared/models/loaded.ts'
import { Recommendation, RouteResult, Snapshot } from '../../shared/models/schema.ts'
import { NOW } from '../support/models.ts'
import { aWorld, MODELS, routing } from '../support/routing.ts'

const shipped = Snapshot.parse(JSON.parse(readFileSync('functions/routing/default-index.json', 'utf8')))
const { json } = routing({ snapshot: shipped })

describe('`model` and `id`: "the provider-native id when a source knows it; otherwise the full OpenRouter id"', () => {
  it('names a model as its provider does, or as the aggregator does', async () => {
    expect(await json('/api/route?providers=openai/gpt-5.6-luna')).toMatchObject({ model: 'gpt-5.6-luna' })
    for (const { id, openRouterId } of shipped.models) expect(id === openRouterId || !id.includes('/')).toBe(true)
  })

  it('"Unique in the index (checked when it is built)", and when it is read', () => {
    expect(new Set(shipped.models.map(({ id }) => id)).size).toBe(shipped.models.length)
    const twice = { ...aWorld(), models: [...MODELS, ...MODELS] }
    expect(() => load(JSON.stringify(twice), NOW)).toThrow()
  })
})

describe('`logoUrl`: "https://www.google.com/s2/favicons?domain={providerDomain}&sz=128"', () => {
  it('is made of the domain of the provider', async () => {
    const { logoUrl, providerDomain } = await json('/api/smartest')
    expect(logoUrl).toBe(`https://www.google.com/s2/favicons?domain=${providerDomain}&sz=128`)
  })
})

describe('`policy`: "the rule in one line"', () => {
  it.each([
    ['', 'code fast low high: score - 3*log2($/1M expected) - 2*log2(seconds)'],
    ['task=summary', 'summary fast low high: score - 4.5*log2($/1M expected) - 3*log2(seconds)'],
    ['budget=balanced&latency=overnight', 'code overnight balanced high: score - 1*log2($/1M expected)'],
    ['quality=balanced&latency=normal', 'code normal low balanced: score - 6*log2($/1M expected) - 1*log2(seconds)'],
  ])('%s', async (query, policy) => {
    expect(await json(`/api/route?${query}`)).toMatchObject({ policy })
  })
})

describe('`reason`: "one or two plain sentences with the figures that decided it"', () => {
  it('names score and effort, price, seconds, the date of old data, the runner-up, a tie, and a disputed price', async () => {
    const { reason } = await json('/api/route')
    for (const part of [
      /^As of 2026-08-14, GPT-5\.6 Luna scores 67\.6 on code at effort max/,
      /\$0\.199 per 1M tokens and 16 s/,
      /newer list has \$0\.20 in and \$1\.20 out where \$0\.10 in and \$0\.60 out was counted/,
      /Runner-up DeepSeek V4 Flash 0731 would give 65\.6 for \$0\.238 and 7\.8 s/,
      /practically a tie\.$/,
    ]) {
      expect(reason).toMatch(part)
    }
  })

  it('says nothing of the age of data that are not a day old', async () => {
    expect((await routing().json('/api/route')).reason).not.toMatch(/As of/)
  })
})

describe('/models', () => {
  it('`answers`: "{ cheapest, fastest, smartest, bestValue, route }, each a full Recommendation"', async () => {
    const { answers } = Snapshot.parse(await json('/api/models'))
    const { route, ...winners } = answers
    expect(RouteResult.parse(route)).toEqual(await json('/api/route'))
    const paths = { cheapest: 'cheapest', fastest: 'fastest', smartest: 'smartest', bestValue: 'best-value' } as const
    for (const of of ['cheapest', 'fastest', 'smartest', 'bestValue'] as const) {
      expect(Recommendation.parse(winners[of])).toEqual(await json(`/api/${paths[of]}`))
    }
  })

  it('`sources`: "{ id, name, url, licence, attribution, asOf, provides[] }", every one that a model names', async () => {
    const { sources, models } = Snapshot.parse(await json('/api/models'))
    for (const source of sources) {
      expect(Object.keys(source).toSorted()).toEqual([
        'asOf',
        'attribution',
        'id',
        'licence',
        'name',
        'provides',
        'url',
      ])
    }
    const named = new Set(models.flatMap(({ sourceIds }) => sourceIds))
    expect([...named].filter((id) => !sources.some((source) => source.id === id))).toEqual([])
  })

  it('`api`: "{ method, path, description } for every area A endpoint"', async () => {
    const { api } = Snapshot.parse(await json('/api/models'))
    expect(api.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      routingOperations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  it('Versioning: "routing API 1.0.0 in ... generatedBy"', async () => {
    expect(await json('/api/models')).toMatchObject({ generatedBy: 'pointsman 1.0.0' })
  })
})
