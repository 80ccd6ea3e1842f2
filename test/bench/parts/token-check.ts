import type { Contenders } from '../build.ts'
import type { World } from '../world.ts'
import { type WarmOptions, warmRace } from './warm.ts'

const messageOf = (text: string | undefined): string => {
  const { statusCode, body } = JSON.parse(text ?? 'null')
  // All but the time, which is that of the answer.
  return JSON.stringify([statusCode, { ...JSON.parse(body), generatedAt: '' }])
}

/** One token read and checked for each call, at a database that answers at once and at one that takes 2 ms. */
export const tokenCheck = async (built: Contenders, world: World, { batches, rounds }: WarmOptions) => {
  const events = Array(10).fill(world.events.v1)
  const contestants = (['instant', 'slow'] as const).flatMap((database) => {
    const environment = world.environment(database)
    const wait = database === 'instant' ? '0 ms' : '2 ms'
    return [
      { name: `v1, ${wait}`, built: built.snapshots, environment, events },
      { name: `v1 on lib-dynamodb, ${wait}`, built: built.documentClient, environment, events },
    ]
  })
  const { figures, answers } = await warmRace(built, contestants, { batches, rounds, warmUpRounds: 60 })
  const said = new Set([...answers.values()].map(([text]) => messageOf(text)))
  if (said.size !== 1) throw new Error(`The token checks answer differently: ${[...said].join(' / ')}`)
  return figures
}
