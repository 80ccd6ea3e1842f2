import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { groups } from '../shared/contract/all.ts'
import type { Group } from '../shared/http/operation.ts'
import { GroupFunction, indexReader } from './constructs/group-function.ts'
import { PointsmanApi } from './constructs/http-api.ts'
import { IndexBucket } from './constructs/index-bucket.ts'
import { reservedConcurrency } from './reserved-concurrency.ts'

/** The whole service. Data resources stay when the stack is deleted. */
export class PointsmanStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, { ...props, description: 'Pointsman: model routing and access tokens' })
    const { bucket } = new IndexBucket(this, 'Index')
    const api = new PointsmanApi(this, 'Http')
    const reserved = reservedConcurrency(this.node.tryGetContext('reservedConcurrency'))

    const functionOf = (group: Group): IFunction =>
      new GroupFunction(this, group, {
        group,
        timeoutSeconds: 5,
        environment: { POINTSMAN_INDEX_BUCKET: bucket.bucketName },
        statements: indexReader(bucket.bucketArn),
        reservedConcurrency: reserved.get(group),
      }).lambda

    api.route(new Map(groups.map((group) => [group, functionOf(group)])))
    new CfnOutput(this, 'BaseUrl', { value: api.api.apiEndpoint, description: 'Where the service answers' })
    new CfnOutput(this, 'IndexBucketName', { value: bucket.bucketName, description: 'Where the model index lies' })
  }
}
