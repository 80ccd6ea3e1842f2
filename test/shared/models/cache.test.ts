import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { snapshotCache } from '../../../shared/models/cache.ts'
import { type ReadResult, snapshotStore } from '../../../shared/models/store.ts'
import { localBucket } from '../../support/s3.ts'

type Answer = ReadResult | Error | 'hang' | { readonly afterMs: number; readonly result: ReadResult | Error }

const found = (body: string): ReadResult => ({ kind: 'found', etag: `"${body}"`, body })
const unchanged: ReadResult = { kind: 'unchanged' }
const missing: ReadResult = { kind: 'missing' }
const late = (afterMs: number, result: ReadResult | Error) => ({ afterMs, result })

const settleAs = (result: ReadResult | Error): Promise<ReadResult> =>
  result instanceof Error ? Promise.reject(result) : Promise.resolve(result)

const play = (answer: Answer): Promise<ReadResult> => {
  if (answer === 'hang') return new Promise(() => {})
  if (answer instanceof Error || !('afterMs' in answer)) return settleAs(answer)
  return new Promise((resolve) => setTimeout(resolve, answer.afterMs)).then(() => settleAs(answer.result))
}

/** A cache over a scripted S3: one answer for each read, the last one for all that follow. */
const aCache = (answers: readonly Answer[], overrides: { embedded?: () => string | Promise<string> } = {}) => {
  const asked: (string | undefined)[] = []
  const parsed: string[] = []
  const logged: Record<string, unknown>[] = []
  let embeddedReads = 0
  const cache = snapshotCache<string>({
    read: (etag) => {
      asked.push(etag)
      return play(answers[Math.min(asked.length, answers.length) - 1] ?? 'hang')
    },
    embedded: () => {
      embeddedReads += 1
      return overrides.embedded?.() ?? 'embedded'
    },
    parse: (body) => {
      parsed.push(body)
      if (body.startsWith('poison')) throw new Error('not an index')
      return body
    },
    now: () => Date.now(),
    log: (entry) => logged.push(entry),
  })
  return { ...cache, asked, parsed, logged, embeddedReads: () => embeddedReads }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** A frozen container: time goes by, and nothing runs. */
const freeze = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** The answer to one request, and how long the request had to wait for it. */
const ask = async ({ current }: { current: () => string | Promise<string> }) => {
  const started = Date.now()
  const answer = current()
  if (typeof answer === 'string') return { answer, waitedMs: 0, isImmediate: true }
  let ended: number | undefined
  const settled = answer.finally(() => {
    ended = Date.now()
  })
  for (let step = 0; step < 200 && ended === undefined; step += 1) await pass(10)
  return { answer: await settled, waitedMs: (ended ?? 0) - started, isImmediate: false }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 7, 7) })
})
afterEach(() => {
  vi.useRealTimers()
})

const now = { waitedMs: 0, isImmediate: true }

describe('a cold start', () => {
  const table: readonly [string, readonly Answer[], { answer: string; longestMs: number; embedded: number }][] = [
    ['answers from S3', [late(80, found('a'))], { answer: 'a', longestMs: 80, embedded: 0 }],
    ['waits for a slow S3', [late(990, found('a'))], { answer: 'a', longestMs: 990, embedded: 0 }],
    ['waits one second and no more', ['hang'], { answer: 'embedded', longestMs: 1000, embedded: 1 }],
    ['does not wait for an S3 that failed', [new Error('down')], { answer: 'embedded', longestMs: 10, embedded: 1 }],
    ['answers embedded where nothing is published', [missing], { answer: 'embedded', longestMs: 10, embedded: 1 }],
    ['refuses a poisoned object', [found('poison')], { answer: 'embedded', longestMs: 10, embedded: 1 }],
  ]
  it.each(table)('%s', async (_name, answers, { answer, longestMs, embedded }) => {
    const cache = aCache(answers)
    const asked = await ask(cache)
    expect(asked.answer).toBe(answer)
    expect(asked.waitedMs).toBeGreaterThanOrEqual(longestMs - 10)
    expect(asked.waitedMs).toBeLessThanOrEqual(longestMs)
    expect(cache.embeddedReads()).toBe(embedded)
  })

  it('makes one read of 1,000 concurrent first calls, and one snapshot', async () => {
    const cache = aCache([late(50, found('a'))])
    const calls = Array.from({ length: 1_000 }, () => cache.current())
    await pass(50)
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['a']))
    expect([cache.asked.length, cache.parsed.length]).toEqual([1, 1])
  })

  it('reads the embedded snapshot once for 1,000 concurrent first calls', async () => {
    const cache = aCache(['hang'])
    const calls = Array.from({ length: 1_000 }, () => cache.current())
    await pass(1_000)
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['embedded']))
    expect([cache.asked.length, cache.embeddedReads()]).toEqual([1, 1])
  })

  it('answers from S3 as soon as S3 arrives after the embedded one had to answer', async () => {
    const cache = aCache([late(1_500, found('a'))])
    expect((await ask(cache)).answer).toBe('embedded')
    expect(await ask(cache)).toEqual({ answer: 'embedded', ...now })
    await pass(500)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    expect(cache.asked).toHaveLength(1)
  })

  it('does not let a late embedded snapshot replace what came from S3 meanwhile', async () => {
    const embedded = () => new Promise<string>((resolve) => setTimeout(() => resolve('embedded'), 200))
    const cache = aCache([late(1_100, found('a'))], { embedded })
    expect((await ask(cache)).answer).toBe('a')
    expect((await ask(cache)).answer).toBe('a')
  })

  it('tries the embedded snapshot again after it could not be had', async () => {
    let isBroken = true
    const embedded = () => (isBroken ? Promise.reject(new Error('no file')) : 'embedded')
    const cache = aCache([new Error('down')], { embedded })
    await expect(cache.current()).rejects.toThrow('no file')
    isBroken = false
    expect((await ask(cache)).answer).toBe('embedded')
  })
})

describe('a snapshot on hand', () => {
  const warm = async (...answers: readonly Answer[]) => {
    const cache = aCache([found('a'), ...answers])
    expect((await ask(cache)).answer).toBe('a')
    return cache
  }

  it('answers without asking S3 for 60 seconds', async () => {
    const cache = await warm(found('b'))
    await pass(59_980)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    expect(cache.asked).toHaveLength(1)
  })

  it('is revalidated by its ETag after 60 seconds while it goes on answering', async () => {
    const cache = await warm(late(100, found('b')))
    await pass(60_000)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    await pass(100)
    expect(await ask(cache)).toEqual({ answer: 'b', ...now })
    expect(cache.asked).toEqual([undefined, '"a"'])
  })

  it('is not parsed again while its ETag is unchanged, and is fresh for another 60 seconds', async () => {
    const cache = await warm(unchanged)
    await pass(60_000)
    await ask(cache)
    await pass(59_980)
    await ask(cache)
    expect([cache.asked.length, cache.parsed]).toEqual([2, ['a']])
  })

  it('is revalidated by one read, however many ask', async () => {
    const cache = await warm(late(100, found('b')))
    await pass(60_000)
    expect(Array.from({ length: 1_000 }, () => cache.current())).toEqual(Array(1_000).fill('a'))
    await pass(100)
    expect(cache.asked).toHaveLength(2)
  })

  it('is kept when the object has gone from the bucket', async () => {
    const cache = await warm(missing)
    await pass(60_000)
    await ask(cache)
    await pass(10)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    expect(cache.embeddedReads()).toBe(0)
  })

  it('is revalidated at once after the clock was set back', async () => {
    const cache = await warm(found('b'))
    freeze(-3_600_000)
    await ask(cache)
    await pass(10)
    expect(await ask(cache)).toEqual({ answer: 'b', ...now })
    await pass(10_000)
    await ask(cache)
    expect(cache.asked).toHaveLength(2)
  })
})

describe('a load that fails', () => {
  it('is not kept: the next try comes soon, but not with every request', async () => {
    const cache = aCache([new Error('down'), found('a')])
    expect((await ask(cache)).answer).toBe('embedded')
    for (let second = 0; second < 4; second += 1) {
      expect(await ask(cache)).toEqual({ answer: 'embedded', ...now })
      await pass(1_000)
    }
    expect(cache.asked).toHaveLength(1)
    await pass(1_000)
    await ask(cache)
    await pass(10)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    expect(cache.asked).toHaveLength(2)
  })

  it('waits for the pause even when the try itself was long', async () => {
    const cache = aCache([late(6_000, new Error('timed out')), found('a')])
    await ask(cache)
    await pass(5_500)
    await ask(cache)
    expect(cache.asked).toHaveLength(1)
  })

  it('makes no request wait for nothing while it pauses', async () => {
    const cache = aCache([found('a'), late(2_000, new Error('timed out'))])
    await ask(cache)
    await pass(299_000)
    await ask(cache)
    await pass(3_000)
    expect(await ask(cache)).toEqual({ answer: 'a', ...now })
    expect(cache.asked).toHaveLength(2)
  })

  it('makes no request wait in a long outage but one every five minutes', async () => {
    const cache = aCache([found('a'), late(4_000, new Error('timed out'))])
    await ask(cache)
    await pass(3_600_000)
    const waits: number[] = []
    for (let second = 0; second < 590; second += 1) {
      waits.push((await ask(cache)).waitedMs)
      await pass(1_000)
    }
    expect(waits.filter((milliseconds) => milliseconds > 0)).toEqual([300, 300])
    expect(cache.logged).toHaveLength(1)
  })
})

describe('a frozen container', () => {
  const frozenFor = async (milliseconds: number, answer: Answer) => {
    const cache = aCache([found('a'), answer])
    await ask(cache)
    freeze(milliseconds)
    return { cache, first: await ask(cache) }
  }
  const table: readonly [string, number, Answer, { answer: string; waitedMs: number }][] = [
    ['answers at once below five minutes', 299_000, late(100, found('b')), { answer: 'a', waitedMs: 0 }],
    ['waits for S3 from five minutes on', 300_000, late(100, found('b')), { answer: 'b', waitedMs: 100 }],
    ['waits for 300 ms and no more', 3_600_000, 'hang', { answer: 'a', waitedMs: 300 }],
    ['takes the snapshot on hand when S3 fails', 3_600_000, late(50, new Error('down')), { answer: 'a', waitedMs: 50 }],
    ['is content with an unchanged object', 3_600_000, late(50, unchanged), { answer: 'a', waitedMs: 50 }],
  ]
  it.each(table)('%s', async (_name, milliseconds, answer, expected) => {
    const { first } = await frozenFor(milliseconds, answer)
    expect(first).toMatchObject(expected)
  })

  it('shares the wait and the read among concurrent requests', async () => {
    const cache = aCache([found('a'), late(100, found('b'))])
    await ask(cache)
    freeze(3_600_000)
    const calls = Array.from({ length: 1_000 }, () => cache.current())
    await pass(100)
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['b']))
    expect(cache.asked).toHaveLength(2)
  })

  it('does not wait for a load that was cut off by the freeze, but starts another', async () => {
    const cache = aCache([found('a'), 'hang', found('c')])
    await ask(cache)
    await pass(60_000)
    await ask(cache)
    freeze(3_600_000)
    expect((await ask(cache)).answer).toBe('c')
    expect(cache.asked).toHaveLength(3)
  })

  it('does not let a load from before the freeze replace the result of a later one', async () => {
    const cache = aCache([found('a'), late(20_000, found('old')), found('new')])
    await ask(cache)
    await pass(60_000)
    await ask(cache)
    freeze(3_600_000)
    expect((await ask(cache)).answer).toBe('new')
    await pass(20_000)
    expect((await ask(cache)).answer).toBe('new')
    expect(cache.parsed).toEqual(['a', 'new'])
  })

  it('starts no third load when the one from before the freeze ends beside its successor', async () => {
    const cache = aCache([found('a'), late(5_000, found('old')), late(8_000, found('new'))])
    await ask(cache)
    await pass(60_000)
    await ask(cache)
    freeze(3_600_000)
    await ask(cache)
    await pass(5_000)
    await ask(cache)
    expect(cache.asked).toHaveLength(3)
  })

  it('says nothing of the failure of a load that was given up', async () => {
    const cache = aCache([found('a'), late(20_000, new Error('timed out')), found('new')])
    await ask(cache)
    await pass(60_000)
    await ask(cache)
    freeze(3_600_000)
    await ask(cache)
    await pass(20_000)
    expect(cache.logged).toEqual([])
  })

  it('takes what a load brings as true when it was asked, not when it arrived', async () => {
    const cache = aCache([found('a'), late(100, unchanged), late(50, found('b'))])
    await ask(cache)
    await pass(60_000)
    await ask(cache)
    freeze(3_600_000)
    await pass(100)
    expect(await ask(cache)).toMatchObject({ answer: 'b', waitedMs: 50 })
  })
})

describe('an object that cannot be believed', () => {
  const refused = { level: 'error', event: 'index-not-loaded', message: 'refused: not an index' }

  /** One request each second. */
  const serve = async (cache: ReturnType<typeof aCache>, seconds: number) => {
    const answers = new Set<string>()
    for (let second = 0; second < seconds; second += 1) {
      answers.add((await ask(cache)).answer)
      await pass(1_000)
    }
    return [...answers]
  }

  it('leaves the old one answering, is logged once, and after a second look neither fetched nor parsed again', async () => {
    const cache = aCache([found('a'), found('poison'), found('poison'), unchanged])
    expect(await serve(cache, 600)).toEqual(['a'])
    expect(cache.logged).toEqual([{ ...refused, etag: '"poison"' }])
    expect(cache.parsed).toEqual(['a', 'poison', 'poison'])
    expect(cache.asked.slice(0, 4)).toEqual([undefined, '"a"', '"a"', '"poison"'])
    expect(new Set(cache.asked.slice(3))).toEqual(new Set(['"poison"']))
  })

  it('is looked at again after five seconds, for it may have been read while it was being written', async () => {
    const cache = aCache([found('a'), { kind: 'found', etag: '"b"', body: 'poison' }, found('b'), unchanged])
    expect(await serve(cache, 62)).toEqual(['a'])
    expect(await serve(cache, 6)).toEqual(['a', 'b'])
    expect(cache.parsed).toEqual(['a', 'poison', 'b'])
  })

  it('is logged again when it is another one', async () => {
    const cache = aCache([found('a'), found('poison 1'), found('poison 2'), unchanged])
    await serve(cache, 300)
    expect(cache.logged.map(({ etag }) => etag)).toEqual(['"poison 1"', '"poison 2"'])
  })

  it('is followed by the next good one within the freshness window', async () => {
    const cache = aCache([found('a'), found('poison'), unchanged, found('b'), unchanged])
    expect(await serve(cache, 250)).toEqual(['a', 'b'])
  })

  it('is told once of each distinct fault of S3, and again after it went well in between', async () => {
    const down = new Error('S3 read: status 500')
    const slow = new Error('S3 read: timed out')
    const cache = aCache([found('a'), down, slow, down, slow, unchanged, down, down, unchanged])
    await serve(cache, 300)
    expect(cache.logged.map(({ message }) => message)).toEqual([down.message, slow.message, down.message])
  })

  it('says once that the bucket holds no index, and asks again every 60 seconds', async () => {
    const cache = aCache([missing, missing, missing, found('a'), unchanged])
    expect(await serve(cache, 185)).toEqual(['embedded', 'a'])
    expect(cache.logged).toEqual([
      { level: 'error', event: 'index-not-loaded', message: 'no index in the bucket, or no right to read it' },
    ])
  })
})

describe('over the real store and a real S3 server', () => {
  it('follows the bucket, refuses poison, survives the end of S3, and starts without it', async () => {
    vi.useRealTimers()
    const { s3, close, ...bucket } = await localBucket()
    const put = (Body: string) => s3.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: CURRENT_KEY, Body }))
    const logged: unknown[] = []
    let skippedMs = 0
    const now = () => Date.now() + skippedMs
    // S3 refuses a signature from a wrong time, so only the cache's clock is moved.
    const store = snapshotStore({ ...bucket, credentials: () => bucket.credentials, now: () => Date.now() })
    const parse = (body: string): unknown => JSON.parse(body)
    const start = () =>
      snapshotCache({ read: store.read, embedded: () => 'embedded', parse, now, log: (entry) => logged.push(entry) })
    const hourLater = () => {
      skippedMs += 3_600_000
    }
    const answers = async (expected: string, faults: number) => {
      hourLater()
      // The wait of 300 ms may be too short for a busy machine; a later request then finds what the load brought.
      await vi.waitFor(() => expect(cache.current()).toBe(expected), 10_000)
      await vi.waitFor(() => expect(logged).toHaveLength(faults), 10_000)
      expect(await cache.current()).toBe(expected)
    }
    const cache = start()
    await put('"one"')
    await answers('one', 0)
    await put('"two"')
    await answers('two', 0)
    await put('"thr')
    await answers('two', 1)
    await put('"four"')
    await answers('four', 1)
    await close()
    await answers('four', 2)
    expect(await start().current()).toBe('embedded')
  })
})
