import { devNull } from 'node:os'
import type { LocalName, LocalNames } from './environment.ts'
import type { Parts } from './parts.ts'
import { bucketNameOf, S3_CREDENTIALS } from './s3.ts'
import type { Deployment, LocalFunction, PeopleIds } from './template.ts'

const REGION = 'us-east-1'
const ACCOUNT = '000000000000'

/** Where people reach the service and its sign-in pages. */
export type Origins = { readonly baseUrl: string; readonly signInOrigin: string }

/** In the form of Cognito's own ids, which its verifier insists on. */
const poolIdOf = (logicalId: string): string => `${REGION}_${logicalId.replaceAll(/[^A-Za-z0-9]/g, '')}`

const peopleNames = ({ pool, client, domain }: PeopleIds, { signInOrigin }: Origins): [string, LocalName][] => [
  [pool, { ref: poolIdOf(pool) }],
  [client, { ref: client.toLowerCase() }],
  [domain, { ref: domain.toLowerCase(), signInOrigin }],
]

/** The names on this machine of what the template declares and of what AWS itself would fill in. */
export const localNames = ({ api, buckets, tables, people }: Deployment, origins: Origins): LocalNames =>
  new Map<string, LocalName>([
    ['AWS::Region', { ref: REGION }],
    ['AWS::AccountId', { ref: ACCOUNT }],
    [api, { ref: 'local', attributes: { ApiEndpoint: origins.baseUrl } }],
    ...buckets.map((id): [string, LocalName] => [id, { ref: bucketNameOf(id) }]),
    ...tables.map(({ id, name }): [string, LocalName] => [id, { ref: name }]),
    ...(people === undefined ? [] : peopleNames(people, origins)),
  ])

/** The variables by which the AWS SDK, and our own code where it speaks to AWS without it, find a stand-in. */
const endpointsOf = ({ s3, dynamodb, identity }: Parts): Record<string, string> => ({
  AWS_ENDPOINT_URL_S3: s3.url,
  ...(dynamodb === undefined ? {} : { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url }),
  ...(identity === undefined ? {} : { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: identity.url }),
})

/** What Lambda itself puts into the environment of a function, with this machine's stand-ins in place of AWS. */
export const platformOf = (local: LocalFunction, parts: Parts): Record<string, string> => ({
  _HANDLER: local.handler,
  LAMBDA_TASK_ROOT: local.codeFolder,
  AWS_LAMBDA_FUNCTION_NAME: local.id,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(local.memoryMegabytes),
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  ...endpointsOf(parts),
  // Whatever the person at this machine has set up for AWS is none of the functions' business.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  TZ: 'UTC',
})
