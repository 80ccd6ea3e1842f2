import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuestionQuery } from '../../../shared/contract/routing.ts'
import type { ChangeLog } from '../../../shared/models/change-log.ts'
import type { Snapshot } from '../../../shared/models/schema.ts'
import { aChange } from '../../support/changes.ts'
import { aWorld, MODELS } from '../../support/routing.ts'

type Issue = { readonly message: string; readonly path: readonly PropertyKey[] }
type Parsed = {
  readonly success: boolean
  readonly data?: unknown
  readonly error?: { readonly issues: readonly Issue[] }
}
type Loaded = {
  readonly Snapshot: typeof Snapshot
  readonly ChangeLog: typeof ChangeLog
  readonly QuestionQuery: typeof QuestionQuery
  readonly safeParse: (schema: unknown, input: unknown) => Parsed
}

const ENTRY = `
  export { Snapshot } from './shared/models/schema.ts'
  export { ChangeLog } from './shared/models/change-log.ts'
  export { QuestionQuery } from './shared/contract/routing.ts'
  export { safeParse } from 'zod/mini'`

type Of = 'Snapshot' | 'ChangeLog' | 'QuestionQuery'

let folder = ''
let zod: Loaded
let ours: Loaded

const loadWith = async (name: string, alias: Record<string, string>): Promise<Loaded> => {
  const outfile = join(folder, `${name}.mjs`)
  const stdin = { contents: ENTRY, resolveDir: '.', loader: 'ts' } as const
  const { metafile } = await build({
    stdin,
    outfile,
    alias,
    bundle: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
  })
  const usesZod = Object.keys(metafile.inputs).some((path) => path.includes('node_modules/zod/'))
  expect(usesZod).toBe(name === 'zod')
  return import(outfile)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pointsman-mini-'))
  zod = await loadWith('zod', {})
  ours = await loadWith('ours', { 'zod/mini': './shared/http/mini.ts' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const outcome = (from: Loaded, of: Of, input: unknown) => {
  const { success, data, error } = from.safeParse(from[of], input)
  return success
    ? { success, data }
    : { success, first: error?.issues[0]?.path.map(String), message: error?.issues[0]?.message }
}

const agree = (of: Of, input: unknown) => {
  const [expected, got] = [outcome(zod, of, input), outcome(ours, of, input)]
  expect(got).toEqual(expected)
  return got.success
}

const strange = fc.oneof(
  fc.constantFrom(undefined, null, '', 'x', Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, 101, 1e12, true, {}, []),
  fc.constantFrom(
    '2026-02-31',
    '2026-13-01',
    '2026-08-14T18:19:14Z',
    'https://a.example/',
    'javascript:x',
    'us',
    'mars',
  ),
  fc.string(),
  fc.double(),
)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every path of a value, down to its leaves. */
const pathsOf = (value: unknown, at: readonly string[] = []): readonly (readonly string[])[] =>
  isObject(value) ? [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))] : [at]

const withChange = (
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (holder: Record<string, unknown>, key: string) => void,
): void => {
  if (!isObject(value) || key === undefined) return
  if (rest.length === 0) change(value, key)
  else withChange(value[key], rest, change)
}

describe('Our part of zod/mini agrees with zod', () => {
  const origin = { sourceId: 'feed', asOf: '2026-08-14T18:19:14Z', figures: ['price' as const, 'speed' as const] }
  const [first, second] = MODELS.slice(0, 2).map((model) => ({ ...model, provenance: [origin] }))
  const snapshot = {
    ...aWorld([first, second].filter((model) => model !== undefined)),
    awaitingScores: [{ id: 'a/b', intelligenceScore: 1 }],
  }
  const paths = pathsOf(snapshot).filter((path) => path.length > 0)

  it('on a whole snapshot, which is answered itself, not copied', () => {
    expect(agree('Snapshot', snapshot)).toBe(true)
    expect(ours.safeParse(ours.Snapshot, snapshot).data).toBe(snapshot)
  })

  it.each([1, 2000, 2001])('on a text of %i characters', (length) => {
    expect(agree('Snapshot', { ...snapshot, generatedBy: 'x'.repeat(length) })).toBe(length <= 2000)
  })

  it('on a snapshot with a field that is there and undefined', () => {
    expect(agree('Snapshot', { ...snapshot, awaitingScores: undefined })).toBe(true)
  })

  it('on a whole snapshot, with fields that nobody declared', () => {
    expect(agree('Snapshot', { ...snapshot, more: 1, ['__proto__']: { polluted: true } })).toBe(true)
  })

  it.each([undefined, null, 'text', 1, [], {}])('on %s in place of a snapshot', (input) => {
    expect(agree('Snapshot', input)).toBe(false)
  })

  it('on snapshots with a field changed to something strange', () => {
    let refused = 0
    const property = fc.property(fc.constantFrom(...paths), strange, (path, value) => {
      const changed = structuredClone(snapshot)
      withChange(changed, path, (holder, key) => {
        holder[key] = value
      })
      if (!agree('Snapshot', changed)) refused += 1
    })
    fc.assert(property, { numRuns: 3000 })
    expect(refused).toBeGreaterThan(500)
  })

  it('on snapshots that lack a field', () => {
    for (const path of paths) {
      const changed = structuredClone(snapshot)
      withChange(changed, path, (holder, key) => {
        delete holder[key]
      })
      agree('Snapshot', changed)
    }
  })

  it('on logs of changes, whole and with a field changed or gone', () => {
    const log = { updatedAt: '2026-08-14T18:19:14Z', changes: [aChange(), aChange({ cause: null, before: 1 })] }
    expect(agree('ChangeLog', log)).toBe(true)
    for (const path of pathsOf(log).filter((path) => path.length > 0)) {
      for (const value of [undefined, null, 1, 'x', {}, [], true, Number.NaN]) {
        const changed = structuredClone(log)
        withChange(changed, path, (holder, key) => {
          if (value === undefined) delete holder[key]
          else holder[key] = value
        })
        agree('ChangeLog', changed)
      }
    }
  })

  it('on queries, message for message', () => {
    const names = ['task', 'latency', 'budget', 'quality', 'providers', 'regions', 'other', '__proto__']
    const word = fc.constantFrom(
      '',
      ' ',
      'code',
      'CODE ',
      'fast',
      'low',
      'high',
      'us',
      'eu,us',
      ',',
      'x',
      'y'.repeat(70),
      'a,b,,c',
    )
    const query = fc.dictionary(fc.constantFrom(...names), fc.array(word, { minLength: 1, maxLength: 3 }))
    const property = fc.property(query, (sent) => {
      agree('QuestionQuery', sent)
    })
    fc.assert(property, { numRuns: 2000 })
  })
})
