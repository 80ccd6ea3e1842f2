import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { awsOf } from '../aws/environment.ts'
import { type Environment, setting } from '../config.ts'
import type { Log } from '../log.ts'
import { CURRENT_KEY } from './bucket.ts'
import { snapshotCache } from './cache.ts'
import { type Loaded, load } from './loaded.ts'
import { type SnapshotStore, snapshotStore } from './store.ts'

export type Surroundings = {
  readonly environment: Environment
  /** Where the embedded index lies, beside the bundle. */
  readonly folder: string
  readonly now: () => Date
  readonly log: Log
}

/** One object of the bucket that the environment names. */
export const storeOf = ({ environment, now }: Pick<Surroundings, 'environment' | 'now'>, key: string): SnapshotStore =>
  snapshotStore({
    ...awsOf(environment, 'S3'),
    bucket: setting(environment, 'POINTSMAN_INDEX_BUCKET'),
    key,
    now: () => now().getTime(),
  })

/** The index of this container: from the bucket that the environment names, or the embedded one while there is none. */
export const currentIndex = ({ environment, folder, now, log }: Surroundings): (() => Loaded | Promise<Loaded>) => {
  const parse = (text: string) => load(text, now())
  const { read } = storeOf({ environment, now }, CURRENT_KEY)
  const embedded = () => parse(readFileSync(join(folder, 'default-index.json'), 'utf8'))
  return snapshotCache({ read, embedded, parse, now: () => now().getTime(), log }).current
}
