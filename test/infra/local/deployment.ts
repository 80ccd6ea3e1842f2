import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type FunctionGiven = {
  /** CommonJS, as bundles are. */
  readonly code: string
  readonly timeoutSeconds?: number
  readonly variables?: Readonly<Record<string, unknown>>
}

export type Given = {
  readonly functions: Readonly<Record<string, FunctionGiven>>
  /** By route key, which function answers. */
  readonly routes: Readonly<Record<string, string>>
  readonly buckets?: readonly string[]
  /** Beside, or in place of, the resources that follow from the rest. */
  readonly resources?: Readonly<Record<string, unknown>>
}

/** Answers with the event it got. */
export const ECHO = 'exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) })'

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'pointsman-'))

const functionResource = (name: string, { timeoutSeconds = 5, variables = {} }: FunctionGiven) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: { 'Fn::Sub': 'cdk-assets' }, S3Key: `hash-of-${name}.zip` },
    Handler: 'index.handler',
    Timeout: timeoutSeconds,
    MemorySize: 128,
    Environment: { Variables: variables },
  },
})

const integrationResource = (name: string) => ({
  Type: 'AWS::ApiGatewayV2::Integration',
  Properties: {
    ApiId: { Ref: 'Api' },
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
    IntegrationUri: { 'Fn::GetAtt': [name, 'Arn'] },
  },
})

const routeResource = (routeKey: string, name: string) => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: {
    ApiId: { Ref: 'Api' },
    RouteKey: routeKey,
    Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${name}Integration` }]] },
  },
})

const resourcesOf = ({ functions, routes, buckets = [], resources = {} }: Given) => ({
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
  ...Object.fromEntries(Object.entries(functions).map(([name, given]) => [name, functionResource(name, given)])),
  ...Object.fromEntries(Object.keys(functions).map((name) => [`${name}Integration`, integrationResource(name)])),
  ...Object.fromEntries(Object.entries(routes).map(([key, name], at) => [`Route${at}`, routeResource(key, name)])),
  ...Object.fromEntries(buckets.map((name) => [name, { Type: 'AWS::S3::Bucket' }])),
  ...resources,
})

/** Writes what CDK would write for a small service, bundles included, and gives the folder. */
export const aTemplateFolder = (given: Given): string => {
  const folder = temporaryFolder()
  const names = Object.keys(given.functions)
  const files = names.map((name) => [`hash-of-${name}`, { source: { path: `asset.${name}`, packaging: 'zip' } }])
  writeFileSync(join(folder, 'Pointsman.template.json'), JSON.stringify({ Resources: resourcesOf(given) }))
  writeFileSync(join(folder, 'Pointsman.assets.json'), JSON.stringify({ files: Object.fromEntries(files) }))
  for (const [name, { code }] of Object.entries(given.functions)) {
    mkdirSync(join(folder, `asset.${name}`))
    writeFileSync(join(folder, `asset.${name}`, 'index.cjs'), code)
  }
  return folder
}
