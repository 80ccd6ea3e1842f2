import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plainApp } from '../../infra/app.ts'
import { PointsmanStack } from '../../infra/stack.ts'
import { type Properties, resourcesOf } from '../support/synthesis.ts'

const [[refreshId = '', refresh = {}] = []] = resourcesOf('AWS::Lambda::Function').filter(
  ([, { Description }]) => Description === 'Pointsman: refresh',
)
const refreshArn = { 'Fn::GetAtt': [refreshId, 'Arn'] }
const queueArn = (name: string) => ({ 'Fn::GetAtt': [expect.stringMatching(name), 'Arn'] })
const [[bucketId = ''] = []] = resourcesOf('AWS::S3::Bucket')
const bucketArn = { 'Fn::GetAtt': [bucketId, 'Arn'] }
const at = (key: string) => ({ 'Fn::Join': ['', [bucketArn, `/index/${key}`]] })
const statementsOf = ({ PolicyDocument }: Properties): unknown => Object(PolicyDocument).Statement

describe('The schedule of the refresh', () => {
  it('starts it every hour, tries again for half an hour, then keeps the event in a queue', () => {
    expect(resourcesOf('AWS::Scheduler::Schedule').map(([, schedule]) => schedule)).toEqual([
      expect.objectContaining({
        ScheduleExpression: 'rate(1 hour)',
        State: 'ENABLED',
        Target: expect.objectContaining({
          Arn: refreshArn,
          DeadLetterConfig: { Arn: queueArn('Undelivered') },
          RetryPolicy: { MaximumEventAgeInSeconds: 1800, MaximumRetryAttempts: 3 },
        }),
      }),
    ])
  })

  it('gives a run five minutes', () => {
    expect(refresh).toMatchObject({ Timeout: 300, MemorySize: 512 })
  })

  it('keeps a run that failed in another queue, and does not repeat it', () => {
    expect(resourcesOf('AWS::Lambda::EventInvokeConfig').map(([, config]) => config)).toEqual([
      expect.objectContaining({
        MaximumRetryAttempts: 0,
        DestinationConfig: { OnFailure: { Destination: queueArn('Failed') } },
      }),
    ])
  })

  it('keeps both queues encrypted, over TLS, for two weeks', () => {
    const queues = resourcesOf('AWS::SQS::Queue').map(([, queue]) => queue)
    expect(queues).toEqual([
      { MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true },
      { MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true },
    ])
    const policies = JSON.stringify(resourcesOf('AWS::SQS::QueuePolicy'))
    expect(policies.match(/"aws:SecureTransport":"false"/g)?.length).toBe(2)
  })
})

describe('The grants of the refresh', () => {
  const policies = resourcesOf('AWS::IAM::Policy').filter(([id]) => id.startsWith('Refresh'))

  it('lets the function read and replace what it keeps, by key, and fill the queue of failures', () => {
    const [[, own = {}] = []] = policies.filter(([id]) => id.includes('Function'))
    const sources = ['openrouter', 'openrouter-endpoints', 'models-dev', 'genai-prices', 'artificial-analysis'].map(
      (id) => at(`sources/${id}.json`),
    )
    expect(statementsOf(own)).toEqual([
      expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
      expect.objectContaining({ Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'] }),
      { Effect: 'Allow', Action: 's3:GetObject', Resource: [at('current.json'), at('changes.json'), ...sources] },
      {
        Effect: 'Allow',
        Action: 's3:PutObject',
        Resource: [
          at('current.json'),
          at('changes.json'),
          at('changes.atom'),
          at('checked.json'),
          at('history/*'),
          ...sources,
        ],
      },
      {
        Effect: 'Allow',
        Action: 's3:ListBucket',
        Resource: bucketArn,
        Condition: { StringLike: { 's3:prefix': 'index/*' } },
      },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn('Failed') },
    ])
  })

  it('lets the scheduler start this function and fill the queue of the undelivered', () => {
    const [[, starter = {}] = []] = policies.filter(([id]) => id.includes('Starter'))
    expect(statementsOf(starter)).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: refreshArn },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn('Undelivered') },
    ])
  })
})

describe('Alarms', () => {
  const alarms = new Map(
    resourcesOf('AWS::CloudWatch::Alarm').map(([id, alarm]) => [id.replace(/^Alarms(.*)[0-9A-F]{8}$/, '$1'), alarm]),
  )

  it('are raised for each of the ways in which the index or the service can fail', () => {
    expect([...alarms.keys()].toSorted()).toEqual([
      'IndexOld',
      'RefreshFailed',
      'RefreshFailuresWaiting',
      'RefreshRefused',
      'RefreshUndelivered',
      'ServerErrors',
      'SourceFailing',
      'Throttles',
    ])
  })

  it.each([
    ['IndexOld', 48, 3, 'breaching'],
    ['RefreshFailed', 0, 1, 'notBreaching'],
    ['RefreshFailuresWaiting', 0, 1, 'notBreaching'],
    ['RefreshRefused', 0, 1, 'notBreaching'],
    ['RefreshUndelivered', 0, 1, 'notBreaching'],
    ['ServerErrors', 5, 1, 'notBreaching'],
    ['SourceFailing', 0, 6, 'notBreaching'],
    ['Throttles', 0, 1, 'notBreaching'],
  ])('%s above %i for %i periods, and where nothing is known it counts as %s', (name, threshold, periods, silence) => {
    expect(alarms.get(name)).toMatchObject({
      Threshold: threshold,
      EvaluationPeriods: periods,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: silence,
    })
  })

  it('read the log lines of a run where Lambda puts them', () => {
    const filters = resourcesOf('AWS::Logs::MetricFilter').map(([, { FilterPattern, MetricTransformations }]) => [
      FilterPattern,
      Object(MetricTransformations)[0].MetricValue,
    ])
    expect(filters.toSorted()).toEqual([
      ['{ $.message.event = "refresh" }', '$.message.indexAgeHours'],
      ['{ $.message.event = "refresh-refused" }', '1'],
      ['{ $.message.event = "refresh-source-failed" }', '1'],
    ])
  })
})

describe('What the operator may set', () => {
  const templateWith = (context: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'pointsman-context-'))
    const app = plainApp(folder)
    for (const [key, value] of Object.entries(context)) app.node.setContext(key, value)
    new PointsmanStack(app, 'Pointsman', {})
    app.synth()
    const template = readFileSync(join(folder, 'Pointsman.template.json'), 'utf8')
    rmSync(folder, { recursive: true })
    return template
  }

  it('tells a topic of every alarm', () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:on-call'
    expect(templateWith({ alarmTopicArn: topic }).split(`"${topic}"`).length - 1).toBe(8)
  })

  it('lets the refresh read the one secret that is named, and no secret otherwise', () => {
    expect(JSON.stringify(resourcesOf('AWS::IAM::Policy'))).not.toContain('secretsmanager')
    const template = templateWith({ artificialAnalysisSecret: 'pointsman/artificial-analysis' })
    expect(template).toContain(':secret:pointsman/artificial-analysis-??????')
    expect(template).toContain('"POINTSMAN_ARTIFICIAL_ANALYSIS_SECRET": "pointsman/artificial-analysis"')
  })
})
