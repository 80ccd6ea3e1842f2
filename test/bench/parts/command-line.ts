import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { minimum, rounded } from '../figures.ts'
import { ROOT } from '../paths.ts'

/** Built by `npm ci`. */
const FILE = join(ROOT, 'dist', 'client', 'bin.cjs')

const timed = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    execFile(process.execPath, args, (error) => {
      if (error === null) resolve(performance.now() - start)
      else reject(error)
    })
  })

/** How long `pointsman --version` takes beside `node -e 0`. */
export const commandLine = async (rounds: number) => {
  const [node, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    node.push(await timed(['-e', '0']))
    ours.push(await timed([FILE, '--version']))
  }
  return { nodeMs: rounded(minimum(node), 1), pointsmanMs: rounded(minimum(ours), 1) }
}
