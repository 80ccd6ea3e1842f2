import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { routingEndpoints } from '../../functions/routing/handlers.ts'
import { synthesize } from '../../infra/app.ts'
import { codeFolder } from '../../infra/bundle.ts'
import { type GatewayResult, serve } from '../../shared/http/serve.ts'
import { EMPTY_FEED, EMPTY_LOG } from '../../shared/models/change-log.ts'
import { load } from '../../shared/models/loaded.ts'
import { ROUTE } from './events.ts'
import { INDEX_FILE, ROOT } from './paths.ts'
import { awsRuntime, type Runtime } from './runtime-client.ts'

const OUT = join(ROOT, 'dist', 'bench')

const settings = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
} as const

/** The synthesized stack, for the local service. */
const TEMPLATE_FOLDER = join(OUT, 'cdk.out')

export type Built = {
  readonly name: string
  readonly file: string
  readonly bytes: number
}

const contender = async (
  source: string,
  name: string,
  given: { define?: Record<string, string>; alias?: Record<string, string>; format?: 'esm' } = {},
): Promise<Built> => {
  const file = join(OUT, `${name}.${given.format === 'esm' ? 'mjs' : 'cjs'}`)
  await build({ ...settings, ...given, entryPoints: [join('test/bench', `${source}.ts`)], outfile: file })
  return { name, file, bytes: statSync(file).size }
}

const TINY: GatewayResult = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  isBase64Encoded: false,
}

/** The answer to the default question, made by the code that the contenders share, without a shell around it. */
const defaultAnswer = (indexText: string): Promise<GatewayResult> => {
  const now = () => new Date()
  const loaded = load(indexText, now())
  const changes = { log: () => EMPTY_LOG, feed: () => EMPTY_FEED }
  const endpoints = routingEndpoints({ current: () => loaded, changes, now })
  return serve({ endpoints, log: () => undefined, elapsed: () => 0 })(JSON.parse(ROUTE))
}

const constant = (name: string, answer: GatewayResult): Promise<Built> =>
  contender('contenders/constant', name, { define: { ANSWER: JSON.stringify(answer) } })

const ours = (group: string): Built => {
  const file = join(codeFolder(group), 'index.cjs')
  return { name: group, file, bytes: statSync(file).size }
}

/** Our routing function with something slow in it, bundled as the real one is. */
export const seeded = (name: 'aws-sdk' | 'stringify'): Promise<Built> =>
  contender(`seeds/${name}`, name, {
    alias: { 'zod/mini': './shared/http/mini.ts' },
    define: { 'import.meta.dirname': '__dirname' },
  })

const standInRuntime = async (): Promise<Runtime> => {
  const { file } = await contender('processes/runtime', 'runtime', { format: 'esm' })
  return { name: 'a stand-in for the runtime client', file }
}

/** Builds the contenders and the processes that run them beside the bundles that are deployed, which must be there. */
export const buildContenders = async () => {
  const indexText = readFileSync(INDEX_FILE, 'utf8')
  const answer = await defaultAnswer(indexText)
  return {
    indexText,
    templateFolder: TEMPLATE_FOLDER,
    answer,
    constant: await constant('constant', TINY),
    sameSize: await constant('constant-of-the-same-size', answer),
    hono: await contender('contenders/hono', 'hono'),
    documentClient: await contender('contenders/token-check', 'token-check'),
    routing: ours('routing'),
    snapshots: ours('snapshots'),
    tokens: ours('tokens'),
    runtime: await standInRuntime(),
    warm: (await contender('processes/warm', 'warm')).file,
    caching: (await contender('processes/caching', 'caching')).file,
  }
}
export type Contenders = Awaited<ReturnType<typeof buildContenders>>

/** The same after a synthesis of the stack, so that ours are of this very code, and with AWS's own runtime client. */
export const buildAll = async (): Promise<Contenders> => {
  await synthesize(TEMPLATE_FOLDER)
  const built = await buildContenders()
  const { file } = await contender('processes/native-client', 'native-client')
  try {
    return { ...built, runtime: await awsRuntime(join(OUT, 'aws-lambda-ric'), file) }
  } catch (error) {
    console.error(`Without AWS's runtime client, which no registry gave: ${String(error)}`)
    return built
  }
}
