import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import type { Contenders } from '../build.ts'
import { type Child, startChild } from '../child.ts'
import { minimum, rounded } from '../figures.ts'
import type { ServerSetting, Usage } from '../processes/serving.ts'

const PROCESSES = join(import.meta.dirname, '..', 'processes')

export type ServerFigures = {
  readonly name: string
  readonly connections: number
  /** Of the whole process, all its threads, over the requests that it answered. */
  readonly cpuUsPerRequest: number
  readonly requestsPerSecond: number
}

type Server = { readonly name: string; readonly url: string; readonly child: Child<'usage'[], Usage> }

const start = async (name: string, file: string, setting: ServerSetting): Promise<Server> => {
  const environment = { BENCH_SETTING: JSON.stringify(setting), PATH: process.env.PATH ?? '' }
  const child = await startChild<'usage'[], Usage>(join(PROCESSES, file), environment)
  return { name, url: String(child.said), child }
}

type Load = { readonly connections: number; readonly amount: number }

const measure = async ({ name, url, child }: Server, { connections, amount }: Load): Promise<ServerFigures> => {
  const before = await child.ask(['usage'])
  const start = performance.now()
  const result = await autocannon({ url: `${url}/api/route`, connections, amount })
  const seconds = (performance.now() - start) / 1000
  const after = await child.ask(['usage'])
  if (result.errors + result.non2xx > 0) throw new Error(`${name} failed ${result.errors + result.non2xx} requests`)
  const cpuUsPerRequest = rounded((after.cpuMicroseconds - before.cpuMicroseconds) / amount, 1)
  return { name, connections, cpuUsPerRequest, requestsPerSecond: Math.round(amount / seconds) }
}

/** Of the connection, not of the answer: Node.js adds them to whatever is answered. */
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive']

type Answered = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

const answerOf = async ({ url }: Server): Promise<Answered> => {
  const got = await fetch(`${url}/api/route`)
  const headers = [...got.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name))
  return { body: await got.text(), headers: Object.fromEntries(headers) }
}

const namesIn = ({ body, headers }: Answered) => ({ body, names: Object.keys(headers).toSorted() })

const CONNECTIONS = [10, 100] as const

export type ServerOptions = { readonly rounds: number; readonly amount: number }

/** The whole local service beside a bare `node:http` server that answers the same bytes. */
export const localServer = async (
  { answer }: Contenders,
  templateFolder: string,
  { rounds, amount }: ServerOptions,
): Promise<readonly ServerFigures[]> => {
  const ours = await start('local service', 'local-service.ts', { templateFolder, body: '', headers: {} })
  const answered = await answerOf(ours)
  const bare = await start('node:http', 'raw-server.ts', { templateFolder, ...answered })
  if (answered.body !== answer.body) throw new Error('The local service and the function answer differently')
  if (!isDeepStrictEqual(namesIn(await answerOf(bare)), namesIn(answered)))
    throw new Error('The local service and the bare server answer differently')
  const servers = [bare, ours]
  const measured: ServerFigures[] = []
  for (let round = -1; round < rounds; round++) {
    for (const connections of CONNECTIONS) {
      for (const server of servers) {
        const figures = await measure(server, { connections, amount })
        if (round >= 0) measured.push(figures)
      }
    }
  }
  for (const { child } of servers) child.end()
  return servers.flatMap(({ name }) =>
    CONNECTIONS.map((connections) => {
      const runs = measured.filter((one) => one.name === name && one.connections === connections)
      return {
        name,
        connections,
        cpuUsPerRequest: minimum(runs.map((one) => one.cpuUsPerRequest)),
        requestsPerSecond: Math.max(...runs.map((one) => one.requestsPerSecond)),
      }
    }),
  )
}
