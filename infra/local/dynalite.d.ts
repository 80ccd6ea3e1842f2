declare module 'dynalite' {
  import type { Server } from 'node:http'

  export type DynaliteOptions = {
    readonly path?: string
    readonly createTableMs?: number
    readonly deleteTableMs?: number
    readonly updateTableMs?: number
    readonly maxItemSizeKb?: number
  }

  /** An HTTP server that speaks DynamoDB's protocol; in memory unless given a path. */
  export default function dynalite(options?: DynaliteOptions): Server
}
