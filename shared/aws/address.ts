export type Address = {
  readonly secure: boolean
  readonly hostname: string
  readonly port: string
}

/** The host of a service on AWS, such as `dynamodb` or `a-bucket.s3`. */
export const hostOnAws = (service: string, region: string): string =>
  `${service}.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`

/** Where an endpoint answers, or AWS itself where none is given. */
export const addressOf = (endpoint: string | undefined, onAws: string): Address => {
  if (endpoint === undefined) return { secure: true, hostname: onAws, port: '' }
  const { protocol, hostname, port } = new URL(endpoint)
  return { secure: protocol !== 'http:', hostname, port }
}

/** As a `host` header says it. */
export const hostOf = ({ hostname, port }: Address): string => (port === '' ? hostname : `${hostname}:${port}`)
