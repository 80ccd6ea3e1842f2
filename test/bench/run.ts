import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Contenders } from './build.ts'
import { rounded } from './figures.ts'
import { CI_SLACK, isGreen, judge } from './limits.ts'
import { coldStarts } from './parts/cold.ts'
import { commandLine } from './parts/command-line.ts'
import { indexCache } from './parts/index-cache.ts'
import { localServer } from './parts/local-server.ts'
import { wholeIndex } from './parts/models.ts'
import { warmRouting } from './parts/routing.ts'
import { tokenCheck } from './parts/token-check.ts'
import { RESULTS_FILE } from './paths.ts'
import { tableOf } from './table.ts'
import { type Measured, valuesOf } from './values.ts'
import { world } from './world.ts'
import { writeReadme } from './write.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    ci: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '40' },
  },
})

const PARTS = ['cold', 'warm', 'models', 'tokens', 'cache', 'server', 'command-line'] as const
type Part = (typeof PARTS)[number]

const isPart = (name: string): name is Part => PARTS.some((part) => part === name)
const chosen = asked.only?.flatMap((names) => names.split(',')) ?? [...PARTS]
for (const name of chosen) if (!isPart(name)) throw new Error(`There is no part ${name}; there are ${PARTS.join(', ')}`)

const WARM = { batches: 10, rounds: 20, warmUpRounds: 80 }

/** In a process of its own: a large process takes longer to start others, and would lend that time to all contenders. */
const build = (): Promise<Contenders> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'processes', 'build.ts'))
    child.once('message', (built: Contenders) => resolve(built))
    child.once('exit', (code) => reject(new Error(`The build ended with ${code}`)))
  })

const measure = async (): Promise<Measured> => {
  const built = await build()
  const parts = await world(built.indexText)
  const when = async <T>(name: Part, run: () => Promise<T>): Promise<T | undefined> => {
    if (!chosen.includes(name)) return undefined
    process.stderr.write(`${name} ...\n`)
    return run()
  }
  const measured = {
    cold: await when('cold', () => coldStarts(built, parts, { rounds: Number(asked.rounds) })),
    warm: await when('warm', () => warmRouting(built, parts, WARM)),
    models: await when('models', () => wholeIndex(built, parts, WARM)),
    tokens: await when('tokens', () => tokenCheck(built, parts, WARM)),
    cache: await when('cache', () => indexCache(built, parts)),
    server: await when('server', () => localServer(built, built.templateFolder, { rounds: 5, amount: 20_000 })),
    commandLine: await when('command-line', () => commandLine(Number(asked.rounds))),
    runtime: built.runtime.name,
    bundleKb: rounded(built.routing.bytes / 1000, 1),
  }
  await parts.close()
  return measured
}

const measured = await measure()
const verdicts = judge(valuesOf(measured), asked.ci ? CI_SLACK : 0)
const results = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} processors, ${process.platform} ${process.arch}`,
  node: process.version,
  isGreen: isGreen(verdicts),
  verdicts,
  measured,
}
console.log(tableOf(results))
if (asked.only === undefined) writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
if (asked.write) writeReadme(results)
process.exitCode = results.isGreen ? 0 : 1
