import { describe, expect, it } from 'vitest'
import { isNew } from '../../../shared/models/eligibility.ts'
import { guard } from '../../../shared/models/guard.ts'
import { OVERRULABLE, type Verdict } from '../../../shared/models/guard-terms.ts'
import { keyOf, originOf } from '../../../shared/models/provenance.ts'
import type { Model, Snapshot } from '../../../shared/models/schema.ts'
import { aContext, atPrice, changing, lastIndex, nextIndex, TWELVE } from '../../support/indexes.ts'
import { aModelOf, NOW } from '../../support/models.ts'

const last = lastIndex()

const reasonsOf = (verdict: Verdict): readonly string[] =>
  verdict.ok ? [] : verdict.refusals.map(({ reason }) => reason)
const notesOf = (verdict: Verdict): readonly string[] => (verdict.ok ? verdict.notes.map(({ reason }) => reason) : [])

const published = (verdict: Verdict): Snapshot => {
  if (verdict.ok) return verdict.snapshot
  throw new Error(verdict.refusals.map(({ reason, detail }) => `${reason} ${detail}`).join('; '))
}
const winnersOf = ({ answers }: Snapshot) =>
  Object.fromEntries(Object.entries(answers).map(([name, { model }]) => [name, model]))
const modelAt = (snapshot: Snapshot, at: number): Model => {
  const model = snapshot.models[at]
  if (model === undefined) throw new Error(`no model at ${at}`)
  return model
}

const every = (change: (model: Model, at: number) => Partial<Model>) =>
  TWELVE.map((model, at) => ({ ...model, ...change(model, at) }))
const someone = (overrides: Partial<Model> = {}) => aModelOf('Evil', 'evil-1', overrides)
/** No two alike. */
const scored = (at: number) => ({
  intelligenceScore: 1 + at / 10,
  codingScore: 2 + at / 10,
  reasoningScore: 3 + at / 10,
  agenticScore: 4 + at / 10,
})
const zeros = { intelligenceScore: 0, codingScore: 0, reasoningScore: 0, agenticScore: 0 }
const first = modelAt(last, 0)

describe('The guard refuses, and names why:', () => {
  it.each<[string, readonly Model[], readonly string[]]>([
    ['a figure that is no number', changing(3, { latencyMs: Number.NaN }), ['malformed']],
    ['an endless figure', changing(3, { speedTokensPerSecond: Number.POSITIVE_INFINITY }), ['malformed']],
    ['a negative price', changing(3, { inputPricePer1M: -1 }), ['malformed']],
    ['a score above 100', changing(3, { codingScore: 101 }), ['malformed']],
    ['prices of zero', every((model) => atPrice(model, 0)), ['malformed']],
    ['no models', [], ['malformed']],
    ['an id twice', [...TWELVE, { ...first, openRouterId: 'else/where' }], ['duplicate-ids']],
    ['an id twice but for its case', changing(1, { id: first.id.toUpperCase() }), ['duplicate-ids']],
    ['an OpenRouter id twice', changing(1, { openRouterId: first.openRouterId }), ['duplicate-ids']],
    ['prices times 1,000', TWELVE.map((model) => atPrice(model, 1000)), ['price-moved']],
    ['prices by 1,000', TWELVE.map((model) => atPrice(model, 0.001)), ['price-moved']],
    ['four of twelve prices moved too far', TWELVE.map((m, at) => (at < 4 ? atPrice(m, 5) : m)), ['price-moved']],
    ['scores all zero', every(() => zeros), ['scores-flat']],
    ['one score for all', every(() => ({ codingScore: 50 })), ['scores-flat']],
    ['half of the scores zero', every((_, at) => (at % 2 ? zeros : {})), ['scores-flat']],
    [
      'speeds times 1,000',
      every(({ speedTokensPerSecond: s }) => ({ speedTokensPerSecond: s * 1000 })),
      ['speed-moved'],
    ],
    ['seconds for milliseconds', every(({ latencyMs }) => ({ latencyMs: latencyMs / 1000 })), ['speed-moved']],
    ['half of the models gone', TWELVE.filter((_, at) => at % 2), ['models-missing', 'models-gone']],
    ['three of twelve missing', TWELVE.slice(3), ['models-missing']],
    ['most models retired', every((_, at) => (at > 3 ? { retiresAt: '2026-11-01' } : {})), ['models-gone']],
    ['all models retiring', every(() => ({ retiresAt: '2026-12-24' })), ['unanswerable']],
    ['all scores disputed', every(() => ({ tags: ['score-disputed'] })), ['task-lost']],
    ['no reasoning measured', every(() => ({ tags: ['reasoning-unmeasured'] })), ['task-lost']],
    ['no agentic score', every(() => ({ agenticScore: null })), ['task-lost']],
    [
      'a new version that has little but zeros',
      every((model, at) => (at < 4 ? zeros : at < 7 ? { intelligenceScore: model.intelligenceScore - 5 } : {})),
      ['scores-flat'],
    ],
    ['five of twelve scores zero', every((_, at) => (at > 6 ? zeros : {})), ['scores-flat', 'score-moved']],
    [
      'thirteen new models at once',
      [...TWELVE, ...Array.from({ length: 13 }, (_, at) => aModelOf('Evil', `evil-${at}`, scored(at)))],
      ['new-model'],
    ],
  ])('%s', (_, models, reasons) => {
    expect(reasonsOf(guard(last, nextIndex(models), aContext()))).toEqual(reasons)
  })

  it('an index that is older than the last, or of the future', () => {
    for (const updatedAt of ['2026-11-20T05:59:59Z', '2026-11-22T12:00:00Z'])
      expect(reasonsOf(guard(last, { ...nextIndex(TWELVE), updatedAt }, aContext()))).toEqual(['backwards'])
  })

  it('an index that no reader would take', () => {
    const methodology = Array.from({ length: 5000 }, () => 'x'.repeat(2000))
    expect(reasonsOf(guard(last, { ...nextIndex(TWELVE), methodology }, aContext()))).toEqual(['too-large'])
  })

  it('with a detail that stays short, whatever the feeds hold', () => {
    const long = Array.from({ length: 300 }, (_, at) => aModelOf('Evil', `${'e'.repeat(150)}${at}`, scored(at)))
    const verdict = guard(last, nextIndex([...TWELVE, ...long]), aContext())
    expect(reasonsOf(verdict)).toEqual(['new-model'])
    if (!verdict.ok) for (const { detail } of verdict.refusals) expect(detail.length).toBeLessThan(2000)
  })
})

describe('The guard lets through, and leaves every answer as it was:', () => {
  const cheap = { inputPricePer1M: 0.00001, outputPricePer1M: 0.00001, blendedPricePer1M: 0.00001 }
  const brilliant = { intelligenceScore: 99, codingScore: 99, reasoningScore: 99, speedTokensPerSecond: 1e6 }

  it.each<[string, readonly Model[], readonly string[]]>([
    ['the same again', TWELVE, []],
    ['a new model at $0.00001 with score 99', [...TWELVE, someone({ ...cheap, ...brilliant })], ['new-model']],
    [
      'eight new models below the floor',
      [
        ...TWELVE,
        ...Array.from({ length: 8 }, (_, at) => aModelOf('Evil', `e-${at}`, { ...scored(at), verbosity: 9 })),
      ],
      ['new-model'],
    ],
    ['one price by 1,000', TWELVE.map((model, at) => (at === 11 ? atPrice(model, 0.001) : model)), ['price-moved']],
    ['one price that came to nothing but for its output', changing(11, { inputPricePer1M: 0 }), ['price-moved']],
    ['one score far up', changing(2, { intelligenceScore: 99 }), ['score-moved']],
    ['one score at zero', changing(11, zeros), ['score-moved']],
    ['one speed times 1,000', changing(11, { speedTokensPerSecond: 1e6 }), ['speed-moved']],
    ['one model that hardly writes', changing(9, { verbosity: 0.01 }), ['verbosity-moved']],
  ])('%s', (_, models, notes) => {
    const verdict = guard(last, nextIndex(models), aContext())
    expect(notesOf(verdict)).toEqual(notes)
    expect(winnersOf(published(verdict))).toEqual(winnersOf(last))
  })

  it('an unchanged index as the very same content', () => {
    const { models } = published(guard(last, nextIndex(TWELVE), aContext()))
    expect(published(guard(lastIndex(models), nextIndex(models), aContext())).models).toEqual(models)
  })
})

describe('"a price that moves more than fourfold within a run keeps its last value and is named"', () => {
  it.each([
    [4, 4],
    [4.001, 1],
    [0.25, 0.25],
    [0.2499, 1],
  ])('times %d becomes times %d', (factor, kept) => {
    const next = nextIndex(TWELVE.map((model, at) => (at === 5 ? atPrice(model, factor) : model)))
    const model = modelAt(published(guard(last, next, aContext())), 5)
    expect(model.blendedPricePer1M).toBeCloseTo(modelAt(last, 5).blendedPricePer1M * kept, 9)
    expect(model.tags).toEqual(kept === 1 ? ['price-held'] : [])
  })

  it('says when the value that stays is from', () => {
    const origin = [
      { sourceId: 'new-feed', asOf: '2026-11-20T07:00:00Z', figures: ['price' as const, 'coding' as const] },
    ]
    const moved = { ...atPrice(modelAt(last, 5), 9), provenance: origin }
    const model = modelAt(published(guard(last, nextIndex(changing(5, moved)), aContext())), 5)
    expect(originOf(model, 'price')).toEqual({ sourceId: 'feed', asOf: '2026-11-20T06:00:00Z' })
    expect(originOf(model, 'coding')).toEqual({ sourceId: 'new-feed', asOf: '2026-11-20T07:00:00Z' })
  })

  it('is refused when it happens to more than a quarter', () => {
    const moved = (count: number) => nextIndex(TWELVE.map((model, at) => (at < count ? atPrice(model, 9) : model)))
    expect(notesOf(guard(last, moved(3), aContext()))).toEqual(['price-moved'])
    expect(reasonsOf(guard(last, moved(4), aContext()))).toEqual(['price-moved'])
  })

  it('lets a latency move a hundredfold when it is of another effort', () => {
    const next = nextIndex(changing(5, { latencyMs: 90_000, tags: ['latency-at-max'] }))
    expect(modelAt(published(guard(last, next, aContext())), 5).latencyMs).toBe(90_000)
  })
})

describe('"at least 80 % of the last models that the sources still list"', () => {
  it.each([
    [12, 2, []],
    [12, 3, ['models-missing']],
    [9, 3, []],
    [12, 4, ['models-missing']],
  ])('with %d still listed and %d missing', (listed, missing, reasons) => {
    const context = aContext({ listed: TWELVE.slice(12 - listed).map(keyOf) })
    expect(reasonsOf(guard(last, nextIndex(TWELVE.slice(missing)), context))).toEqual(reasons)
  })

  it('and at least two thirds of all, even if no source lists the others any more', () => {
    const context = aContext({ listed: [] })
    expect(reasonsOf(guard(last, nextIndex(TWELVE.slice(4)), context))).toEqual([])
    expect(reasonsOf(guard(last, nextIndex(TWELVE.slice(5)), context))).toEqual(['models-gone'])
  })
})

describe('"a model absent from the last index may win only from its second run on"', () => {
  const star = someone({ intelligenceScore: 99, codingScore: 99 })
  const withStar = nextIndex([...TWELVE, star])

  it('is listed but answers nothing in its first run, and wins in its second', () => {
    const second = published(guard(last, withStar, aContext()))
    expect(second.models.filter(isNew).map(keyOf)).toEqual([keyOf(star)])
    expect(second.answers.smartest.model).not.toBe(star.id)
    const third = published(guard(second, { ...withStar, updatedAt: '2026-11-20T08:00:00Z' }, aContext()))
    expect(third.models.filter(isNew)).toEqual([])
    expect(third.answers.smartest.model).toBe(star.id)
  })

  it('"or when two sources agree on its price within a factor of 2"', () => {
    const verdict = guard(last, withStar, aContext({ agreed: [keyOf(star)] }))
    expect(published(verdict).answers.smartest.model).toBe(star.id)
    expect(notesOf(verdict)).toEqual([])
  })

  it('does not move the floor or the verbosity of the others meanwhile', () => {
    const talkative = someone({ intelligenceScore: 1, verbosity: 50 })
    const { models } = published(guard(last, nextIndex([...TWELVE, talkative]), aContext()))
    const without = published(guard(last, nextIndex(TWELVE), aContext())).models
    expect(models.slice(0, 12)).toEqual(without)
  })
})

describe('"index versions are not mixed"', () => {
  const rescored = ({ intelligenceScore, codingScore }: Model) => ({
    intelligenceScore: intelligenceScore * 0.8,
    codingScore: codingScore * 0.8,
  })
  const mixed = nextIndex(every((model, at) => (at < 8 ? rescored(model) : {})))

  it('publishes the newly scored models only, with a floor of their own, and says so', () => {
    const verdict = guard(last, mixed, aContext())
    const { models, awaitingScores } = published(verdict)
    expect(notesOf(verdict)).toEqual(['new-version'])
    expect(models.map(keyOf)).toEqual(TWELVE.slice(0, 8).map(keyOf))
    expect(awaitingScores?.map(({ id }) => id)).toEqual(TWELVE.slice(8).map(keyOf))
    // The lower quartile of eight is the third: nothing at or below it has any value.
    expect(models.map(({ valueScore }) => valueScore > 0)).toEqual([false, false, false, true, true, true, true, true])
  })

  it('takes verbosity over the median of those that are left', () => {
    const talk = nextIndex(mixed.models.map((model, at) => ({ ...model, verbosity: at < 8 ? 2 : 1 })))
    const talked = lastIndex(TWELVE.map((model, at) => ({ ...model, verbosity: at < 8 ? 2 : 1 })))
    expect(published(guard(talked, talk, aContext())).models.map(({ verbosity }) => verbosity)).toEqual(
      Array(8).fill(1),
    )
  })

  it('leaves the others out until they have a new score, and takes them back then', () => {
    const second = published(guard(last, mixed, aContext()))
    const third = published(guard(second, mixed, aContext()))
    expect(third.models.map(keyOf)).toEqual(second.models.map(keyOf))
    expect(third.awaitingScores).toEqual(second.awaitingScores)
    const all = nextIndex(every(rescored))
    const fourth = published(guard(third, all, aContext()))
    expect(fourth.models.map(keyOf)).toEqual(TWELVE.map(keyOf))
    expect(fourth).not.toHaveProperty('awaitingScores')
    expect(fourth.models.filter(isNew)).toHaveLength(4)
  })

  it('stays with the version where the scores of less than half moved', () => {
    const next = nextIndex(every((model, at) => (at > 6 ? rescored(model) : {})))
    expect(notesOf(guard(last, next, aContext()))).toEqual([])
  })
})

describe('An operator', () => {
  const far = nextIndex(TWELVE.map((model) => atPrice(model, 9)))

  it('overrules one named reason, and no other', () => {
    const accepted = ['price-moved'] as const
    const prices = published(guard(last, far, aContext({ accepted }))).models.map((m) => m.blendedPricePer1M)
    expect(prices).toEqual(far.models.map((m) => m.blendedPricePer1M))
    const worse = nextIndex(far.models.map((model) => ({ ...model, ...zeros })))
    expect(reasonsOf(guard(last, worse, aContext({ accepted })))).toEqual(['scores-flat'])
  })

  it.each([
    ['malformed', changing(3, { inputPricePer1M: -1 })],
    ['duplicate-ids', [...TWELVE, first]],
    ['unanswerable', every(() => ({ retiresAt: '2026-11-01' }))],
  ])('cannot overrule %s', (reason, models) => {
    const verdict = guard(last, nextIndex(models), aContext({ accepted: [...OVERRULABLE] }))
    expect(reasonsOf(verdict)).toEqual([reason])
  })
})

describe('The first index of all', () => {
  it('has nothing to be held against but its own shape', () => {
    expect(published(guard(undefined, nextIndex(TWELVE), aContext())).models).toEqual(TWELVE)
    expect(reasonsOf(guard(undefined, nextIndex(changing(0, { latencyMs: -1 })), aContext()))).toEqual(['malformed'])
    const retired = nextIndex(every(() => ({ retiresAt: NOW.toISOString().slice(0, 10) })))
    expect(reasonsOf(guard(undefined, retired, aContext()))).toEqual(['unanswerable'])
  })
})
