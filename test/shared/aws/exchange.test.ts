import { describe, expect, it } from 'vitest'
import { done, lasting, passing, persistently } from '../../../shared/aws/exchange.ts'

describe('trying again', () => {
  const attempts = (outcomes: readonly ReturnType<typeof passing>[]) => {
    const made: number[] = []
    const tryOnce = async () => outcomes[made.push(made.length) - 1] ?? done('an answer')
    return { made, tryOnce }
  }

  it('goes on while it may help, and ends with the last fault', async () => {
    const { made, tryOnce } = attempts([passing('one'), passing('two'), passing('three'), passing('four')])
    expect(await persistently(tryOnce, [1, 1])).toEqual(passing('three'))
    expect(made.length).toBe(3)
  })

  it('ends with an answer, and with what no other try can help', async () => {
    expect(await persistently(attempts([passing('one')]).tryOnce, [1, 1])).toEqual(done('an answer'))
    expect(await persistently(attempts([lasting('one')]).tryOnce, [1, 1])).toEqual(lasting('one'))
  })

  it('ends when somebody gives up during the pause, and opens nothing any more', async () => {
    const patience = new AbortController()
    const { made, tryOnce } = attempts([passing('one')])
    setTimeout(() => patience.abort(), 5)
    expect(await persistently(tryOnce, [50, 50], patience.signal)).toEqual(passing('one'))
    expect(made.length).toBe(1)
  })
})
