import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultIndex, print } from '../../../infra/local/build-index.ts'
import { readFeeds } from '../../../infra/local/read-feeds.ts'
import { prepare, route } from '../../../shared/models/answers.ts'
import { catalogueOf } from '../../../shared/models/catalogue.ts'
import { sortFeeds } from '../../../shared/models/complete.ts'
import { readName } from '../../../shared/models/feeds/naming.ts'
import { identify } from '../../../shared/models/identity.ts'
import { DEFAULT_QUESTION, type Question } from '../../../shared/models/question.ts'
import { type Model, Snapshot } from '../../../shared/models/schema.ts'
import { floorOf } from '../../../shared/models/value.ts'
import { differencesFrom } from './joined.ts'

const COMMITTED = join(import.meta.dirname, '../../../functions/routing/default-index.json')
const committedText = readFileSync(COMMITTED, 'utf8')
const committed = Snapshot.parse(JSON.parse(committedText))
const DISPUTED = ['cohere/command-a', 'inception/mercury-2', 'qwen/qwen3.5-35b-a3b', 'tencent/hy3-preview']

const tagged = (models: readonly Model[], tag: string): (string | null)[] =>
  models.filter(({ tags }) => tags.includes(tag)).map(({ openRouterId }) => openRouterId)

/** Token counts are whole numbers, exact as they are. */
const figuresOf = ({ contextLength, maxOutputTokens, ...measured }: Model): readonly number[] =>
  Object.values(measured).filter((value) => typeof value === 'number')

const answered = (question: Partial<Question>): string => {
  const answer = route(prepare(committed), { ...DEFAULT_QUESTION, ...question }, new Date(committed.updatedAt))
  return answer.ok ? answer.answer.model : answer.message
}

describe('the index that is shipped', () => {
  test('holds at least 85 models, of the time of its prices', () => {
    expect(committed.models.length).toBeGreaterThanOrEqual(85)
    expect(committed.updatedAt).toBe('2026-08-14T18:19:14Z')
    expect(committed.generatedBy).toBe('pointsman 1.0.0')
  })

  test('has every figure from a source that it names, and names no source without need', () => {
    const named = committed.sources.map(({ id }) => id)
    const used = new Set(committed.models.flatMap(({ sourceIds }) => sourceIds))
    expect([...used].filter((id) => !named.includes(id))).toEqual([])
    expect(named.filter((id) => !used.has(id))).toEqual(['makers'])
    for (const { sourceIds } of committed.models) {
      const provided = committed.sources.filter(({ id }) => sourceIds.includes(id)).flatMap(({ provides }) => provides)
      expect(provided).toEqual(
        expect.arrayContaining([
          'intelligenceScore',
          'codingScore',
          'inputPricePer1M',
          'outputPricePer1M',
          'speedTokensPerSecond',
          'latencyMs',
          'contextLength',
        ]),
      )
    }
  })

  test('attributes the data of Artificial Analysis visibly', () => {
    const theirs = committed.sources.filter(({ id }) => id.startsWith('artificial-analysis'))
    expect(theirs.length).toBeGreaterThan(0)
    for (const { attribution } of theirs) expect(attribution).toContain('https://artificialanalysis.ai/')
  })

  test('has unique ids and figures of at most six significant digits', () => {
    const ids = committed.models.map(({ id }) => id.toLowerCase())
    expect(new Set(ids).size).toBe(ids.length)
    const longer = committed.models.flatMap(figuresOf).filter((figure) => figure !== Number(figure.toPrecision(6)))
    expect(longer).toEqual([])
  })

  test('blends every price and values every model by the rule', () => {
    const floor = floorOf(committed.models.map(({ intelligenceScore }) => intelligenceScore))
    for (const model of committed.models) {
      const blended = (3 * model.inputPricePer1M + model.outputPricePer1M) / 4
      expect(model.blendedPricePer1M).toBeCloseTo(blended, 5)
      const useful = Math.max(0, model.intelligenceScore - floor)
      expect(model.valueScore).toBeCloseTo(useful / Math.max(0.01, model.blendedPricePer1M), 2)
    }
  })

  test('disputes exactly the scores on which the sources disagree', () => {
    expect(tagged(committed.models, 'score-disputed')).toEqual(DISPUTED)
  })

  test('has the winners that its figures give', () => {
    const { cheapest, fastest, smartest, bestValue, route } = committed.answers
    expect([cheapest, fastest, smartest, bestValue, route].map(({ model }) => model)).toEqual([
      'gpt-oss-120b',
      'mercury-2',
      'claude-opus-5',
      'deepseek/deepseek-v4-flash-0731',
      'gpt-5.6-luna',
    ])
  })

  test.each<[Partial<Question>, string]>([
    [{}, 'gpt-5.6-luna'],
    [{ task: 'extraction' }, 'deepseek/deepseek-v4-flash-0731'],
    [{ budget: 'balanced' }, 'gemini-3.7-flash'],
    [{ budget: 'balanced', latency: 'overnight' }, 'grok-4.6'],
    [{ regions: ['eu'] }, 'mistral-medium-3-5'],
  ])('answers %j with %s', (question, model) => {
    expect(answered(question)).toBe(model)
  })
})

/** Each is explained under "The model index" in DECISIONS.md. */
const EXPLAINED = {
  'deepseek/deepseek-r1': ['added', 'speed'],
  'google/gemini-3.1-flash-lite-preview': ['speed'],
  'google/gemini-3.6-flash': ['price'],
  'meta/muse-spark-1.1': ['id'],
  'minimax/minimax-m2.7': ['price'],
  'moonshotai/kimi-k2.5': ['price'],
  'moonshotai/kimi-k2.6': ['price'],
  'moonshotai/kimi-k2.7-code': ['price'],
  'openai/gpt-5': ['speed'],
  'qwen/qwen3-235b-a22b-thinking-2507': ['speed'],
  'qwen/qwen3-30b-a3b-thinking-2507': ['speed'],
  'qwen/qwen3-coder-next': ['price'],
  'qwen/qwen3.5-35b-a3b': ['price'],
  'qwen/qwen3.6-27b': ['price'],
  'z-ai/glm-4.6': ['price'],
  'z-ai/glm-4.7': ['price'],
  'z-ai/glm-5.1': ['price'],
  'z-ai/glm-5.2': ['price'],
}

const FEEDS = process.env.POINTSMAN_FEEDS

describe.skipIf(FEEDS === undefined)('the index built from the real feeds', () => {
  const directory = FEEDS ?? ''
  const feeds = FEEDS === undefined ? sortFeeds([]) : sortFeeds(readFeeds(directory))
  const catalogue = catalogueOf(feeds.listings)
  const identified = identify(catalogue, feeds.measurements, feeds.makers)

  test('is byte for byte the one that is shipped', () => {
    expect(print(defaultIndex(directory))).toBe(committedText)
    expect(print(defaultIndex(directory))).toBe(committedText)
  })

  test('drops no row of the feeds but six of LiteLLM that are no models', () => {
    const dropped = readFeeds(directory).map(({ sourceId, dropped }) => [sourceId, dropped])
    expect(dropped.filter(([, count]) => count !== 0)).toEqual([['litellm-2026-08-01', 6]])
  })

  test('is 89 models, 80 of them with reasoning, with a lower quartile of 21.3', () => {
    const { models } = committed
    expect(models.length).toBe(89)
    expect(models.length - tagged(models, 'reasoning-unmeasured').length).toBe(80)
    expect(floorOf(models.map(({ intelligenceScore }) => intelligenceScore))).toBe(21.3)
  })

  const keysOf = (id: string): string[] => [
    ...new Set((identified.get(id) ?? []).flatMap(({ row }) => row.readings.map(({ key }) => key))),
  ]

  test.each([
    ['openai/gpt-5.2', 'GPT-5.2 Codex'],
    ['openai/gpt-5.2', 'GPT-5.2 Chat'],
    ['openai/gpt-5', 'GPT-5 (ChatGPT)'],
    ['mistralai/mistral-large-2407', "Mistral Large 2 (Nov '24)"],
    ['tencent/hy3', 'Hy3-preview (Reasoning)'],
    ['tencent/hy3-preview', 'Hy3'],
    ['openai/o1', 'o1-preview'],
    ['perplexity/sonar-pro', 'Sonar Reasoning Pro'],
    ['cohere/command-a', 'Command A+'],
    ['deepseek/deepseek-v4-flash', 'DeepSeek V4 Flash 0731 (Reasoning, Max Effort)'],
    ['deepseek/deepseek-v4-flash-0731', 'DeepSeek V4 Flash (Reasoning, Max Effort)'],
    ['qwen/qwen3-max', 'Qwen3 Max (Preview)'],
    ['openai/gpt-4o', "GPT-4o (May '24)"],
  ])('%s is not joined to the row of %s', (id, name) => {
    expect(keysOf(id)).not.toContain(readName(name).key)
  })

  test('the row of a model belongs to that model alone', () => {
    const owners = Map.groupBy(
      [...identified].flatMap(([id, measured]) => measured.map(({ row }) => ({ id, row }))),
      ({ row }) => row,
    )
    expect([...owners.values()].filter((claims) => claims.length > 1)).toEqual([])
  })

  test('differs from the join that lies beside the feeds only where the rules ask for it', () => {
    expect(differencesFrom(directory, committed.models)).toEqual(EXPLAINED)
  })
})

describe('the command that builds the index', () => {
  const command = join(import.meta.dirname, '../../../infra/local/build-index.ts')
  const { POINTSMAN_FEEDS: _, ...env } = process.env
  const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' })

  test('asks for the folder of the feeds where none is named', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('--feeds DIR') })
  })

  test('says in one line what is wrong with a folder that holds no feeds, and leaves the index as it is', () => {
    const { status, stderr } = run('--feeds', import.meta.dirname)
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(readFileSync(COMMITTED, 'utf8')).toBe(committedText)
  })
})
