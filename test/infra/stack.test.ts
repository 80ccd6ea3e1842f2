import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, it } from 'vitest'
import { checkedApp, synthesize } from '../../infra/app.ts'
import { groups, operations } from '../../shared/contract/all.ts'
import { type Group, routeKeysOf } from '../../shared/http/operation.ts'
import { type Properties, resourcesOf, synthesisFolder, template } from '../support/synthesis.ts'
import { SESSIONS, TOKENS } from '../support/tables.ts'

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
    const named = [...groups, 'refresh'].map((group) => `Pointsman: ${group}`)
    expect(functions.map(([, { Description }]) => Description)).toEqual(named)
  })

  it.each(functions)('%s runs on Node.js 24, arm64, 512 MB, with JSON logs and tracing', (_, properties) => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: 512,
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      TracingConfig: { Mode: 'Active' },
    })
  })

  it('gives each one role of its own and at most one permission to be invoked', () => {
    expect(new Set(functions.map(([, { Role }]) => JSON.stringify(Role))).size).toBe(functions.length)
    const invoked = resourcesOf('AWS::Lambda::Permission').map(([, { FunctionName }]) => JSON.stringify(FunctionName))
    expect(new Set(invoked).size).toBe(invoked.length)
    expect(invoked.length).toBe(groups.length)
  })

  it('keeps every log for a month', () => {
    const groupsOfLogs = resourcesOf('AWS::Logs::LogGroup')
    expect(groupsOfLogs.length).toBe(functions.length + 1)
    expect(groupsOfLogs.map(([, { RetentionInDays }]) => RetentionInDays)).toEqual(groupsOfLogs.map(() => 30))
  })
})

/** The first resource of a type whose id begins so. */
const resource = (type: string, prefix = ''): readonly [id: string, properties: Properties] => {
  const found = resourcesOf(type).find(([id]) => id.startsWith(prefix))
  if (found === undefined) throw new Error(`There is no ${type} ${prefix}`)
  return found
}

const [apiId] = resource('AWS::ApiGatewayV2::Api')
const [bucketId] = resource('AWS::S3::Bucket')
const [tokensId] = resource('AWS::DynamoDB::GlobalTable', 'DataTokens')
const [sessionsId] = resource('AWS::DynamoDB::GlobalTable', 'DataSessions')
const [poolId, pool] = resource('AWS::Cognito::UserPool')
const [clientId, client] = resource('AWS::Cognito::UserPoolClient')
const [domainId, domain] = resource('AWS::Cognito::UserPoolDomain')

/** The function of a group, and what is its own. */
const functionOf = (group: Group): Properties => {
  const description = `Pointsman: ${group}`
  const found = resourcesOf('AWS::Lambda::Function').find(([, { Description }]) => Description === description)
  if (found === undefined) throw new Error(`There is no function of ${group}`)
  return found[1]
}

const ref = (id: string) => ({ Ref: id })
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] })

describe('Environments: every group knows exactly what it needs', () => {
  const index = { POINTSMAN_INDEX_BUCKET: ref(bucketId) }
  const tokens = { POINTSMAN_TOKENS_TABLE: ref(tokensId) }
  const people = {
    POINTSMAN_BASE_URL: { 'Fn::GetAtt': [apiId, 'ApiEndpoint'] },
    POINTSMAN_SESSIONS_TABLE: ref(sessionsId),
  }
  const origin = {
    POINTSMAN_SIGN_IN_ORIGIN: joined('https://', ref(domainId), '.auth.', ref('AWS::Region'), '.amazoncognito.com'),
  }
  const expected = {
    routing: index,
    tokens: { ...people, ...tokens },
    approval: { ...people, ...tokens },
    'sign-in': {
      ...people,
      ...origin,
      POINTSMAN_USER_POOL_ID: ref(poolId),
      POINTSMAN_USER_POOL_CLIENT_ID: ref(clientId),
    },
    snapshots: tokens,
    site: { ...index, ...people, ...origin },
  } satisfies Record<Group, unknown>

  it.each(groups)('%s', (group) => {
    expect(functionOf(group).Environment).toEqual({ Variables: expected[group] })
  })
})

describe('Grants: every group may do exactly what its stores call', () => {
  const statementsOf = ({ PolicyDocument }: Properties): unknown => Object(PolicyDocument).Statement
  const policies = resourcesOf('AWS::IAM::Policy').filter(([id]) => !id.startsWith('Refresh'))
  const allow = (Resource: unknown, ...actions: readonly string[]) => ({
    Effect: 'Allow',
    Action: actions.length === 1 ? actions[0] : actions,
    Resource,
  })
  const own = [
    allow({ 'Fn::GetAtt': [expect.stringMatching(/Logs/), 'Arn'] }, 'logs:CreateLogStream', 'logs:PutLogEvents'),
    allow('*', 'xray:PutTraceSegments', 'xray:PutTelemetryRecords'),
  ]
  const inBucket = (name: string) => joined(arnOf(bucketId), `/index/${name}`)
  const list = { ...allow(arnOf(bucketId), 's3:ListBucket'), Condition: { StringLike: { 's3:prefix': 'index/*' } } }
  const readIndex = [allow(inBucket('current.json'), 's3:GetObject'), list]
  const readChanges = [allow(['current.json', 'changes.json', 'changes.atom'].map(inBucket), 's3:GetObject'), list]
  const onDynamodb =
    (resource: unknown) =>
    (...operations: readonly string[]) =>
      allow(resource, ...operations.map((name) => `dynamodb:${name}`))
  const tokens = onDynamodb(arnOf(tokensId))
  const byUser = onDynamodb(joined(arnOf(tokensId), '/index/byUser'))
  const sessions = onDynamodb(arnOf(sessionsId))
  const expected = {
    routing: readChanges,
    tokens: [
      tokens('BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'),
      byUser('Query'),
      sessions('GetItem', 'UpdateItem'),
    ],
    approval: [tokens('BatchGetItem', 'PutItem'), byUser('Query'), sessions('GetItem', 'PutItem', 'UpdateItem')],
    'sign-in': [sessions('DeleteItem', 'GetItem', 'PutItem', 'UpdateItem')],
    snapshots: [tokens('GetItem', 'UpdateItem')],
    site: [...readIndex, sessions('GetItem', 'UpdateItem')],
  } satisfies Record<Group, unknown>

  it('knows the policy of every function', () => {
    expect(policies.length).toBe(groups.length)
  })

  it.each(groups)('%s', (group) => {
    const [roleId] = Object(functionOf(group).Role)['Fn::GetAtt']
    const ofRole = policies.filter(([, { Roles }]) => JSON.stringify(Roles) === JSON.stringify([ref(roleId)]))
    expect(ofRole.map(([, policy]) => statementsOf(policy))).toEqual([[...own, ...expected[group]]])
  })

  it('attaches no managed policy', () => {
    const managed = resourcesOf('AWS::IAM::Role').flatMap(([, { ManagedPolicyArns }]) => ManagedPolicyArns ?? [])
    expect(managed).toEqual([])
  })
})

describe('The tables', () => {
  const tables = resourcesOf('AWS::DynamoDB::GlobalTable')

  it('are two', () => {
    expect(tables.map(([id]) => id)).toEqual([tokensId, sessionsId])
  })

  it.each(tables)('%s is on demand, restorable, guarded against deletion, purged by itself and kept', (id, table) => {
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'purgeAt', Enabled: true },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
    })
    expect(template().Resources[id]?.DeletionPolicy).toBe('Retain')
  })

  it.each([
    [tokensId, TOKENS],
    [sessionsId, SESSIONS],
  ])('%s has the keys that its store expects', (id, { TableName: _name, ...expected }) => {
    const [, table] = resource('AWS::DynamoDB::GlobalTable', id)
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode } = table
    expect({
      AttributeDefinitions,
      KeySchema,
      BillingMode,
      ...(GlobalSecondaryIndexes === undefined ? {} : { GlobalSecondaryIndexes }),
    }).toEqual(expected)
  })
})

describe('Signing in', () => {
  it('lets anybody sign up with an e-mail that they verify, and a strong password, without text messages', () => {
    expect(pool).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
          RequireUppercase: true,
        },
      },
    })
    expect(pool).not.toHaveProperty('SmsConfiguration')
  })

  it('keeps the accounts, whatever becomes of the stack', () => {
    expect(pool.DeletionProtection).toBe('ACTIVE')
    expect(template().Resources[poolId]?.DeletionPolicy).toBe('Retain')
  })

  it('is a public client with the code flow alone, which returns to this service and nowhere else', () => {
    const endpoint = { 'Fn::GetAtt': [apiId, 'ApiEndpoint'] }
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: [joined(endpoint, '/auth/callback')],
      LogoutURLs: [joined(endpoint, '/')],
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    })
  })

  it('has login pages of the newer kind with the branding that they need', () => {
    expect(domain).toMatchObject({ ManagedLoginVersion: 2, Domain: joined('pointsman-', ref('AWS::AccountId')) })
    const [, branding] = resource('AWS::Cognito::ManagedLoginBranding')
    expect(branding).toEqual({ ClientId: ref(clientId), UserPoolId: ref(poolId), UseCognitoProvidedValues: true })
  })
})

describe('The API', () => {
  it('depends on nothing, so that everything may know its address', () => {
    const references = JSON.stringify(template().Resources[apiId]).match(/"(Ref|Fn::GetAtt)"/g)
    expect([references, template().Resources[apiId]?.DependsOn]).toEqual([null, undefined])
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
  it('writes the same bytes twice, checked or not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pointsman-again-'))
    await synthesize(folder)
    const [first, second] = [synthesisFolder(), folder].map((from) =>
      readFileSync(join(from, 'Pointsman.template.json')),
    )
    rmSync(folder, { recursive: true })
    expect(second).toEqual(first)
  })

  it('passes every check of cdk-nag, and an open bucket would stop it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pointsman-nag-'))
    const app = await checkedApp(folder)
    new Bucket(new Stack(app, 'Seeded'), 'Open')
    expect(() => app.synth()).toThrow('AwsSolutions-S10')
    rmSync(folder, { recursive: true })
  })
})
