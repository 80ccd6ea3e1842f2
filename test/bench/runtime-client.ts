import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const VERSION = '4.0.2'
const INTEGRITY = 'FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ=='
const NATIVE = './rapid-client.node'

export type Runtime = { readonly name: string; readonly file: string }

/**
 * AWS's own runtime client, out of the package `aws-lambda-ric`: its JavaScript is what runs on Lambda, and weighs more
 * on a cold start than any stand-in. Its native part, which would have to be compiled, is replaced by `nativeClient`.
 * Fetched by `npm pack`, never by `npm ci`; throws where no registry answers.
 */
export const awsRuntime = async (folder: string, nativeClient: string): Promise<Runtime> => {
  const file = join(folder, 'index.mjs')
  const packed = join(folder, `aws-lambda-ric-${VERSION}.tgz`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(packed))
    await run('npm', ['pack', `aws-lambda-ric@${VERSION}`, '--ignore-scripts', '--pack-destination', folder])
  const found = createHash('sha512').update(readFileSync(packed)).digest('base64')
  if (found !== INTEGRITY) throw new Error(`${packed} is not aws-lambda-ric ${VERSION}`)
  await run('tar', ['-xzf', packed, '-C', folder, '--strip-components=1', 'package/index.mjs'])
  const [before, after, more] = readFileSync(file, 'utf8').split(NATIVE)
  if (after === undefined || more !== undefined) throw new Error(`${file} loads its native part in another way`)
  writeFileSync(file, `${before}${nativeClient}${after}`)
  return { name: `AWS's runtime client ${VERSION}`, file }
}
