export type Address = {
  readonly secure: boolean
  /** A name or an IP address, as a socket takes it. */
  readonly hostname: string
  readonly port: string
  /** What an endpoint puts before every path: empty, or a path without a slash at its end. */
  readonly basePath: string
}

/** AWS's partitions by the beginning of their regions; every other region is in the first. */
const DOMAINS = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
] as const

/** The host of a service on AWS, such as `dynamodb` or `a-bucket.s3`. */
export const hostOnAws = (service: string, region: string): string => {
  const [, domain] = DOMAINS.find(([beginning]) => region.startsWith(beginning)) ?? ['', 'amazonaws.com']
  return `${service}.${region}.${domain}`
}

/** Where an endpoint answers, or AWS itself where none is given. */
export const addressOf = (endpoint: string | undefined, onAws: string): Address => {
  if (endpoint === undefined) return { secure: true, hostname: onAws, port: '', basePath: '' }
  const { protocol, hostname, port, pathname } = new URL(endpoint)
  // A URL writes an IPv6 address in brackets, which belong to the URL.
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const basePath = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return { secure: protocol !== 'http:', hostname: bare, port, basePath }
}

/** As a URL and a `host` header say it. */
export const hostOf = ({ hostname, port }: Address): string => {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return port === '' ? host : `${host}:${port}`
}
