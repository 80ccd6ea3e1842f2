import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { guard } from '../../../shared/models/guard.ts'
import { OVERRULABLE } from '../../../shared/models/guard-terms.ts'
import { keyOf } from '../../../shared/models/provenance.ts'
import { TASKS } from '../../../shared/models/question.ts'
import { type Model, RouteResult, Snapshot } from '../../../shared/models/schema.ts'
import { aContext, lastIndex, nextIndex, TWELVE } from '../../support/indexes.ts'
import { aModelOf, NOW } from '../../support/models.ts'
import { routing } from '../../support/routing.ts'

const last = lastIndex()

/** Figures as a broken feed or an attacker would have them, and ordinary ones. */
const figure = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(-1, 101, 1e300, Number.NaN, Number.POSITIVE_INFINITY) },
  { weight: 4, arbitrary: fc.constantFrom(0, 1e-9, 0.01, 1, 50, 99, 100, 1e5) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 100, noNaN: true }) },
)
const FIELDS = [
  ...['intelligenceScore', 'codingScore', 'reasoningScore', 'agenticScore', 'inputPricePer1M', 'outputPricePer1M'],
  ...['blendedPricePer1M', 'verbosity', 'speedTokensPerSecond', 'latencyMs'],
]
const word = fc.constantFrom('score-disputed', 'reasoning-unmeasured', 'new-unconfirmed', '__proto__', '<script>', '')
const other: fc.Arbitrary<Partial<Model>> = fc.oneof(
  fc.record({ retiresAt: fc.constantFrom('2020-01-01', '2026-11-20', '2026-12-01', '2099-01-01', null) }),
  fc.record({ tags: fc.array(word, { maxLength: 2 }) }),
  fc.record({ id: fc.constantFrom('anvil-0', 'ANVIL-0', '../x', '__proto__', 'a b', '') }),
  fc.record({ name: fc.oneof(fc.string(), fc.constant('n'.repeat(2000)), fc.constant('n'.repeat(2001))) }),
  fc.record({ agenticScore: fc.constant(null) }),
  fc.record({ openRouterId: fc.constantFrom('anvil/anvil-0', 'else/where', null) }),
)
const damage = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...FIELDS), figure).map(([field, value]) => ({ [field]: value })) },
  { weight: 1, arbitrary: other },
)
const fault = fc.record({ share: fc.constantFrom(12, 12, 12, 12, 3, 2, 1), at: fc.nat(11), damage })
const factor = fc.constantFrom(1, 1, 1, 1, 1, 0.001, 0.5, 2, 5, 1000)

type Fault = { readonly share: number; readonly at: number; readonly damage: object }

/** One damage to one model, to every second or third, or to all. */
const broken = (models: readonly Model[], { share, at, damage: change }: Fault): readonly Model[] =>
  models.map((model, place) => (place % share === at % share ? { ...model, ...change } : model))

const scaledBy = (model: Model, by: number): Model => ({
  ...model,
  inputPricePer1M: model.inputPricePer1M * by,
  outputPricePer1M: model.outputPricePer1M * by,
  blendedPricePer1M: model.blendedPricePer1M * by,
})

const run = fc
  .record({
    faults: fc.array(fault, { maxLength: 2 }),
    prices: factor,
    gone: fc.nat(20),
    fresh: fc.array(fc.record({ figures: fc.array(damage, { maxLength: 2 }) }), { maxLength: 2 }),
    twice: fc.boolean(),
    accepted: fc.subarray([...OVERRULABLE], { maxLength: 2 }),
  })
  .map(({ faults, prices, gone, fresh, twice, accepted }) => {
    const kept = TWELVE.slice(gone < 5 ? gone : 0).map((model) => scaledBy(model, prices))
    const damaged = faults.reduce(broken, kept)
    const added = fresh.map(({ figures }, at) => ({
      ...aModelOf('Evil', `evil-${at}`),
      ...Object.assign({}, ...figures),
    }))
    const again = twice && faults.length === 1 ? damaged.slice(0, 1) : []
    return { next: nextIndex([...damaged, ...added, ...again]), accepted }
  })

const PATHS = ['', '/raw'].flatMap((raw) => [
  ...TASKS.map((task) => `/api/route${raw}?task=${task}`),
  ...['cheapest', 'fastest', 'smartest', 'best-value'].map((name) => `/api/${name}${raw}`),
])
const LATER = new Date('2028-01-01T00:00:00Z')

it('lets no index through that area A could not answer from: never 5xx, never a model without a finite price', async () => {
  let passed = 0
  const property = fc.asyncProperty(run, async ({ next, accepted }) => {
    const verdict = guard(last, next, aContext({ accepted }))
    if (!verdict.ok) return
    passed += 1
    const priced = new Map(verdict.snapshot.models.map((model) => [model.id, model.blendedPricePer1M]))
    for (const now of [NOW, LATER]) {
      const { ask } = routing({ snapshot: verdict.snapshot, now: () => now })
      for (const path of PATHS) {
        const [pathname = '', query = ''] = path.split('?')
        const { statusCode, body } = await ask(path)
        expect([200, 404]).toContain(statusCode)
        if (query === '' || query === 'task=code') expect(statusCode).toBe(200)
        if (statusCode !== 200) continue
        const model = pathname.endsWith('/raw') ? body : String(JSON.parse(body).model)
        expect(priced.get(model)).toBeGreaterThan(0)
        expect(Number.isFinite(priced.get(model))).toBe(true)
      }
      expect((await ask('/api/models')).statusCode).toBe(200)
    }
  })
  await fc.assert(property, { numRuns: 1000 })
  expect(passed).toBeGreaterThan(200)
})

it('refuses, or publishes something that every reader takes, with ids that are unique', () => {
  const seen = { ok: 0, refused: 0 }
  const property = fc.property(run, ({ next, accepted }) => {
    const verdict = guard(last, next, aContext({ accepted }))
    seen[verdict.ok ? 'ok' : 'refused'] += 1
    if (!verdict.ok) {
      expect(verdict.refusals.length).toBeGreaterThan(0)
      return
    }
    const { models, answers } = Snapshot.parse(verdict.snapshot)
    expect(new Set(models.map(({ id }) => id.toLowerCase())).size).toBe(models.length)
    expect(RouteResult.parse(answers.route)).toEqual(answers.route)
  })
  fc.assert(property, { numRuns: 2000 })
  expect(seen.ok).toBeGreaterThan(200)
  expect(seen.refused).toBeGreaterThan(200)
})

it('lets no price move more than fourfold within a run, unless an operator says so', () => {
  const before = new Map(TWELVE.map((model) => [keyOf(model), model.blendedPricePer1M]))
  const property = fc.property(run, ({ next, accepted }) => {
    const verdict = guard(last, next, aContext({ accepted }))
    if (!verdict.ok || accepted.includes('price-moved')) return
    for (const model of verdict.snapshot.models) {
      const price = before.get(keyOf(model)) ?? model.blendedPricePer1M
      expect(model.blendedPricePer1M / price).toBeGreaterThanOrEqual(0.25)
      expect(model.blendedPricePer1M / price).toBeLessThanOrEqual(4)
    }
  })
  fc.assert(property, { numRuns: 1000 })
})

it('lets no model win that the last index did not have, unless an operator says so', () => {
  const known = new Set(last.models.map(keyOf))
  const property = fc.property(run, ({ next, accepted }) => {
    const verdict = guard(last, next, aContext({ accepted }))
    if (!verdict.ok || accepted.includes('new-model')) return
    for (const { openRouterId, model } of Object.values(verdict.snapshot.answers))
      expect(known).toContain(keyOf({ openRouterId, id: model }))
  })
  fc.assert(property, { numRuns: 1000 })
})
