import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { groups } from '../shared/contract/all.ts'
import type { Group } from '../shared/http/operation.ts'
import { Alarms } from './constructs/alarms.ts'
import { GroupFunction } from './constructs/group-function.ts'
import { PointsmanApi } from './constructs/http-api.ts'
import { IndexBucket } from './constructs/index-bucket.ts'
import { People } from './constructs/people.ts'
import { RefreshSchedule } from './constructs/refresh-schedule.ts'
import { Tables } from './constructs/tables.ts'
import { needsOf } from './groups.ts'
import { reservedConcurrency } from './reserved-concurrency.ts'

/** The whole service. Data resources stay when the stack is deleted. */
export class PointsmanStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, { ...props, description: 'Pointsman: model routing and access tokens' })
    const index = new IndexBucket(this, 'Index')
    const tables = new Tables(this, 'Data')
    const api = new PointsmanApi(this, 'Http')
    // The API itself depends on nothing, so everything may know its address.
    const baseUrl = api.api.apiEndpoint
    const people = new People(this, 'People', { baseUrl })
    const needs = needsOf({ index, tables, people, baseUrl })
    const reserved = reservedConcurrency(this.node.tryGetContext('reservedConcurrency'))

    const functionOf = (group: Group): IFunction =>
      new GroupFunction(this, group, { group, ...needs[group], reservedConcurrency: reserved.get(group) }).lambda

    const functions = new Map(groups.map((group) => [group, functionOf(group)]))
    api.route(functions)
    const refresh = new RefreshSchedule(this, 'Refresh', {
      bucket: index.bucket,
      environment: { POINTSMAN_BASE_URL: baseUrl },
      keySecret: this.setting('artificialAnalysisSecret'),
      reservedConcurrency: reserved.get('refresh'),
    })
    new Alarms(this, 'Alarms', {
      api: api.api,
      functions: [...functions.values()],
      refresh,
      topicArn: this.setting('alarmTopicArn'),
    })
    new CfnOutput(this, 'BaseUrl', { value: baseUrl, description: 'Where the service answers' })
    new CfnOutput(this, 'SignInOrigin', { value: people.domain.baseUrl(), description: 'Where people sign in' })
    new CfnOutput(this, 'IndexBucketName', {
      value: index.bucket.bucketName,
      description: 'Where the model index lies',
    })
  }

  /** What the operator set with `-c name=value`. */
  private setting(name: string): string | undefined {
    const value: unknown = this.node.tryGetContext(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
}
