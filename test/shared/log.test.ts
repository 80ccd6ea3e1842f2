import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '../../shared/log.ts'

describe('the log', () => {
  const out = vi.spyOn(console, 'log')
  const err = vi.spyOn(console, 'error')
  beforeEach(() => {
    out.mockReset().mockReturnValue()
    err.mockReset().mockReturnValue()
  })
  afterEach(() => vi.clearAllMocks())

  const lineOf = (entry: Record<string, unknown>) => {
    logger(entry)
    return out.mock.calls[0]?.[0]
  }

  it('writes one entry as one object in one argument', () => {
    logger({ event: 'request', status: 200, ok: true, none: null, path: { id: 'a' }, tags: ['a', 1] })
    expect(out.mock.calls).toEqual([
      [{ level: 'info', event: 'request', status: 200, ok: true, none: null, path: { id: 'a' }, tags: ['a', 1] }],
    ])
    expect(err).not.toHaveBeenCalled()
  })

  it('writes an error by the method that gives the line its level', () => {
    logger({ level: 'error', event: 'failed' })
    expect(err.mock.calls).toEqual([[{ level: 'error', event: 'failed' }]])
    expect(out).not.toHaveBeenCalled()
  })

  it('cuts long texts, in whatever depth they stand', () => {
    const long = 'x'.repeat(5_000)
    const cut = `${'x'.repeat(1_000)}...`
    expect(lineOf({ a: long, b: [long], c: { d: long } })).toEqual({ level: 'info', a: cut, b: [cut], c: { d: cut } })
  })

  it('leaves a text of exactly the bounded length as it is', () => {
    expect(lineOf({ a: 'x'.repeat(1_000) })).toEqual({ level: 'info', a: 'x'.repeat(1_000) })
  })

  it('shows what an Error says', () => {
    expect(lineOf({ error: new TypeError('broken') })).toMatchObject({
      error: { name: 'TypeError', message: 'broken', stack: expect.stringContaining('log.test.ts') },
    })
  })

  it('bounds lists, objects and depth, and ends on a value that holds itself', () => {
    const self: Record<string, unknown> = { list: Array(1_000).fill(1) }
    self.self = self
    const line = lineOf({ self, wide: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i])) })
    expect(JSON.stringify(line).length).toBeLessThan(2_000)
    expect(line).toMatchObject({ self: { self: { self: { self: '...' } } } })
  })

  it('writes only what JSON can hold', () => {
    const line = lineOf({ count: 10n, at: new Date(0) })
    expect(JSON.parse(JSON.stringify(line))).toEqual({ level: 'info', count: '10', at: '1970-01-01T00:00:00.000Z' })
  })
})
