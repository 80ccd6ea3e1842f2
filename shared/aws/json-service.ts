import { addressOf, hostOf, hostOnAws } from './address.ts'
import type { Aws } from './environment.ts'
import { exchangeWith, type Limits, type Outcome, type Reply } from './exchange.ts'
import { type Service, signedHeaders } from './signature.ts'

export type JsonService = {
  readonly service: Service
  /** Of AWS's JSON protocol. */
  readonly protocol: '1.0' | '1.1'
  /** What the target of every call begins with. */
  readonly target: string
  readonly limits: Limits
}

/** One try of an operation; the input is JSON text. */
export type JsonCall = (operation: string, input: string, signal?: AbortSignal) => Promise<Outcome<Reply>>

/** A service that is asked by signed JSON, without its client of the SDK. `now` is in milliseconds since the epoch. */
export const jsonService = (
  { region, endpoint, credentials }: Aws,
  now: () => number,
  { service, protocol, target, limits }: JsonService,
): JsonCall => {
  const address = addressOf(endpoint, hostOnAws(service, region))
  const [host, path] = [hostOf(address), `${address.basePath}/`]
  const exchange = exchangeWith(address, limits)
  return (operation, body, signal) => {
    const own = {
      'content-type': `application/x-amz-json-${protocol}`,
      host,
      'x-amz-target': `${target}.${operation}`,
    }
    const signing = { service, region, credentials: credentials(), at: now() }
    const signed = signedHeaders({ method: 'POST', path, headers: own, body }, signing)
    const headers = [...Object.entries(signed).flat(), 'content-length', String(Buffer.byteLength(body))]
    return exchange({ method: 'POST', path, headers, ...(signal === undefined ? {} : { signal }) }, body)
  }
}
