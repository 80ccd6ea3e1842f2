import { resolve } from 'node:path'
import { StartRefusal } from './refusal.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Settings = {
  readonly host: string
  readonly port: number
  /** How people reach the service; by default the address that it listens on. */
  readonly baseUrl: string | undefined
  readonly dataFolder: string
}

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = '3000'

const portOf = (text: string): number => {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new StartRefusal(`PORT must be a whole number from 0 to 65535, and it is "${text}".`)
}

const originOf = (text: string): string => {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new StartRefusal(`POINTSMAN_BASE_URL must be an address such as http://192.0.2.7:3000, and it is "${text}".`)
}

/** An empty variable counts as absent, as it does in most shells' habits. */
const given = (environment: Environment, name: string): string | undefined => environment[name] || undefined

/** Reads how the local service is asked to run; throws a `StartRefusal` for what cannot work. */
export const settingsOf = (environment: Environment): Settings => {
  const host = given(environment, 'HOST') ?? DEFAULT_HOST
  const baseUrl = given(environment, 'POINTSMAN_BASE_URL')
  if (host !== DEFAULT_HOST && baseUrl === undefined)
    throw new StartRefusal(
      `HOST is ${host}, so set POINTSMAN_BASE_URL to the address at which people will reach the service.`,
    )
  return {
    host,
    port: portOf(given(environment, 'PORT') ?? DEFAULT_PORT),
    baseUrl: baseUrl === undefined ? undefined : originOf(baseUrl),
    dataFolder: resolve(given(environment, 'POINTSMAN_DATA') ?? '.pointsman'),
  }
}
