import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { minimum, rounded } from '../figures.ts'
import { ROOT } from '../paths.ts'

/** Where the built command line lies, once there is one. */
const CANDIDATES = ['dist/client/bin.js', 'dist/client/bin.mjs', 'dist/client/bin.cjs', 'dist/cli/pointsman.js']

const timed = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    execFile(process.execPath, args, (error) => {
      if (error === null) resolve(performance.now() - start)
      else reject(error)
    })
  })

/** How long `pointsman --version` takes beside `node -e 0`; nothing where the command line has not been built. */
export const commandLine = async (rounds: number) => {
  const file = CANDIDATES.map((candidate) => join(ROOT, candidate)).find((path) => existsSync(path))
  if (file === undefined) return undefined
  const [node, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    node.push(await timed(['-e', '0']))
    ours.push(await timed([file, '--version']))
  }
  return { nodeMs: rounded(minimum(node), 1), pointsmanMs: rounded(minimum(ours), 1) }
}
