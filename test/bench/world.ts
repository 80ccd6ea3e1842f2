import { randomBytes } from 'node:crypto'
import { cookieJar } from '../../shared/sessions/cookie.ts'
import { newSession } from '../../shared/sessions/session.ts'
import { mint } from '../../shared/tokens/token.ts'
import { eventFor } from './events.ts'
import { dynamodbStub, s3Stub } from './stubs.ts'

const HOUR_MS = 3_600_000

const BASE_URL = 'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com'

type Attribute = { readonly S: string } | { readonly L: readonly Attribute[] }

const attributeOf = (value: unknown): Attribute =>
  Array.isArray(value) ? { L: value.map(attributeOf) } : { S: String(value) }

/** As DynamoDB writes an item of texts and lists; what is null is not stored. */
const itemOf = (record: Readonly<Record<string, unknown>>): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, attributeOf(value)]),
  )

const mintedNow = (now: Date) =>
  mint(
    { name: 'benchmark', source: 'settings', client: 'bench', scopes: ['snapshots:read'], expiresInDays: 90 },
    { userId: 'user-1', workspace: 'ws_0123456789abcdef', now, random: (size) => randomBytes(size) },
  )

/** The parts of AWS that the functions reach, with one index, one token and one session in them. */
export const world = async (indexText: string) => {
  const now = new Date()
  const { raw, record } = mintedNow(now)
  const { id, session } = newSession(
    { userId: 'user-1', email: 'person@example.org' },
    { now, random: (size) => randomBytes(size) },
  )
  const s3 = await s3Stub(indexText)
  // A use that stays recorded for as long as a run lasts: neither side writes.
  const lastUsedAt = new Date(now.getTime() + HOUR_MS).toISOString()
  const items = { token: itemOf({ ...record, lastUsedAt }), session: itemOf({ ...session, lastSeenAt: lastUsedAt }) }
  const databases = { instant: await dynamodbStub(items, 0), slow: await dynamodbStub(items, 2) }
  const environment = (database: keyof typeof databases = 'instant'): Record<string, string> => ({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_DYNAMODB: databases[database].url,
    POINTSMAN_INDEX_BUCKET: 'index-bucket',
    POINTSMAN_TOKENS_TABLE: 'tokens',
    POINTSMAN_SESSIONS_TABLE: 'sessions',
    POINTSMAN_BASE_URL: BASE_URL,
    TZ: 'UTC',
  })
  const events = {
    v1: eventFor('/v1/loops/bug-autofix/connector-snapshot', {
      route: '/v1/loops/{loop}/connector-snapshot',
      pathParameters: { loop: 'bug-autofix' },
      headers: { Authorization: `Bearer ${raw}` },
    }),
    tokens: eventFor('/api/settings/api-tokens', { headers: { Cookie: `${cookieJar(BASE_URL).session}=${id}` } }),
  }
  const close = async (): Promise<void> => {
    for (const part of [s3, databases.instant, databases.slow]) await part.close()
  }
  return { s3, environment, events, close }
}
export type World = Awaited<ReturnType<typeof world>>
