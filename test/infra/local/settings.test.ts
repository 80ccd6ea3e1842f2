import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settingsOf } from '../../../infra/local/settings.ts'

const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  baseUrl: undefined,
  dataFolder: resolve('.pointsman'),
  signInPort: 0,
  signInOrigin: undefined,
}

test.each([
  ['nothing', {}, {}],
  [
    'empty variables',
    { PORT: '', HOST: '', POINTSMAN_DATA: '', POINTSMAN_BASE_URL: '', SIGN_IN_PORT: '', POINTSMAN_SIGN_IN_ORIGIN: '' },
    {},
  ],
  ['a port', { PORT: '8080' }, { port: 8080 }],
  ['any free port', { PORT: '0' }, { port: 0 }],
  ['a folder', { POINTSMAN_DATA: '/srv/data' }, { dataFolder: resolve('/srv/data') }],
  ['a base URL', { POINTSMAN_BASE_URL: 'https://box.example/' }, { baseUrl: 'https://box.example' }],
  [
    'another host with a base URL',
    { HOST: '0.0.0.0', POINTSMAN_BASE_URL: 'https://box.example:3000' },
    { host: '0.0.0.0', baseUrl: 'https://box.example:3000' },
  ],
  ['a base URL of this machine', { POINTSMAN_BASE_URL: 'http://localhost:3000' }, { baseUrl: 'http://localhost:3000' }],
  ['a port of the sign-in page', { SIGN_IN_PORT: '3001' }, { signInPort: 3001 }],
  [
    'another address of the sign-in page',
    { POINTSMAN_SIGN_IN_ORIGIN: 'https://sign-in.box.example/' },
    { signInOrigin: 'https://sign-in.box.example' },
  ],
])('%s is understood', (_what, environment, changed) => {
  expect(settingsOf(environment)).toEqual({ ...DEFAULTS, ...changed })
})

test.each([
  ['PORT is a word', { PORT: 'http' }, /^PORT must be .* "http"\.$/],
  ['PORT is too high', { PORT: '65536' }, /^PORT must be/],
  ['PORT is negative', { PORT: '-1' }, /^PORT must be/],
  ['PORT is a fraction', { PORT: '3000.5' }, /^PORT must be/],
  ['another host has no base URL', { HOST: '0.0.0.0' }, /^HOST is 0\.0\.0\.0, so set POINTSMAN_BASE_URL/],
  ['localhost, which is two addresses, has no base URL', { HOST: 'localhost' }, /^HOST is localhost/],
  [
    'the base URL is in the clear',
    { POINTSMAN_BASE_URL: 'http://192.0.2.7:3000' },
    /sessions would travel in the clear/,
  ],
  ['the port of the sign-in page is a word', { SIGN_IN_PORT: 'any' }, /^SIGN_IN_PORT must be .* "any"\.$/],
  [
    'the address of the sign-in page has a path',
    { POINTSMAN_SIGN_IN_ORIGIN: 'https://a/b' },
    /^POINTSMAN_SIGN_IN_ORIGIN/,
  ],
  ['the base URL has a path', { POINTSMAN_BASE_URL: 'http://a/b' }, /^POINTSMAN_BASE_URL must be/],
  ['the base URL has a user', { POINTSMAN_BASE_URL: 'http://u:p@a' }, /^POINTSMAN_BASE_URL must be/],
  ['the base URL has another scheme', { POINTSMAN_BASE_URL: 'ftp://a' }, /^POINTSMAN_BASE_URL must be/],
  ['the base URL is none', { POINTSMAN_BASE_URL: 'box' }, /^POINTSMAN_BASE_URL must be/],
])('%s: one sentence says so', (_what, environment, message) => {
  expect(() => settingsOf(environment)).toThrow(message)
})
