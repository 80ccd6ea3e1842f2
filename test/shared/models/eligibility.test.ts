import { describe, expect, it } from 'vitest'
import { candidatesOf, meets, retirementOf } from '../../../shared/models/eligibility.ts'
import type { Task } from '../../../shared/models/question.ts'
import { TASKS } from '../../../shared/models/question.ts'
import type { Model } from '../../../shared/models/schema.ts'
import { aModel } from '../../support/models.ts'

const tasksOf = (overrides: Partial<Model>): readonly Task[] =>
  candidatesOf([aModel(overrides)]).flatMap((candidate) => TASKS.filter((task) => meets(candidate, task)))

describe('a model answers', () => {
  it.each<[string, Partial<Model>, readonly Task[]]>([
    ['every task with all scores measured', {}, TASKS],
    [
      'no task that weighs reasoning when that is unmeasured',
      { tags: ['reasoning-unmeasured'] },
      ['code', 'summary', 'extraction', 'general'],
    ],
    [
      'no planning without an agentic score',
      { agenticScore: null },
      ['code', 'reasoning', 'summary', 'extraction', 'general'],
    ],
    ['planning with an agentic score of zero', { agenticScore: 0 }, TASKS],
    ['no task while its sources disagree on its score', { tags: ['score-disputed'] }, []],
    ['every task while only its price is disputed', { tags: ['price-disputed', 'verbosity-unmeasured'] }, TASKS],
  ])('%s', (_, overrides, expected) => {
    expect(tasksOf(overrides)).toEqual(expected)
  })
})

describe('a model retires', () => {
  it.each([
    ['at the first instant of its retirement date in UTC', '2026-11-21', Date.parse('2026-11-21T00:00:00.000Z')],
    ['never without a date', null, Number.POSITIVE_INFINITY],
    ['never where the date means none', '2090-01-01', Number.POSITIVE_INFINITY],
    ['never where the date means none, however far', '2999-12-31', Number.POSITIVE_INFINITY],
    ['still on the last date that means one', '2089-12-31', Date.parse('2089-12-31T00:00:00.000Z')],
  ])('%s', (_, retiresAt, expected) => {
    expect(retirementOf({ retiresAt })).toBe(expected)
  })
})

it('candidates count up with intelligence, and the index keeps its order', () => {
  const models = [30, 10, 20].map((intelligenceScore) => aModel({ id: `m${intelligenceScore}`, intelligenceScore }))
  expect(candidatesOf(models).map(({ model, position }) => [model.id, position])).toEqual([
    ['m10', 0],
    ['m20', 1],
    ['m30', 2],
  ])
  expect(models.map(({ id }) => id)).toEqual(['m30', 'm10', 'm20'])
})
