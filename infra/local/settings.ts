import { resolve } from 'node:path'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { StartRefusal } from './refusal.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Settings = {
  readonly host: string
  readonly port: number
  /** How people reach the service; by default the address that it listens on. */
  readonly baseUrl: string | undefined
  readonly dataFolder: string
  /** Where the local sign-in page listens; 0 for any free port. */
  readonly signInPort: number
  /** How people reach the local sign-in page; by default where it listens. */
  readonly signInOrigin: string | undefined
}

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = '3000'

/** Any free one, so that nothing else needs to be free for the service to start. */
const DEFAULT_SIGN_IN_PORT = '0'

const portOf = (name: string, text: string): number => {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new StartRefusal(`${name} must be a whole number from 0 to 65535, and it is "${text}".`)
}

const originOf = (name: string, text: string): string => {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new StartRefusal(`${name} must be an address such as https://box.example:3000, and it is "${text}".`)
}

/** Refused here in one sentence, and not by every function that keeps sessions. */
const guarded = (baseUrl: string): string => {
  try {
    cookieJar(baseUrl)
    return baseUrl
  } catch {
    throw new StartRefusal(
      `POINTSMAN_BASE_URL is ${baseUrl}: sessions would travel in the clear. Use https, or http on this machine only.`,
    )
  }
}

/** An empty variable counts as absent, as it does in most shells' habits. */
const given = (environment: Environment, name: string): string | undefined => environment[name] || undefined

/** Reads how the local service is asked to run; throws a `StartRefusal` for what cannot work. */
export const settingsOf = (environment: Environment): Settings => {
  const host = given(environment, 'HOST') ?? DEFAULT_HOST
  const baseUrl = given(environment, 'POINTSMAN_BASE_URL')
  const signInOrigin = given(environment, 'POINTSMAN_SIGN_IN_ORIGIN')
  if (host !== DEFAULT_HOST && baseUrl === undefined)
    throw new StartRefusal(
      `HOST is ${host}, so set POINTSMAN_BASE_URL to the address at which people will reach the service.`,
    )
  return {
    host,
    port: portOf('PORT', given(environment, 'PORT') ?? DEFAULT_PORT),
    baseUrl: baseUrl === undefined ? undefined : guarded(originOf('POINTSMAN_BASE_URL', baseUrl)),
    dataFolder: resolve(given(environment, 'POINTSMAN_DATA') ?? '.pointsman'),
    signInPort: portOf('SIGN_IN_PORT', given(environment, 'SIGN_IN_PORT') ?? DEFAULT_SIGN_IN_PORT),
    signInOrigin: signInOrigin === undefined ? undefined : originOf('POINTSMAN_SIGN_IN_ORIGIN', signInOrigin),
  }
}
