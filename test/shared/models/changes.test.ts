import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersOf } from '../../../shared/models/answers.ts'
import { atomOf } from '../../../shared/models/atom.ts'
import { Change, ChangeLog, EMPTY_FEED, EMPTY_LOG, Feed } from '../../../shared/models/change-log.ts'
import { changesBetween, logWith } from '../../../shared/models/changes.ts'
import type { Model, Snapshot } from '../../../shared/models/schema.ts'
import { aChange } from '../../support/changes.ts'
import { models as someModels } from '../../support/generated.ts'
import { atPrice, changing, TWELVE } from '../../support/indexes.ts'
import { aModelOf, NOW } from '../../support/models.ts'
import { aWorld } from '../../support/routing.ts'

const LATER = '2026-11-20T07:00:00.000Z'
const before = aWorld(TWELVE)
const afterOf = (models: readonly Model[]): Snapshot => ({
  ...aWorld(TWELVE),
  models: [...models],
  updatedAt: LATER,
  answers: answersOf(models, LATER, NOW),
})
const changesTo = (models: readonly Model[]) => changesBetween(before, afterOf(models), { now: NOW })
const first = TWELVE[0] ?? aModelOf('Anvil', 'anvil-0')
const last = TWELVE[11] ?? first

describe('changes between two indexes', () => {
  it('are none where nothing changed, and none before the first index', () => {
    expect(changesTo(TWELVE)).toEqual([])
    expect(changesBetween(undefined, before, { now: NOW })).toEqual([])
  })

  const origin = { sourceId: 'feed', asOf: '2026-11-20T06:00:00Z' }
  const unsaid = { sourceId: null, asOf: null }
  const of = (model: Model, figure: string, values: readonly [unknown, unknown], from: object = origin) => ({
    model: model.id,
    figure,
    before: values[0],
    after: values[1],
    ...from,
  })
  const middle = TWELVE[5] ?? first
  const newcomer = aModelOf('Easel', 'easel-1', { intelligenceScore: 21, codingScore: 21 })

  it.each<[string, readonly Model[], object]>([
    [
      'a price',
      changing(5, { inputPricePer1M: 1.2, outputPricePer1M: 6, blendedPricePer1M: 2.4 }),
      {
        kind: 'price',
        subject: 'bellows-5',
        figure: 'price',
        before: middle.blendedPricePer1M,
        after: 2.4,
        cause: of(middle, 'price', [middle.blendedPricePer1M, 2.4]),
        summary: 'Bellows 5: price per 1M tokens from $1.20 to $2.40',
      },
    ],
    [
      'a score',
      changing(5, { codingScore: 42.5 }),
      {
        kind: 'score',
        subject: 'bellows-5',
        figure: 'coding',
        before: 42,
        after: 42.5,
        cause: of(middle, 'coding', [42, 42.5]),
        summary: 'Bellows 5: coding score from 42 to 42.5',
      },
    ],
    [
      'a score that is gone',
      changing(5, { agenticScore: null }),
      {
        kind: 'score',
        subject: 'bellows-5',
        figure: 'agentic',
        before: 30,
        after: null,
        cause: of(middle, 'agentic', [30, null], unsaid),
        summary: 'Bellows 5: agentic score from 30 to unmeasured',
      },
    ],
    [
      'a speed',
      changing(5, { speedTokensPerSecond: 150 }),
      {
        kind: 'speed',
        subject: 'bellows-5',
        figure: 'speed',
        before: 200,
        after: 150,
        cause: of(middle, 'speed', [200, 150], unsaid),
        summary: 'Bellows 5: output tokens per second from 200 to 150',
      },
    ],
    [
      'a model that came',
      [...TWELVE, newcomer],
      {
        kind: 'model-added',
        subject: 'easel-1',
        figure: null,
        before: null,
        after: 'easel-1',
        cause: of(newcomer, 'model', [null, 'easel-1'], unsaid),
        summary: 'easel-1 is in the index',
      },
    ],
    [
      'a model that went',
      TWELVE.filter((model) => model !== middle),
      {
        kind: 'model-gone',
        subject: 'bellows-5',
        figure: null,
        before: 'Bellows 5',
        after: null,
        cause: of(middle, 'model', ['bellows-5', null]),
        summary: 'Bellows 5 is not in the index any more',
      },
    ],
  ])('name %s with before, after and cause', (_, models, change) => {
    const found = changesTo(models).filter(({ kind }) => kind !== 'winner' && kind !== 'route')
    expect(found).toEqual([{ id: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/), at: LATER, ...change }])
  })

  it('leave out speeds that moved by a tenth or less: they are measured anew each hour', () => {
    expect(changesTo(changing(5, { speedTokensPerSecond: 220, latencyMs: 1050 }))).toEqual([])
    expect(changesTo(changing(5, { speedTokensPerSecond: 221 }))).toHaveLength(1)
  })

  it('give the same change the same id, and others others', () => {
    const models = changing(5, { codingScore: 42.5, intelligenceScore: 35.5 })
    const ids = changesTo(models).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(changesTo(models).map(({ id }) => id)).toEqual(ids)
  })
})

describe('"winners and the default route changed, each with before and after and the figure that caused it"', () => {
  const winnersTo = (models: readonly Model[]) =>
    changesTo(models)
      .filter(({ kind }) => kind === 'winner' || kind === 'route')
      .map(({ subject, cause, ...change }) => [subject, change.before, change.after, cause?.model, cause?.figure])

  it.each<[string, readonly Model[], readonly unknown[]]>([
    [
      'the new winner got faster',
      changing(5, { speedTokensPerSecond: 900 }),
      ['/api/fastest', 'anvil-0', 'bellows-5', 'bellows-5', 'speed'],
    ],
    [
      'the old winner got slower',
      changing(0, { speedTokensPerSecond: 40 }),
      ['/api/fastest', 'anvil-0', 'bellows-1', 'anvil-0', 'speed'],
    ],
    ['the old winner is gone', TWELVE.slice(0, 11), ['/api/smartest', 'drill-11', 'chisel-10', 'drill-11', 'model']],
    [
      'a new model wins',
      [...TWELVE, aModelOf('Easel', 'easel-1', { intelligenceScore: 90 })],
      ['/api/smartest', 'drill-11', 'easel-1', 'easel-1', 'model'],
    ],
    [
      'the score of the old winner is disputed',
      changing(11, { tags: ['score-disputed'] }),
      ['/api/smartest', 'drill-11', 'chisel-10', 'drill-11', 'eligibility'],
    ],
    [
      'the old winner retires',
      changing(11, { retiresAt: '2026-11-01' }),
      ['/api/smartest', 'drill-11', 'chisel-10', 'drill-11', 'retirement'],
    ],
    [
      'the winner has another id',
      changing(11, { id: 'drill-11-native' }),
      ['/api/smartest', 'drill-11', 'drill-11-native', 'drill-11-native', 'model'],
    ],
  ])('%s', (_, models, expected) => {
    expect(winnersTo(models)).toContainEqual(expected)
  })

  it('finds the one figure among many that moved', () => {
    const noisy = TWELVE.map((model, at) => ({
      ...model,
      speedTokensPerSecond: model.speedTokensPerSecond + at,
      latencyMs: model.latencyMs + 7,
      codingScore: model.codingScore + 0.1,
    }))
    const models = noisy.map((model, at) => (at === 11 ? { ...model, intelligenceScore: 45 } : model))
    expect(winnersTo(models)).toContainEqual(['/api/smartest', 'drill-11', 'chisel-10', 'drill-11', 'intelligence'])
  })

  it('names another model where that one moved the floor', () => {
    const dear = changing(0, { inputPricePer1M: 9, outputPricePer1M: 9, blendedPricePer1M: 9 })
    const changes = changesBetween(aWorld(dear), afterOf(changing(0, { intelligenceScore: 45 }, dear)), { now: NOW })
    expect(changes.find(({ subject }) => subject === '/api/cheapest')).toMatchObject({
      before: 'drill-3',
      after: 'anvil-4',
      cause: { model: 'anvil-0', figure: 'intelligence', before: 20, after: 45 },
    })
  })

  it('finds what alone suffices, where something else would have sufficed too', () => {
    const models = changing(
      10,
      { intelligenceScore: 51 },
      changing(11, { retiresAt: '2026-11-01', tags: ['score-disputed'] }),
    )
    expect(winnersTo(models)).toContainEqual(['/api/smartest', 'drill-11', 'chisel-10', 'drill-11', 'retirement'])
  })

  it('finds what was needed, where nothing alone would have sufficed', () => {
    const retired = { retiresAt: '2026-11-01' }
    const models = changing(2, { speedTokensPerSecond: 261 }, changing(1, retired, changing(0, retired)))
    expect(winnersTo(models)).toContainEqual(['/api/fastest', 'anvil-0', 'chisel-2', 'anvil-0', 'retirement'])
  })

  it('names the clock where the winner retired between two publications', () => {
    const retiring = changing(11, { retiresAt: '2026-11-20' })
    const old = { ...before, models: [...retiring] }
    const [change] = changesBetween(old, afterOf(retiring), { now: NOW }).filter(
      ({ subject }) => subject === '/api/smartest',
    )
    expect(change).toMatchObject({
      before: 'drill-11',
      after: 'chisel-10',
      cause: { model: 'drill-11', figure: 'retirement' },
    })
  })
})

it('fits its schema and changes nothing by itself, for any two indexes', () => {
  const property = fc.property(someModels, someModels, (one, other) => {
    const answerable = (models: readonly Model[]) => {
      try {
        return { ...aWorld(models), updatedAt: LATER }
      } catch {
        return undefined
      }
    }
    const [from, to] = [answerable(one), answerable(other)]
    if (from === undefined || to === undefined) return
    expect(changesBetween(from, from, { now: NOW })).toEqual([])
    const changes = changesBetween(from, to, { now: NOW })
    expect(changes.map((change) => Change.parse(change))).toEqual(changes)
    for (const { kind, before: was, after: is, cause } of changes) {
      expect(was).not.toEqual(is)
      if (kind === 'winner' || kind === 'route') expect(cause).not.toBeNull()
    }
  })
  fc.assert(property, { numRuns: 1000 })
})

describe('the log', () => {
  const publication = { before, after: afterOf(TWELVE) }
  const old = aChange({ at: before.updatedAt, id: 'urn:uuid:00000000-0000-8000-8000-00000000000a' })

  it('has the newest first and at most 500', () => {
    const many = Array.from({ length: 450 }, (_, at) => aChange({ id: `urn:uuid:${at}` }))
    const brought = Array.from({ length: 100 }, (_, at) => aChange({ id: `urn:uuid:new-${at}`, at: LATER }))
    const log = logWith({ updatedAt: before.updatedAt, changes: many }, brought, publication)
    expect(log).toEqual({ updatedAt: LATER, changes: [...brought, ...many.slice(0, 400)] })
    expect(ChangeLog.parse(log)).toEqual(log)
  })

  it('gets no more than 200 changes of one publication, the answers among them', () => {
    const fresh = Array.from({ length: 300 }, (_, at) =>
      aModelOf('Easel', `easel-${at}`, { intelligenceScore: 70 + at / 10 }),
    )
    const changes = changesTo([...TWELVE, ...fresh])
    expect(changes).toHaveLength(200)
    expect(changes.some(({ kind }) => kind === 'winner')).toBe(true)
  })

  it('forgets what a run wrote that died before its index became current', () => {
    const died = aChange({ at: '2026-11-20T06:30:00.000Z', id: 'urn:uuid:died' })
    const brought = [aChange({ at: LATER, id: 'urn:uuid:brought' })]
    const log = logWith({ updatedAt: died.at, changes: [died, old] }, brought, publication)
    expect(log.changes).toEqual([...brought, old])
    expect(logWith(log, brought, publication)).toEqual(log)
    expect(logWith({ updatedAt: died.at, changes: [died, old] }, [], publication)).toEqual({
      updatedAt: old.at,
      changes: [old],
    })
  })

  it('starts empty', () => {
    expect(logWith(EMPTY_LOG, [], publication)).toEqual(EMPTY_LOG)
  })
})

/** The elements of a document in order, with their text; throws for what is not well-formed. */
const read = (xml: string): readonly (readonly [string, string])[] => {
  const found: [string, string][] = []
  const open: string[] = []
  const tokens = xml.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '').match(/<[^>]*>|[^<]+/g) ?? []
  for (const token of tokens) {
    const tag = /^<(\/?)([a-z]+)((?: [a-z]+="[^"<&]*")*)(\/?)>$/.exec(token)
    if (tag === null) {
      if (
        token.startsWith('<') ||
        /&(?!(amp|lt|gt|quot|#39);)|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(token)
      )
        throw new Error(`not well-formed: ${token}`)
      const [, text] = found.at(-1) ?? []
      if (text === '' && open.length === found.at(-1)?.[0].split('/').length)
        found[found.length - 1] = [open.join('/'), token]
    } else if (tag[1] === '/') {
      if (open.pop() !== tag[2]) throw new Error(`not closed: ${token}`)
    } else {
      found.push([[...open, tag[2]].join('/'), ''])
      if (tag[4] === '') open.push(tag[2] ?? '')
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join()}`)
  return found
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('the Atom feed', () => {
  const titles = async (log: ChangeLog) =>
    read(await atomOf(log, 'https://pointsman.example'))
      .filter(([path]) => path === 'feed/entry/title')
      .map(([, text]) => unescaped(text))

  it('has what RFC 4287 asks of a feed and of its entries', async () => {
    const feed = await atomOf({ updatedAt: LATER, changes: [aChange()] }, 'https://pointsman.example')
    expect(read(feed)).toEqual(
      expect.arrayContaining([
        ['feed/id', expect.stringMatching(/^urn:uuid:/)],
        ['feed/author/name', 'Pointsman'],
        ['feed/title', expect.any(String)],
        ['feed/updated', LATER],
        ['feed/entry/id', aChange().id],
        ['feed/entry/title', aChange().summary],
        ['feed/entry/updated', aChange().at],
        ['feed/entry/content', `${aChange().summary}. Source: feed, 2026-11-20T06:00:00.000Z.`],
      ]),
    )
    expect(feed).toContain(
      '<link rel="self" type="application/atom+xml" href="https://pointsman.example/api/changes.atom"/>',
    )
    expect(Feed.parse(feed)).toBe(feed)
  })

  it('has relative links where nobody said under which address it is read', async () => {
    expect(await atomOf(EMPTY_LOG, undefined)).toContain('href="/api/changes.atom"')
  })

  it('is a feed when empty, also the one that stands in for it', async () => {
    expect(read(await atomOf(EMPTY_LOG, undefined)).map(([path]) => path)).toContain('feed/updated')
    expect(read(EMPTY_FEED).map(([path]) => path)).toEqual([
      'feed',
      'feed/id',
      'feed/author',
      'feed/author/name',
      'feed/title',
      'feed/updated',
    ])
    expect(Feed.parse(EMPTY_FEED)).toBe(EMPTY_FEED)
  })

  it.each(['<script>alert(1)</script>', ']]>', '&amp;&lt;', '"\'><entry>', '<!--', '<![CDATA[', '&#0;'])(
    'escapes %s',
    async (summary) => {
      expect(await titles({ updatedAt: LATER, changes: [aChange({ summary })] })).toEqual([summary])
    },
  )

  it('replaces what XML cannot hold', async () => {
    expect(
      await titles({ updatedAt: LATER, changes: [aChange({ summary: 'a\u0000b\u001bc\ud800d\uffffe' })] }),
    ).toEqual(['a�b�c�d�e'])
  })

  it('is well-formed for any text', async () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }))
    const property = fc.asyncProperty(hostile, hostile, async (summary, sourceId) => {
      const change = aChange({ summary, cause: { ...of(aChange()), sourceId } })
      read(await atomOf({ updatedAt: LATER, changes: [change] }, undefined))
    })
    const of = ({ cause }: Change) => {
      if (cause === null) throw new Error('no cause')
      return cause
    }
    await fc.assert(property, { numRuns: 1000 })
  })
})

it('a hostile name reaches the log in bounded length', () => {
  const models = changing(11, { ...atPrice(last, 2), name: '<b>'.repeat(600) })
  for (const { summary } of changesTo(models)) expect(summary.length).toBeLessThan(600)
})
