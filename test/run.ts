import { spawn } from 'node:child_process'

/** Everything that gates a change; the checks that only read run side by side, the tests after them. */
const READING = {
  format: ['biome', 'ci', '.'],
  types: ['tsc', '--noEmit'],
  imports: ['depcruise', '--config', '.dependency-cruiser.cjs', 'shared', 'functions', 'infra', 'test'],
  unused: ['knip'],
} as const

type Outcome = { readonly name: string; readonly isGreen: boolean }

const run = (name: string, [command, ...args]: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const start = performance.now()
    const child = spawn(command ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(String(error))))
    child.on('close', (code) => {
      const isGreen = code === 0
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${isGreen ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (!isGreen) console.log(Buffer.concat(output).toString())
      resolve({ name, isGreen })
    })
  })

/** `--long` runs the long rounds in full; every other argument is vitest's. */
const runTests = (): Promise<Outcome> =>
  new Promise((resolve) => {
    const asked = process.argv.slice(2)
    const env = asked.includes('--long') ? { ...process.env, POINTSMAN_LONG: '1' } : process.env
    const child = spawn('vitest', ['run', ...asked.filter((one) => one !== '--long')], { stdio: 'inherit', env })
    child.on('close', (code) => resolve({ name: 'tests', isGreen: code === 0 }))
  })

const outcomes = await Promise.all(Object.entries(READING).map(([name, command]) => run(name, command)))
outcomes.push(await runTests())

const red = outcomes.filter(({ isGreen }) => !isGreen)
console.log(`gates: ${outcomes.length - red.length} passed, ${red.length} failed`)
if (red.length > 0) console.log(`red: ${red.map(({ name }) => name).join(', ')}`)
process.exitCode = red.length === 0 ? 0 : 1
