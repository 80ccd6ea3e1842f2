import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'

/** On demand, restorable to any second of the last 35 days, and neither an accident nor the end of the stack removes it. */
const KEPT = {
  billing: Billing.onDemand(),
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: true,
  removalPolicy: RemovalPolicy.RETAIN,
  timeToLiveAttribute: 'purgeAt',
} as const

/** The index of tokens by their owner: keys only, so that it never answers what the table has meanwhile changed. */
export const BY_USER = 'byUser'

/** Token records by the hash of their token; sessions, pending sign-ins and used-up nonces by the digest of their secret. */
export class Tables extends Construct {
  readonly tokens: TableV2
  readonly sessions: TableV2

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.tokens = new TableV2(this, 'Tokens', {
      ...KEPT,
      partitionKey: { name: 'tokenHash', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: BY_USER,
          partitionKey: { name: 'userId', type: AttributeType.STRING },
          sortKey: { name: '_id', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    })
    this.sessions = new TableV2(this, 'Sessions', {
      ...KEPT,
      partitionKey: { name: 'key', type: AttributeType.STRING },
    })
  }
}
