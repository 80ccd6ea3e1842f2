import { join } from 'node:path'
import { type LocalDynamodb, startDynamodb } from './dynamodb.ts'
import { type LocalIdentity, startIdentity } from './identity.ts'
import { bucketNameOf, type LocalS3, startS3 } from './s3.ts'
import type { Deployment } from './template.ts'

/** What stands in for AWS; a part that the template does not ask for is not started. */
export type Parts = {
  readonly s3: LocalS3
  readonly dynamodb: LocalDynamodb | undefined
  readonly identity: LocalIdentity | undefined
}

export type PartsOptions = {
  readonly host: string
  readonly signInPort: number
  readonly dataFolder: string
  readonly log: (lines: string) => void
}

/** Told as soon as a part runs, so that it is stopped again whatever comes after. */
export type OnStop = (undo: () => Promise<void> | void) => void

const started = <P extends { readonly stop: () => Promise<void> }>(part: P, onStop: OnStop): P => {
  onStop(part.stop)
  return part
}

/** Starts every part that the template asks for, on the data of earlier runs. */
export const startParts = async (
  { host, signInPort, dataFolder, log }: PartsOptions,
  { buckets, tables, people }: Deployment,
  onStop: OnStop,
): Promise<Parts> => {
  const s3 = started(await startS3(join(dataFolder, 's3'), buckets.map(bucketNameOf)), onStop)
  const dynamodb =
    tables.length === 0 ? undefined : started(await startDynamodb(join(dataFolder, 'dynamodb'), tables), onStop)
  const identity =
    people === undefined
      ? undefined
      : started(await startIdentity({ host, port: signInPort, folder: join(dataFolder, 'identity'), log }), onStop)
  return { s3, dynamodb, identity }
}

/** Where each runs, for the lock file. */
export const addressesOf = ({ s3, dynamodb, identity }: Parts): Record<string, string> => ({
  s3: s3.url,
  ...(dynamodb === undefined ? {} : { dynamodb: dynamodb.url }),
  ...(identity === undefined ? {} : { identity: identity.url }),
})
