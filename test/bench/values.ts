import type { ColdFigures } from './parts/cold.ts'
import type { CacheFigures } from './parts/index-cache.ts'
import type { ServerFigures } from './parts/local-server.ts'
import type { WarmFigures } from './parts/warm.ts'

/** What the parts of a run measured; a part that did not run is absent. */
export type Measured = {
  readonly cold?: readonly ColdFigures[] | undefined
  readonly warm?: readonly WarmFigures[] | undefined
  readonly models?: readonly WarmFigures[] | undefined
  readonly tokens?: readonly WarmFigures[] | undefined
  readonly cache?: CacheFigures | undefined
  readonly server?: readonly ServerFigures[] | undefined
  readonly bundleKb?: number | undefined
  /** What starts the functions in `cold`. */
  readonly runtime?: string | undefined
  readonly commandLine?: { readonly nodeMs: number; readonly pointsmanMs: number } | undefined
}

type Named = { readonly name: string }

const of = <F extends Named>(figures: readonly F[], name: string): F => {
  const found = figures.find((one) => one.name === name)
  if (found === undefined) throw new Error(`Nothing was measured of ${name}`)
  return found
}

type Values = readonly (readonly [id: string, value: number])[]

const coldValues = (cold: readonly ColdFigures[]): Values => {
  const [constant, route, hono] = [of(cold, 'constant'), of(cold, 'route'), of(cold, 'route on Hono')]
  return [
    ['cold-constant', Math.max(route.minMs / constant.minMs, route.cpuMs / constant.cpuMs)],
    ['cold-hono', Math.min(hono.minMs / route.minMs, hono.cpuMs / route.cpuMs)],
    ['cold-v1', of(cold, 'v1').cpuMs / of(cold, 'v1 on lib-dynamodb').cpuMs],
  ]
}

const warmValues = (warm: readonly WarmFigures[]): Values => {
  const p50 = (name: string) => of(warm, name).p50Us
  return [
    ['warm-constant', p50('route') / p50('constant of the same size')],
    ['warm-hono', p50('route on Hono') / p50('route')],
    ['filtered', p50('route, two providers and a region')],
    ['filtered-none', p50('route, no match')],
    ['flat', p50('route, 4000 models') / p50('route, 400 models')],
  ]
}

const modelsValues = (models: readonly WarmFigures[]): Values => [
  ['models', of(models, 'models, stringified and compressed per request').p50Us / of(models, 'models').p50Us],
  ['models-304', of(models, 'models, 304').p50Us - of(models, 'constant beside 304').p50Us],
]

/** Judged under load: with fewer connections the threads sleep between requests, and waking them is what is measured. */
const LOAD = 100

const serverValues = (server: readonly ServerFigures[]): Values => {
  const cpuOf = (name: string): number =>
    server.find((one) => one.name === name && one.connections === LOAD)?.cpuUsPerRequest ?? Number.NaN
  return [['local', cpuOf('local service') / cpuOf('node:http')]]
}

/** The figures that have bounds, by their ids. */
export const valuesOf = ({
  cold,
  warm,
  models,
  tokens,
  cache,
  server,
  bundleKb,
}: Measured): ReadonlyMap<string, number> =>
  new Map([
    ...(cold === undefined ? [] : coldValues(cold)),
    ...(warm === undefined ? [] : warmValues(warm)),
    ...(models === undefined ? [] : modelsValues(models)),
    ...(tokens === undefined
      ? []
      : [['token-check', of(tokens, 'v1, 0 ms').cpuUs / of(tokens, 'v1 on lib-dynamodb, 0 ms').cpuUs] as const]),
    ...(cache === undefined ? [] : [['first-calls', cache.reads] as const, ['read-again', cache.readAgain] as const]),
    ...(server === undefined ? [] : serverValues(server)),
    ...(bundleKb === undefined ? [] : [['bundle', bundleKb] as const]),
  ])
