import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContenders, type Contenders, seeded } from './build.ts'
import { EVERY_COMBINATION } from './events.ts'
import { CI_SLACK, isGreen, judge } from './limits.ts'
import { coldStarts } from './parts/cold.ts'
import { warmRace } from './parts/warm.ts'
import { type World, world } from './world.ts'
import { between } from './write.ts'

const redIds = (values: Readonly<Record<string, number>>, slack = 0): string[] =>
  judge(new Map(Object.entries(values)), slack)
    .filter(({ isHeld }) => !isHeld)
    .map(({ id }) => id)

describe('A verdict', () => {
  it.each([
    ['a cost at its limit', { 'cold-constant': 1.6 }, []],
    ['a cost above its limit', { 'cold-constant': 1.61 }, ['cold-constant']],
    ['a lead at its limit', { 'warm-hono': 3 }, []],
    ['a lead below its limit', { 'warm-hono': 2.99 }, ['warm-hono']],
    ['two reads where one is enough', { 'first-calls': 2 }, ['first-calls']],
    ['a figure that is none', { local: Number.NaN }, ['local']],
  ])('on %s', (_what, values, red) => {
    expect(redIds(values)).toEqual(red)
  })

  it('allows a shared machine 15 % more, but not one more read', () => {
    expect(redIds({ 'cold-constant': 1.83, 'warm-hono': 2.62 }, CI_SLACK)).toEqual([])
    expect(redIds({ 'cold-constant': 1.85, 'warm-hono': 2.6, 'first-calls': 2 }, CI_SLACK)).toHaveLength(3)
  })

  it('is not green when nothing was measured', () => {
    expect(isGreen([])).toBe(false)
    expect(isGreen(judge(new Map([['bundle', 40]]), 0))).toBe(true)
  })
})

describe('The README takes figures', () => {
  const text = 'a\n<!-- speed: inserted by npm run bench -- --write -->\nold\n<!-- /speed -->\nb'

  it('between the markers and nowhere else', () => {
    const written = between(text, 'speed', 'new')
    expect(written).toMatch(/^a\n<!-- speed: [^>]*-->\n\nnew\n\n<!-- \/speed -->\nb$/)
    expect(between(written, 'speed', 'new')).toBe(written)
  })

  it('or fails where the markers are gone', () => {
    expect(() => between(text, 'cost', 'new')).toThrow('The markers of cost are missing')
  })
})

describe('A slow-down turns the benchmark red:', () => {
  let built: Contenders
  let parts: World
  beforeAll(async () => {
    built = await buildContenders()
    parts = await world(built.indexText)
  })
  afterAll(() => parts.close())

  it('the AWS SDK in the routing bundle, by its size and by its cold start', async () => {
    const routing = await seeded('aws-sdk')
    const names = ['constant', 'route']
    const [constant, route] = await coldStarts({ ...built, routing }, parts, { rounds: 5, names })
    const ratio = (route?.cpuMs ?? 0) / (constant?.cpuMs ?? 1)
    expect(redIds({ bundle: routing.bytes / 1000, 'cold-constant': ratio }, CI_SLACK)).toEqual([
      'cold-constant',
      'bundle',
    ])
    expect(redIds({ bundle: built.routing.bytes / 1000 })).toEqual([])
  }, 60_000)

  it('a stringify for each request', async () => {
    const environment = parts.environment()
    const events = EVERY_COMBINATION
    const contestants = [
      { name: 'constant', built: built.sameSize, environment, events },
      { name: 'seeded', built: await seeded('stringify'), environment, events },
    ]
    // Each race has processes of its own: on a shared machine one may run half as fast as the other for all of its life.
    const lowest = new Map<string, number>()
    let answered: readonly string[] = []
    for (let race = 0; race < 3; race += 1) {
      const { figures, answers } = await warmRace(built, contestants, { batches: 8, rounds: 10, warmUpRounds: 120 })
      for (const { name, p50Us } of figures) lowest.set(name, Math.min(p50Us, lowest.get(name) ?? p50Us))
      answered = answers.get('seeded') ?? []
    }
    const ratio = (lowest.get('seeded') ?? 0) / (lowest.get('constant') ?? 1)
    expect(redIds({ 'warm-constant': ratio })).toEqual(['warm-constant'])
    expect(answered).toHaveLength(72)
  }, 60_000)

  it('and contenders that answer differently end it', async () => {
    const wrong = { ...built, sameSize: built.constant }
    const names = ['constant of the same size', 'route']
    await expect(coldStarts(wrong, parts, { rounds: 1, names })).rejects.toThrow('answer differently')
  }, 60_000)
})
