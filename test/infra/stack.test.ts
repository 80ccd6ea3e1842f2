import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, it } from 'vitest'
import { checkedApp, synthesize } from '../../infra/app.ts'
import { groups, operations } from '../../shared/contract/all.ts'
import { routeKeysOf } from '../../shared/http/operation.ts'
import { type Properties, resourcesOf, synthesisFolder, template } from '../support/synthesis.ts'

const routeKeys = operations.flatMap(routeKeysOf)

describe('Routes', () => {
  it('gives every operation its routes, and every route an operation', () => {
    const deployed = resourcesOf('AWS::ApiGatewayV2::Route').map(([, { RouteKey }]) => RouteKey)
    expect(deployed.toSorted()).toEqual(routeKeys.toSorted())
  })

  it('throttles every route, and nothing else', () => {
    const [[, stage = {}] = []] = resourcesOf('AWS::ApiGatewayV2::Stage')
    expect(Object.keys(Object(stage?.RouteSettings)).toSorted()).toEqual(routeKeys.toSorted())
    for (const settings of Object.values(Object(stage?.RouteSettings))) {
      expect(settings).toEqual({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
        DetailedMetricsEnabled: false,
      })
    }
  })

  it('makes the stage wait for every route that its settings name', () => {
    const [stageId = ''] = resourcesOf('AWS::ApiGatewayV2::Stage').map(([id]) => id)
    const waitsFor = template().Resources[stageId]?.DependsOn
    expect(waitsFor).toEqual(expect.arrayContaining(resourcesOf('AWS::ApiGatewayV2::Route').map(([id]) => id)))
  })

  it('asks for no CORS of the whole API, which would open the other routes', () => {
    expect(resourcesOf('AWS::ApiGatewayV2::Api').map(([, api]) => api.CorsConfiguration)).toEqual([undefined])
  })

  it('logs the route of a request, never its path or query', () => {
    const [[, stage = {}] = []] = resourcesOf('AWS::ApiGatewayV2::Stage')
    const format = JSON.stringify(stage?.AccessLogSettings)
    expect(format).toContain('$context.routeKey')
    expect(format).not.toMatch(/\$context\.(path|http|identity|integration)|query|authorizer/i)
  })
})

describe('Functions', () => {
  const functions = resourcesOf('AWS::Lambda::Function')

  it('has one for each group', () => {
    expect(functions.map(([, { Description }]) => Description)).toEqual(groups.map((group) => `Pointsman: ${group}`))
  })

  it.each(functions)('%s runs on Node.js 24, arm64, 512 MB, with JSON logs and tracing', (_, properties) => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: 512,
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      TracingConfig: { Mode: 'Active' },
      Environment: { Variables: { POINTSMAN_INDEX_BUCKET: { Ref: expect.any(String) } } },
    })
  })

  it('gives each one role of its own and at most one permission to be invoked', () => {
    expect(new Set(functions.map(([, { Role }]) => JSON.stringify(Role))).size).toBe(functions.length)
    const invoked = resourcesOf('AWS::Lambda::Permission').map(([, { FunctionName }]) => JSON.stringify(FunctionName))
    expect(new Set(invoked).size).toBe(invoked.length)
    expect(invoked.length).toBe(functions.length)
  })

  it('keeps every log for a month', () => {
    const groupsOfLogs = resourcesOf('AWS::Logs::LogGroup')
    expect(groupsOfLogs.length).toBe(functions.length + 1)
    expect(groupsOfLogs.map(([, { RetentionInDays }]) => RetentionInDays)).toEqual(groupsOfLogs.map(() => 30))
  })
})

describe('Grants', () => {
  const bucket = resourcesOf('AWS::S3::Bucket').map(([id]) => ({ 'Fn::GetAtt': [id, 'Arn'] }))[0]
  const statementsOf = ({ PolicyDocument }: Properties): unknown => Object(PolicyDocument).Statement
  const policies = resourcesOf('AWS::IAM::Policy')

  it('knows the policy of every function', () => {
    expect(policies.length).toBe(groups.length)
  })

  it.each(policies)('%s allows logs, traces and reading the current index, exactly', (_, policy) => {
    expect(statementsOf(policy)).toEqual([
      {
        Effect: 'Allow',
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/Logs/), 'Arn'] },
      },
      { Effect: 'Allow', Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: '*' },
      { Effect: 'Allow', Action: 's3:GetObject', Resource: { 'Fn::Join': ['', [bucket, '/index/current.json']] } },
      {
        Effect: 'Allow',
        Action: 's3:ListBucket',
        Resource: bucket,
        Condition: { StringLike: { 's3:prefix': 'index/*' } },
      },
    ])
  })

  it('attaches no managed policy', () => {
    expect(resourcesOf('AWS::IAM::Role').map(([, { ManagedPolicyArns }]) => ManagedPolicyArns)).toEqual(
      groups.map(() => undefined),
    )
  })
})

describe('The index bucket', () => {
  it('is private, encrypted, versioned and kept', () => {
    const [[id = '', bucket] = []] = resourcesOf('AWS::S3::Bucket')
    expect(bucket).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
      VersioningConfiguration: { Status: 'Enabled' },
    })
    expect(template().Resources[id]?.DeletionPolicy).toBe('Retain')
  })

  it('refuses plain http', () => {
    expect(JSON.stringify(resourcesOf('AWS::S3::BucketPolicy'))).toContain('"aws:SecureTransport":"false"')
  })
})

describe('Synthesis', () => {
  it('writes the same bytes twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pointsman-again-'))
    await synthesize(folder)
    const [first, second] = [synthesisFolder(), folder].map((from) =>
      readFileSync(join(from, 'Pointsman.template.json')),
    )
    rmSync(folder, { recursive: true })
    expect(second).toEqual(first)
  })

  it('passes every check of cdk-nag, and an open bucket would stop it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pointsman-nag-'))
    const app = checkedApp(folder)
    new Bucket(new Stack(app, 'Seeded'), 'Open')
    expect(() => app.synth()).toThrow('AwsSolutions-S10')
    rmSync(folder, { recursive: true })
  })
})
