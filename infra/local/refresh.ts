import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ListBucketsCommand, type S3Client } from '@aws-sdk/client-s3'
import { PACE } from '../../functions/refresh/offers.ts'
import { type Result, refresh } from '../../functions/refresh/run.ts'
import { addressesOf } from '../../functions/refresh/settings.ts'
import { liveSources } from '../../functions/refresh/sources.ts'
import { refreshStore, s3Client } from '../../functions/refresh/store.ts'
import type { Log } from '../../shared/log.ts'
import { LIMITS } from '../../shared/models/feeds/download.ts'
import { OVERRULABLE, type Overrulable } from '../../shared/models/guard-terms.ts'
import { publishAfter, standing } from '../../shared/models/publish.ts'
import { shippedIndex } from '../../shared/models/shipped.ts'
import { synthesize } from '../app.ts'
import { isHeld, readLock, takeLock } from './lock.ts'
import { StartRefusal } from './refusal.ts'
import { bucketNameOf, S3_CREDENTIALS, startS3 } from './s3.ts'
import { settingsOf } from './settings.ts'
import { readDeployment } from './template.ts'

const root = join(import.meta.dirname, '..', '..')
const TEMPLATE_FOLDER = join(root, 'cdk.out')
const SHIPPED_FOLDER = join(root, 'functions', 'routing')

type Environment = Readonly<Record<string, string | undefined>>
type Bucket = { readonly s3Url: string; readonly bucket: string; readonly close: () => Promise<void> }

const clientOf = (endpoint: string): S3Client =>
  s3Client({ endpoint, region: 'us-east-1', credentials: S3_CREDENTIALS, forcePathStyle: true })

const onlyBucket = async (s3Url: string): Promise<string> => {
  const s3 = clientOf(s3Url)
  try {
    const { Buckets: [bucket] = [] } = await s3.send(new ListBucketsCommand({}))
    if (bucket?.Name === undefined) throw new StartRefusal('The running service has no bucket for an index.')
    return bucket.Name
  } finally {
    s3.destroy()
  }
}

/** The bucket of the service that runs on the folder; else the same bucket, served for as long as the run takes. */
const openBucket = async (folder: string): Promise<Bucket> => {
  const lock = readLock(folder)
  const s3Url = lock?.parts?.s3
  if (lock !== undefined && s3Url !== undefined && (await isHeld(lock, Date.now())))
    return { s3Url, bucket: await onlyBucket(s3Url), close: async () => undefined }
  const own = await takeLock(folder, new Date())
  try {
    await synthesize(TEMPLATE_FOLDER)
    const buckets = readDeployment(TEMPLATE_FOLDER).buckets.map(bucketNameOf)
    const [bucket] = buckets
    if (bucket === undefined) throw new Error('The template has no bucket')
    const server = await startS3(join(folder, 's3'), buckets)
    return { s3Url: server.url, bucket, close: () => server.stop().finally(own.release) }
  } catch (error) {
    own.release()
    throw error
  }
}

type Asked = { readonly environment: Environment; readonly accepted: readonly Overrulable[]; readonly log: Log }

/** The run that the function makes on AWS, against the bucket of this machine. */
export const refreshLocally = async ({ environment, accepted, log }: Asked): Promise<Result> => {
  const sources = liveSources(addressesOf(environment), environment.POINTSMAN_ARTIFICIAL_ANALYSIS_KEY || undefined)
  const { s3Url, bucket, close } = await openBucket(settingsOf(environment).dataFolder)
  const s3 = clientOf(s3Url)
  try {
    return await refresh({
      sources,
      store: refreshStore(s3, bucket),
      standing: () => standing({ s3, bucket }),
      publish: (publication) => publishAfter({ s3, bucket }, publication),
      shipped: () => shippedIndex(SHIPPED_FOLDER),
      baseUrl: undefined,
      accepted,
      limits: LIMITS,
      pace: PACE,
      now: () => new Date(),
      log,
    })
  } finally {
    s3.destroy()
    await close()
  }
}

const OUTCOMES: Readonly<Record<Result['outcome'], string>> = {
  published: 'A new index is published.',
  unchanged: 'Nothing changed; the index stands as it was.',
  overtaken: 'Another run published first; its index stands.',
  refused: 'The guard refused the new index; the last good one stands.',
  unreached: 'No source could be reached; the last good index stands.',
}

/** What a run came to, in lines for a person. */
export const reportOf = ({ outcome, refusals, summary }: Result): string => {
  const sources = summary.sources.map(({ id, status, fault, models }) =>
    fault === undefined ? `  ${id}: ${status}, ${models} entries` : `  ${id}: could not be read (${fault})`,
  )
  const findings = [...refusals, ...summary.notes].map(({ reason, detail }) => `  ${reason}: ${detail}`)
  const overrulable = refusals.map(({ reason }) => reason).filter((reason) => OVERRULABLE.some((one) => one === reason))
  const overrule = overrulable.length > 0 ? [`To overrule: npm run refresh -- --accept ${overrulable[0]}`] : []
  const counts = `${summary.models} models, ${summary.changes} changes.`
  return [...sources, ...findings, `${OUTCOMES[outcome]} ${counts}`, ...overrule].join('\n')
}

const acceptedOf = (names: readonly string[]): readonly Overrulable[] =>
  names.map((name) => {
    const known = OVERRULABLE.find((one) => one === name)
    if (known === undefined) throw new StartRefusal(`--accept takes one of ${OVERRULABLE.join(', ')}, not "${name}".`)
    return known
  })

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { accept: { type: 'string', multiple: true } } })
  const accepted = acceptedOf(values.accept ?? [])
  const result = await refreshLocally({ environment: process.env, accepted, log: () => undefined })
  console.log(reportOf(result))
  if (accepted.length > 0) console.log(`Overruled for this run: ${accepted.join(', ')}`)
  process.exitCode = result.outcome === 'refused' ? 1 : 0
}

if (import.meta.main)
  main().catch((error: unknown) => {
    process.exitCode = 1
    console.error(error instanceof StartRefusal ? error.message : error)
  })
