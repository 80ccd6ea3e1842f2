import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDeployment } from '../../../infra/local/template.ts'
import { aTemplateFolder, ECHO, type Given } from './deployment.ts'

const GIVEN: Given = {
  functions: { Shop: { code: ECHO, timeoutSeconds: 7, variables: { BUCKET: { Ref: 'Bucket' } } } },
  routes: { 'GET /shop': 'Shop', $default: 'Shop' },
  buckets: ['Bucket'],
}

test('routes, functions and buckets come out of the template, code folders out of the assets manifest', () => {
  const folder = aTemplateFolder(GIVEN)
  expect(readDeployment(folder)).toEqual({
    api: 'Api',
    routes: [
      { routeKey: 'GET /shop', functionId: 'Shop' },
      { routeKey: '$default', functionId: 'Shop' },
    ],
    functions: [
      {
        id: 'Shop',
        codeFolder: join(folder, 'asset.Shop'),
        handler: 'index.handler',
        timeoutSeconds: 7,
        memoryMegabytes: 128,
        variables: { BUCKET: { Ref: 'Bucket' } },
      },
    ],
    buckets: ['Bucket'],
    tables: [],
    people: undefined,
  })
})

const TABLE = {
  AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
}
const PEOPLE = {
  Pool: { Type: 'AWS::Cognito::UserPool' },
  Web: { Type: 'AWS::Cognito::UserPoolClient' },
  Domain: { Type: 'AWS::Cognito::UserPoolDomain' },
}

test('tables come with their keys, and what signs people in with its three parts', () => {
  const Sessions = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { ...TABLE, BillingMode: 'PAY_PER_REQUEST' } }
  const { tables, people } = readDeployment(aTemplateFolder({ ...GIVEN, resources: { Sessions, ...PEOPLE } }))
  expect(tables).toEqual([{ id: 'Sessions', name: 'Sessions', shape: TABLE }])
  expect(people).toEqual({ pool: 'Pool', client: 'Web', domain: 'Domain' })
})

test('a function that leaves them out has the time and memory that AWS gives it, and no variables', () => {
  const Plain = {
    Type: 'AWS::Lambda::Function',
    Properties: { Code: { S3Key: 'hash-of-Shop.zip' }, Handler: 'index.handler' },
  }
  const { functions } = readDeployment(aTemplateFolder({ ...GIVEN, resources: { Plain } }))
  expect(functions.find(({ id }) => id === 'Plain')).toMatchObject({
    timeoutSeconds: 3,
    memoryMegabytes: 128,
    variables: {},
  })
})

const integration = (changed: object) => ({
  ShopIntegration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: { 'Fn::GetAtt': ['Shop', 'Arn'] },
      ...changed,
    },
  },
})

test.each([
  ['an integration in the older format', integration({ PayloadFormatVersion: '1.0' }), /integration ShopIntegration/],
  ['an integration that is no function', integration({ IntegrationUri: 'https://example.org' }), /ShopIntegration/],
  ['a route to nowhere', { ShopIntegration: { Type: 'AWS::SNS::Topic' } }, /GET \/shop leads to ShopIntegration/],
  [
    'a route with a target of its own',
    { Route0: { Type: 'AWS::ApiGatewayV2::Route', Properties: { RouteKey: 'GET /' } } },
    /route Route0/,
  ],
  ['a second API', { Other: { Type: 'AWS::ApiGatewayV2::Api' } }, /exactly one HTTP API/],
  ['no API', { Api: { Type: 'AWS::SNS::Topic' } }, /exactly one HTTP API/],
  ['a table without keys', { Odd: { Type: 'AWS::DynamoDB::GlobalTable', Properties: {} } }, /^The table Odd/],
  ['a user pool without a client', { Pool: PEOPLE.Pool, Domain: PEOPLE.Domain }, /one user pool with one client/],
  ['two clients', { ...PEOPLE, Other: PEOPLE.Web }, /one user pool with one client/],
  [
    'code that the manifest does not know',
    { Lost: { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: 'lost.zip' }, Handler: 'x.y' } } },
    /where the code lost\.zip lies/,
  ],
])('%s is refused by its name', (_what, resources, message) => {
  expect(() => readDeployment(aTemplateFolder({ ...GIVEN, resources }))).toThrow(message)
})

test('a template that is none is refused by its name', () => {
  const folder = aTemplateFolder(GIVEN)
  writeFileSync(join(folder, 'Pointsman.template.json'), '[]')
  expect(() => readDeployment(folder)).toThrow(/^Pointsman\.template\.json is not what this machine understands/)
})
