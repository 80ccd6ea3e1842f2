import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { areaA } from '../../shared/contract/area-a.ts'
import { answersOf } from '../../shared/models/answers.ts'
import { asciiJson } from '../../shared/models/ascii.ts'
import { build, updatedAtOf } from '../../shared/models/build.ts'
import { Snapshot } from '../../shared/models/schema.ts'
import { sealed } from '../../shared/models/seal.ts'
import { readFeeds } from './read-feeds.ts'

const TARGET = join(import.meta.dirname, '../../functions/routing/default-index.json')

/** One model a line: small enough to ship, and a change of one figure is a change of one line. */
export const print = ({ models, ...rest }: Snapshot): string => {
  const head = asciiJson({ ...rest, models: [] }).slice(0, -2)
  return sealed(`${head}\n${models.map(asciiJson).join(',\n')}\n]}\n`)
}

/** The default index of these feeds, as of the time of its own prices: no clock, so the same feeds give the same bytes. */
export const defaultIndex = (directory: string): Snapshot => {
  const extracts = readFeeds(directory)
  const now = new Date(updatedAtOf(extracts))
  return z.parse(Snapshot, build(extracts, { now, generatedBy: 'pointsman 1.0.0', api: areaA, answersOf }))
}

const fail = (message: string, code: number): never => {
  console.error(message)
  process.exit(code)
}

const write = (directory: string): void => {
  const snapshot = defaultIndex(directory)
  writeFileSync(TARGET, print(snapshot))
  console.log(`functions/routing/default-index.json: ${snapshot.models.length} models as of ${snapshot.updatedAt}`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { feeds: { type: 'string' } } })
  const directory = values.feeds ?? process.env.POINTSMAN_FEEDS
  if (directory === undefined)
    fail('Name the folder of the feeds: npm run index:build -- --feeds DIR (or POINTSMAN_FEEDS)', 2)
  else
    try {
      write(directory)
    } catch (error) {
      fail(`The index was not built. ${error instanceof Error ? error.message : String(error)}`, 1)
    }
}
