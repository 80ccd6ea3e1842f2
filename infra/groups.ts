import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Group } from '../shared/http/operation.ts'
import type { IndexBucket } from './constructs/index-bucket.ts'
import type { People } from './constructs/people.ts'
import { BY_USER, type Tables } from './constructs/tables.ts'

export type Parts = {
  readonly index: IndexBucket
  readonly tables: Tables
  readonly people: People
  readonly baseUrl: string
}

/** What one function is told, what it may do besides logging, and how long it may take. */
export type GroupNeeds = {
  readonly environment: Readonly<Record<string, string>>
  readonly statements: readonly PolicyStatement[]
  readonly timeoutSeconds: number
}

type DynamodbAction = 'BatchGetItem' | 'DeleteItem' | 'GetItem' | 'PutItem' | 'Query' | 'UpdateItem'

const allow = (arn: string, ...actions: readonly DynamodbAction[]): PolicyStatement =>
  new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources: [arn] })

/** Reading what is published under these names and nothing else of the bucket. */
const readPublished = ({ bucket: { bucketArn } }: IndexBucket, ...names: readonly string[]): PolicyStatement[] => [
  new PolicyStatement({ actions: ['s3:GetObject'], resources: names.map((name) => `${bucketArn}/index/${name}`) }),
  // Without it a missing object answers 403 instead of 404; it lists nothing but the index.
  new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucketArn],
    conditions: { StringLike: { 's3:prefix': 'index/*' } },
  }),
]

/**
 * Group by group, exactly what its stores call. Time for a database that answers at the third try only, three seconds
 * later: the person is then told so by us, not by a function that was cut off.
 */
export const needsOf = ({ index, tables, people, baseUrl }: Parts): Readonly<Record<Group, GroupNeeds>> => {
  const { tableArn: tokens, tableName: tokensTable } = tables.tokens
  const { tableArn: sessions, tableName: sessionsTable } = tables.sessions
  const ofIndex = { POINTSMAN_INDEX_BUCKET: index.bucket.bucketName }
  const ofTokens = { POINTSMAN_TOKENS_TABLE: tokensTable }
  const ofPeople = { POINTSMAN_BASE_URL: baseUrl, POINTSMAN_SESSIONS_TABLE: sessionsTable }
  const signInOrigin = { POINTSMAN_SIGN_IN_ORIGIN: people.domain.baseUrl() }
  const queryOfUser = allow(`${tokens}/index/${BY_USER}`, 'Query')

  return {
    routing: {
      environment: ofIndex,
      statements: readPublished(index, 'current.json', 'changes.json', 'changes.atom'),
      timeoutSeconds: 5,
    },
    tokens: {
      environment: { ...ofPeople, ...ofTokens },
      statements: [
        allow(tokens, 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'),
        queryOfUser,
        allow(sessions, 'GetItem', 'UpdateItem'),
      ],
      timeoutSeconds: 15,
    },
    approval: {
      environment: { ...ofPeople, ...ofTokens },
      statements: [
        allow(tokens, 'BatchGetItem', 'PutItem'),
        queryOfUser,
        allow(sessions, 'GetItem', 'PutItem', 'UpdateItem'),
      ],
      timeoutSeconds: 15,
    },
    'sign-in': {
      environment: {
        ...ofPeople,
        ...signInOrigin,
        POINTSMAN_USER_POOL_ID: people.pool.userPoolId,
        POINTSMAN_USER_POOL_CLIENT_ID: people.client.userPoolClientId,
      },
      statements: [allow(sessions, 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem')],
      timeoutSeconds: 15,
    },
    snapshots: { environment: ofTokens, statements: [allow(tokens, 'GetItem', 'UpdateItem')], timeoutSeconds: 10 },
    site: {
      environment: { ...ofIndex, ...ofPeople, ...signInOrigin },
      statements: [...readPublished(index, 'current.json'), allow(sessions, 'GetItem', 'UpdateItem')],
      timeoutSeconds: 10,
    },
  }
}
