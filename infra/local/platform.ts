import { devNull } from 'node:os'
import type { LocalName, LocalNames } from './environment.ts'
import { bucketNameOf, S3_CREDENTIALS } from './s3.ts'
import type { Deployment, LocalFunction } from './template.ts'

const REGION = 'us-east-1'
const ACCOUNT = '000000000000'

/** The names on this machine of what the template declares and of what AWS itself would fill in. */
export const localNames = ({ api, buckets }: Deployment, baseUrl: string): LocalNames =>
  new Map<string, LocalName>([
    ['AWS::Region', { ref: REGION }],
    ['AWS::AccountId', { ref: ACCOUNT }],
    [api, { ref: 'local', attributes: { ApiEndpoint: baseUrl } }],
    ...buckets.map((id): [string, LocalName] => [id, { ref: bucketNameOf(id) }]),
  ])

/** What Lambda itself puts into the environment of a function, with this machine's stand-ins in place of AWS. */
export const platformOf = (local: LocalFunction, s3Url: string): Record<string, string> => ({
  _HANDLER: local.handler,
  LAMBDA_TASK_ROOT: local.codeFolder,
  AWS_LAMBDA_FUNCTION_NAME: local.id,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(local.memoryMegabytes),
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  AWS_ENDPOINT_URL_S3: s3Url,
  // Whatever the person at this machine has set up for AWS is none of the functions' business.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  TZ: 'UTC',
})
