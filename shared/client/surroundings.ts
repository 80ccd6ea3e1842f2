import type { Server } from 'node:http'
import type { Fetch } from './call.ts'

/** Everything that the command line touches outside itself, so that a test can take its place. */
export type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** The home folder of the person. */
  readonly home: string
  /** What this computer is called. */
  readonly machine: string
  readonly isColoured: boolean
  readonly write: (text: string) => void
  readonly tell: (text: string) => void
  readonly readInput: () => Promise<string>
  readonly fetch: Fetch
  readonly now: () => Date
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
  readonly random: (size: number) => Uint8Array
  /** Whether something was started that should open the page. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Lets a server listen on a free port of 127.0.0.1, and says which. */
  readonly listen: (server: Server) => Promise<number>
}
