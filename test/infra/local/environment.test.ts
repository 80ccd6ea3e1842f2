import { expect, test } from 'vitest'
import { environmentOf, type LocalName } from '../../../infra/local/environment.ts'

const NAMES = new Map<string, LocalName>([
  ['Bucket', { ref: 'bucket' }],
  ['Domain', { ref: 'domain', signInOrigin: 'http://127.0.0.1:3001' }],
  ['AWS::Region', { ref: 'us-east-1' }],
  ['Api', { ref: 'local', attributes: { ApiEndpoint: 'http://127.0.0.1:3000' } }],
])

test('literals, references and attributes become what they are called on this machine', () => {
  const variables = {
    LITERAL: 'as it is',
    EMPTY: '',
    BUCKET: { Ref: 'Bucket' },
    BASE_URL: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
  }
  expect(environmentOf(variables, NAMES)).toEqual({
    LITERAL: 'as it is',
    EMPTY: '',
    BUCKET: 'bucket',
    BASE_URL: 'http://127.0.0.1:3000',
  })
})

const REGION = { Ref: 'AWS::Region' }
const DOMAIN = { Ref: 'Domain' }

test.each([
  ['any region', ['https://', DOMAIN, '.auth.', REGION, '.amazoncognito.com']],
  ['a given region', ['https://', DOMAIN, '.auth.eu-west-1.amazoncognito.com']],
])('the address of the sign-in pages in %s is where they are on this machine', (_kind, parts) => {
  const variables = { ORIGIN: { 'Fn::Join': ['', parts] } }
  expect(environmentOf(variables, NAMES)).toEqual({ ORIGIN: 'http://127.0.0.1:3001' })
})

const join = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] })

test.each([
  [
    'the address of sign-in pages of a bucket',
    join('https://', { Ref: 'Bucket' }, '.auth.', REGION, '.amazoncognito.com'),
  ],
  ['the address of sign-in pages with a path', join('https://', DOMAIN, '.auth.', REGION, '.amazoncognito.com/login')],
  ['the address of sign-in pages by another separator', { 'Fn::Join': ['-', ['https://', DOMAIN]] }],
  ['a join of nothing', { 'Fn::Join': '' }],
  ['a join within a join', join(join('https://', DOMAIN), '.auth.', REGION, '.amazoncognito.com')],
  ['a join', { 'Fn::Join': ['', ['https://', { Ref: 'Bucket' }]] }],
  ['a substitution', { 'Fn::Sub': 'of-Bucket' }],
  ['an unknown resource', { Ref: 'Table' }],
  ['an unknown attribute', { 'Fn::GetAtt': ['Api', 'Arn'] }],
  ['an attribute of a resource that has none', { 'Fn::GetAtt': ['Bucket', 'Arn'] }],
  ['an attribute by an inherited name', { 'Fn::GetAtt': ['Api', 'constructor'] }],
  ['an attribute in one text', { 'Fn::GetAtt': 'Api.ApiEndpoint' }],
  ['two intrinsics in one value', { Ref: 'Bucket', 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }],
  ['a number', 3],
  ['nothing', null],
  ['a list', ['Bucket']],
])('%s is refused, and the variable is named', (_kind, value) => {
  expect(() => environmentOf({ SOME_VARIABLE: value }, NAMES)).toThrow(/SOME_VARIABLE cannot be resolved/)
})
