import { environmentOf, type LocalNames } from './environment.ts'
import { type Call, frontOf } from './event.ts'
import { gateway } from './gateway.ts'
import { listen, listenBeside } from './listen.ts'
import { takeLock } from './lock.ts'
import { addressesOf, type OnStop, type Parts, startParts } from './parts.ts'
import { localNames, platformOf } from './platform.ts'
import { seed } from './seed.ts'
import { gatewayServer } from './server.ts'
import { type Deployment, readDeployment } from './template.ts'
import { type FunctionOptions, type Outcome, type RunningFunction, startFunction } from './workers.ts'

export type ServiceOptions = {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Where people reach the service, if not where it listens. */
  readonly baseUrl?: string | undefined
  readonly dataFolder: string
  /** Where CDK wrote the template. */
  readonly templateFolder: string
  /** The index to begin with; without one the bucket is left as it is. */
  readonly indexFile?: string | undefined
  /** Where the local sign-in page listens; any free port unless given. */
  readonly signInPort?: number
  /** Where people reach the local sign-in page, if not where it listens. */
  readonly signInOrigin?: string | undefined
  /** Takes what the functions log, one JSON object a line. */
  readonly log: (lines: string) => void
}

export type Service = { readonly url: string; readonly stop: () => Promise<void> }

/** The variable under which functions are told the bucket of the index. */
const INDEX_BUCKET = 'POINTSMAN_INDEX_BUCKET'

const indexBucketOf = ({ functions }: Deployment, names: LocalNames): string | undefined => {
  const value = functions.map(({ variables }) => variables[INDEX_BUCKET]).find((found) => found !== undefined)
  return value === undefined ? undefined : environmentOf({ [INDEX_BUCKET]: value }, names)[INDEX_BUCKET]
}

type Surroundings = { readonly deployment: Deployment; readonly names: LocalNames; readonly parts: Parts }

/** The functions that routes lead to; others run by a schedule, not here. */
const startFunctions = ({ deployment, names, parts }: Surroundings, shared: Pick<FunctionOptions, 'front' | 'log'>) => {
  const routed = new Set(deployment.routes.map(({ functionId }) => functionId))
  // Every environment first: a variable that cannot be resolved must not leave half of the functions running.
  const prepared = deployment.functions
    .filter(({ id }) => routed.has(id))
    .map((local) => ({ local, environment: { ...platformOf(local, parts), ...environmentOf(local.variables, names) } }))
  return prepared.map(({ local, environment }) => [local.id, startFunction({ local, environment, ...shared })] as const)
}

const MISSING = Promise.resolve<Outcome>({ ok: false, reason: 'failed' })

const seedIndex = async ({ indexFile }: ServiceOptions, { deployment, names, parts }: Surroundings): Promise<void> => {
  const bucket = indexBucketOf(deployment, names)
  if (indexFile !== undefined && bucket !== undefined) await seed({ s3Url: parts.s3.url, bucket, indexFile })
}

/** Tells the stand-in for Cognito for whom it works. */
const serveIdentity = ({ deployment: { people }, names, parts }: Surroundings, baseUrl: string): void => {
  const [poolId, clientId] = [people?.pool, people?.client].map((id) => names.get(id ?? '')?.ref)
  if (poolId !== undefined && clientId !== undefined) parts.identity?.serve({ poolId, clientId, baseUrl })
}

const start = async (options: ServiceOptions, onStop: OnStop): Promise<string> => {
  const { host, templateFolder, dataFolder, log } = options
  const deployment = readDeployment(templateFolder)
  const lock = await takeLock(dataFolder, new Date())
  onStop(lock.release)
  const parts = await startParts({ ...options, signInPort: options.signInPort ?? 0 }, deployment, onStop)
  const signInOrigin = options.signInOrigin ?? parts.identity?.url ?? ''
  await seedIndex(options, { deployment, parts, names: localNames(deployment, { baseUrl: '', signInOrigin }) })

  const functions = new Map<string, RunningFunction>()
  onStop(async () => {
    await Promise.all([...functions.values()].map((running) => running.stop()))
  })
  const { server, close } = gatewayServer()
  const port = await listen(server, host, options.port)
  onStop(close)

  const baseUrl = options.baseUrl ?? `http://${host}:${port}`
  const surroundings = { deployment, parts, names: localNames(deployment, { baseUrl, signInOrigin }) }
  // Nothing below waits, so no request comes before its functions do.
  serveIdentity(surroundings, baseUrl)
  const shared = { front: frontOf(baseUrl), log }
  for (const [id, running] of startFunctions(surroundings, shared)) functions.set(id, running)
  const invoke = (id: string, call: Call): Promise<Outcome> => functions.get(id)?.invoke(call) ?? MISSING
  const listener = gateway({ baseUrl, routes: deployment.routes, invoke, log })
  server.on('request', listener)
  onStop(listenBeside(listener, host, port).close)
  lock.announce({ baseUrl, listensAt: { host, port }, parts: addressesOf(parts) })
  return baseUrl
}

/** Runs the synthesized service on this machine; what was started is stopped again when a part cannot start. */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const undos: Parameters<OnStop>[0][] = []
  const stop = async (): Promise<void> => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) await undo()
  }
  try {
    const url = await start(options, (undo) => undos.push(undo))
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
