import { type Environment, setting } from '../config.ts'
import type { Credentials } from './signature.ts'

/** Where a service of AWS is, and as whom to ask it. */
export type Aws = {
  readonly region: string
  /** Replaces AWS's own address, for a service on this machine. */
  readonly endpoint?: string | undefined
  /** Asked at every call: the platform may rotate them. */
  readonly credentials: () => Credentials
}

/** As Lambda sets it, and with the endpoints that the AWS SDKs read. */
export const awsOf = (environment: Environment, service: 'DYNAMODB' | 'S3' | 'SECRETS_MANAGER'): Aws => ({
  region: setting(environment, 'AWS_REGION'),
  endpoint: environment[`AWS_ENDPOINT_URL_${service}`] || environment.AWS_ENDPOINT_URL || undefined,
  credentials: () => ({
    accessKeyId: setting(environment, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: setting(environment, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: environment.AWS_SESSION_TOKEN,
  }),
})
