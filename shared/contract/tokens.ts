import * as z from 'zod/mini'
import { noBody, nothing, operation } from '../http/operation.ts'
import { TokenRequest } from '../tokens/request.ts'
import { ApiToken } from '../tokens/schema.ts'

const common = {
  group: 'tokens',
  aliases: [],
  auth: 'session',
  params: nothing,
  query: nothing,
  body: noBody,
  throttle: { rate: 20, burst: 40 },
  isPublic: false,
} as const

export const listTokensOperation = operation({
  ...common,
  id: 'listTokens',
  method: 'GET',
  path: '/api/settings/api-tokens',
  summary: 'Your API tokens',
  description: 'Every token of the signed-in person, newest first, revoked and expired ones included.',
  reply: { status: 200, type: 'json', schema: z.object({ tokens: z.array(ApiToken) }) },
  errors: [401, 403, 503],
})

export const createTokenOperation = operation({
  ...common,
  id: 'createToken',
  method: 'POST',
  path: '/api/settings/api-tokens',
  summary: 'A new API token',
  description: 'Makes a token. Its raw value is answered this once; only its hash is kept.',
  body: { type: 'json', schema: TokenRequest },
  reply: { status: 201, type: 'json', schema: z.object({ token: z.string(), apiToken: ApiToken }) },
  errors: [400, 401, 403, 409, 413, 415, 503],
})

export const revokeTokenOperation = operation({
  ...common,
  id: 'revokeToken',
  method: 'DELETE',
  path: '/api/settings/api-tokens/{id}',
  params: z.object({ id: z.string() }),
  summary: 'Revoke an API token',
  description: 'Revokes a token of yours: no request that starts after this answer succeeds with it. The record stays.',
  reply: { status: 200, type: 'json', schema: z.object({ apiToken: ApiToken }) },
  errors: [401, 403, 404, 503],
})

export const unmatchedSettingOperation = operation({
  ...common,
  id: 'unmatchedSetting',
  method: 'ANY',
  path: '/api/settings/{proxy+}',
  summary: 'Whatever else lies under /api/settings',
  description:
    'A path that does not exist is 404; another method on one that does is 405. Both only for who is signed in.',
  reply: { status: 404, type: 'json', schema: z.never() },
  errors: [401, 403, 404, 405, 503],
})

export const tokensOperations = [
  listTokensOperation,
  createTokenOperation,
  revokeTokenOperation,
  unmatchedSettingOperation,
] as const
