import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { load } from '../../../shared/models/loaded.ts'
import { Snapshot } from '../../../shared/models/schema.ts'
import { isSealed, sealed } from '../../../shared/models/seal.ts'
import { aWorld } from '../../support/routing.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const world = aWorld()
const plain = JSON.stringify(world)
const text = sealed(plain)

const isReadAsSealed = (candidate: string): boolean => {
  try {
    return isSealed(JSON.parse(candidate), candidate)
  } catch {
    return false
  }
}

const isText = (candidate: string): boolean => isSealed(JSON.parse(candidate), candidate)

test('a snapshot that was sealed is told by its text, and loads as the one that it was', () => {
  expect(isText(text)).toBe(true)
  expect(load(text, NOW).snapshot).toEqual(world)
  expect(load(plain, NOW).snapshot).toEqual(world)
})

test('what was sealed is not checked again, and what was not is', () => {
  const longer = JSON.stringify({ ...world, sources: world.sources.map((source) => ({ ...source, more: true })) })
  expect(load(sealed(longer), NOW).snapshot.sources[0]).toHaveProperty('more')
  expect(load(longer, NOW).snapshot).toEqual(world)
})

test('a text that differs in any character is not sealed', () => {
  const at = fc.integer({ min: 0, max: text.length - 1 })
  fc.assert(
    fc.property(at, fc.string({ minLength: 1, maxLength: 1 }), (position, character) => {
      fc.pre(text[position] !== character)
      const changed = text.slice(0, position) + character + text.slice(position + 1)
      expect(isReadAsSealed(changed)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['without a seal', plain],
  ['with the seal of another', text.replace(/1\.[\w-]{43}/, `1.${'A'.repeat(43)}`)],
  ['sealed by other rules', text.replace('"1.', '"2.')],
  ['with its seal at the end', JSON.stringify({ ...world, seal: JSON.parse(text).seal })],
  ['changed after it was sealed', text.replace('"generatedBy":"', '"generatedBy":"not ')],
  ['with a space more', text.replace(',', ', ')],
])('a snapshot %s is checked', (_what, candidate) => {
  expect(isText(candidate)).toBe(false)
  expect(load(candidate, NOW).snapshot.models).toEqual(world.models)
  expect(() => load(candidate.replaceAll('"inputPricePer1M":', '"was":'), NOW)).toThrow('inputPricePer1M')
})

test.each(['null', '[]', '"seal"', '{}', '{"seal":1}', '{"seal":""}'])('%s is not sealed', (candidate) => {
  expect(isText(candidate)).toBe(false)
})

/** Of the rules as far as JSON Schema can tell them: the patterns, bounds and fields. */
const RULES_DIGEST = '298b7362e20181394e59e0bbf673478a27be68ba20cd914c1e4c18d9a2da30e9'

test('whoever changes the rules changes their number, so that no reader trusts an index of the rules before', () => {
  const rules = JSON.stringify(z.toJSONSchema(Snapshot, { unrepresentable: 'any' }))
  expect(
    createHash('sha256').update(rules).digest('hex'),
    'The rules of schema.ts have changed: raise RULES in seal.ts, rebuild the shipped index, and put the new digest here',
  ).toBe(RULES_DIGEST)
})
