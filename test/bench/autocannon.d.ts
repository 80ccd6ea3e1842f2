declare module 'autocannon' {
  export type Options = {
    readonly url: string
    readonly connections: number
    readonly amount?: number
    readonly duration?: number
  }
  export type Result = {
    readonly errors: number
    readonly non2xx: number
    readonly requests: { readonly total: number; readonly average: number }
    readonly latency: { readonly p50: number; readonly p99: number }
  }
  /** Sends many requests over a few connections and tells how it went. */
  export default function autocannon(options: Options): Promise<Result>
}
