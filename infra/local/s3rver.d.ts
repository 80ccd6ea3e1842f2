declare module 's3rver' {
  import type { Server } from 'node:http'

  type Options = {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly vhostBuckets: boolean
    readonly configureBuckets: readonly { readonly name: string }[]
  }

  /** As much of it as is used here; it comes without types. */
  export default class S3rver {
    constructor(options: Options)
    readonly httpServer: Server
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
}
