import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Contenders } from '../build.ts'
import { eventFor, MODELS } from '../events.ts'
import type { World } from '../world.ts'
import { type WarmOptions, warmRace } from './warm.ts'

const OURS = 'models'
const HONO = 'models, stringified and compressed per request'

const modelsOf = (text: string | undefined): unknown => {
  const { body } = JSON.parse(text ?? 'null')
  return JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString('utf8'))
}

const etagIn = (text: string | undefined): string => JSON.parse(text ?? 'null').headers.etag

/** The whole index: kept bytes against bytes made for each request, and the answer to who has it already. */
export const wholeIndex = async (built: Contenders, world: World, options: WarmOptions) => {
  const environment = world.environment()
  const few = { ...options, rounds: Math.max(1, Math.floor(options.rounds / 2)), warmUpRounds: 10 }
  const whole = await warmRace(
    built,
    [
      { name: OURS, built: built.routing, environment, events: Array(20).fill(MODELS) },
      { name: HONO, built: built.hono, environment, events: Array(2).fill(MODELS) },
    ],
    few,
  )
  const [ours, hono] = [OURS, HONO].map((name) => whole.answers.get(name)?.[0])
  if (!isDeepStrictEqual(modelsOf(ours), modelsOf(hono))) throw new Error('The contenders answer different indexes')
  const unchanged = eventFor('/api/models', { headers: { 'If-None-Match': etagIn(ours) } })
  const held = await warmRace(
    built,
    [
      { name: 'constant beside 304', built: built.constant, environment, events: Array(50).fill(unchanged) },
      { name: 'models, 304', built: built.routing, environment, events: Array(50).fill(unchanged) },
    ],
    options,
  )
  if (JSON.parse(held.answers.get('models, 304')?.[0] ?? '').statusCode !== 304) throw new Error('It was not a 304')
  return [...whole.figures, ...held.figures]
}
