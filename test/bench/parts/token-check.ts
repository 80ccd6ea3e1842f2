import type { Contenders } from '../build.ts'
import type { World } from '../world.ts'
import { type WarmOptions, warmRace } from './warm.ts'

const messageOf = (text: string | undefined): string => {
  const { statusCode, body } = JSON.parse(text ?? 'null')
  // All but the time, which is that of the answer.
  return JSON.stringify([statusCode, { ...JSON.parse(body), generatedAt: '' }])
}

/** The SDK is much code: it takes thousands of calls until all of it that matters is compiled. */
const HOT = { batches: 10, rounds: 50, warmUpRounds: 300 }

const contestantsAt = (built: Contenders, world: World, database: 'instant' | 'slow') => {
  const environment = world.environment(database)
  const events = Array(10).fill(world.events.v1)
  const wait = database === 'instant' ? '0 ms' : '2 ms'
  return [
    { name: `v1, ${wait}`, built: built.snapshots, environment, events },
    { name: `v1 on lib-dynamodb, ${wait}`, built: built.documentClient, environment, events },
  ]
}

/** One token read and checked for each call, at a database that answers at once and at one that takes 2 ms. */
export const tokenCheck = async (built: Contenders, world: World, options: WarmOptions) => {
  const instant = await warmRace(built, contestantsAt(built, world, 'instant'), HOT)
  const slow = await warmRace(built, contestantsAt(built, world, 'slow'), options)
  const answers = [...instant.answers.values(), ...slow.answers.values()]
  const said = new Set(answers.map(([text]) => messageOf(text)))
  if (said.size !== 1) throw new Error(`The token checks answer differently: ${[...said].join(' / ')}`)
  return [...instant.figures, ...slow.figures]
}
