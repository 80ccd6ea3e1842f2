import { ArnFormat, CfnElement, Duration, Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { GroupFunction } from './group-function.ts'

/** Longer than all sources together may take, each with its one retry. */
const TIMEOUT_SECONDS = 300

export type RefreshScheduleProps = {
  readonly bucket: Bucket
  readonly environment: Readonly<Record<string, string>>
  /** Name of the secret that holds the operator's key to Artificial Analysis; without one that source is off. */
  readonly keySecret: string | undefined
  readonly reservedConcurrency: number | undefined
}

/** Asks the sources of the index every hour. What could not be started and what failed each end up in a queue. */
export class RefreshSchedule extends Construct {
  readonly lambda: LambdaFunction
  readonly undelivered: Queue
  readonly failed: Queue

  constructor(scope: Construct, id: string, props: RefreshScheduleProps) {
    super(scope, id)
    const { bucket, environment, keySecret, reservedConcurrency } = props
    this.undelivered = this.queue('Undelivered')
    this.failed = this.queue('Failed')
    const { lambda } = new GroupFunction(this, 'Function', {
      group: 'refresh',
      timeoutSeconds: TIMEOUT_SECONDS,
      environment: {
        ...environment,
        POINTSMAN_INDEX_BUCKET: bucket.bucketName,
        ...(keySecret === undefined ? {} : { POINTSMAN_ARTIFICIAL_ANALYSIS_SECRET: keySecret }),
      },
      statements: [
        ...indexKeeper(bucket.bucketArn),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.failed.queueArn] }),
        ...(keySecret === undefined ? [] : [secretReader(this, keySecret)]),
      ],
      reservedConcurrency,
    })
    // The next run comes within the hour; a refused one would only be refused again.
    lambda.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: Duration.minutes(30),
      onFailure: new SqsDestination(this.failed),
    })
    this.lambda = lambda
    new Schedule(this, 'Schedule', {
      schedule: ScheduleExpression.rate(Duration.hours(1)),
      target: new LambdaInvoke(lambda, {
        role: this.starter(),
        deadLetterQueue: this.undelivered,
        retryAttempts: 3,
        maxEventAge: Duration.minutes(30),
      }),
      description: 'Pointsman: refresh of the model index',
    })
    const { defaultChild } = bucket.node
    const bucketId = CfnElement.isCfnElement(defaultChild) ? Stack.of(this).getLogicalId(defaultChild) : ''
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/index/history/*]`,
      reason: 'Each publication keeps its index under the time of the publication.',
    })
  }

  /** What the scheduler may do; CDK's own role would let it start every version of the function. */
  private starter() {
    const role = new Role(this, 'Starter', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') })
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.lambda.functionArn] }))
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.undelivered.queueArn] }))
    return role.withoutPolicyUpdates()
  }

  private queue(id: string): Queue {
    const queue = new Queue(this, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This is itself the queue of what failed; nobody consumes it but a person.',
    })
    return queue
  }
}

const SOURCES = ['openrouter', 'openrouter-endpoints', 'models-dev', 'genai-prices', 'artificial-analysis']

/** Reading and replacing what a refresh keeps, by exact keys; only the history grows. */
const indexKeeper = (bucketArn: string): PolicyStatement[] => {
  const at = (key: string): string => `${bucketArn}/index/${key}`
  const sources = SOURCES.map((id) => at(`sources/${id}.json`))
  return [
    new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [at('current.json'), at('changes.json'), ...sources],
    }),
    new PolicyStatement({
      actions: ['s3:PutObject'],
      resources: [
        at('current.json'),
        at('changes.json'),
        at('changes.atom'),
        at('checked.json'),
        at('history/*'),
        ...sources,
      ],
    }),
    // Without it a missing object answers 403 instead of 404; it lists nothing but the index.
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucketArn],
      conditions: { StringLike: { 's3:prefix': 'index/*' } },
    }),
  ]
}

/** Secrets Manager adds six characters of its own to a secret's name. */
const secretReader = (scope: Construct, name: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [
      Stack.of(scope).formatArn({
        service: 'secretsmanager',
        resource: 'secret',
        resourceName: `${name}-??????`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  })
