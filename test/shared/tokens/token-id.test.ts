import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idTime, isTokenId, newTokenId } from '../../../shared/tokens/token-id.ts'
import { workspaceOf } from '../../../shared/tokens/workspace.ts'
import { NOW } from '../../support/access.ts'

const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

describe('a token id', () => {
  it('tells its own time', () => {
    fc.assert(fc.property(time, (now) => idTime(newTokenId(now, randomBytes))?.getTime() === now.getTime()))
  })

  it('sorts by time', () => {
    fc.assert(
      fc.property(time, time, (one, other) => {
        fc.pre(one.getTime() !== other.getTime())
        return newTokenId(one, randomBytes) < newTokenId(other, randomBytes) === one < other
      }),
    )
  })

  it('differs from one made in the same millisecond', () => {
    expect(newTokenId(NOW, randomBytes)).not.toBe(newTokenId(NOW, randomBytes))
  })

  const id = newTokenId(NOW, randomBytes)
  it.each([
    ['empty', ''],
    ['without its prefix', id.slice(4)],
    ['in capitals', id.toUpperCase()],
    ['too short', id.slice(0, -1)],
    ['too long', `${id}0`],
    ['followed by a line break', `${id}\n`],
    ['with a letter outside its alphabet', `${id.slice(0, -1)}u`],
    ['beyond the last time', `tok_8${id.slice(5)}`],
    ['a path', '../../tokens'],
  ])('is none when it is %s', (_, text) => {
    expect([isTokenId(text), idTime(text)]).toEqual([false, undefined])
  })
})

describe('a workspace', () => {
  it('is ws_ and 16 base-32 characters that follow from the user id', () => {
    expect(workspaceOf('ann')).toMatch(/^ws_[0-9a-hjkmnp-tv-z]{16}$/)
    expect(workspaceOf('ann')).toBe(workspaceOf('ann'))
  })

  it('is another for every user', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => one === other || workspaceOf(one) !== workspaceOf(other)),
    )
  })

  it('stays what it is, because snapshots are filed under it', () => {
    expect(workspaceOf('3f2b8c1e-0000-4000-8000-000000000001')).toBe('ws_0c4mnk53kqv63e62')
  })
})
