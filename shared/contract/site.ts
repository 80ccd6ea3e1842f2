import * as z from 'zod/mini'
import { noBody, nothing, operation } from '../http/operation.ts'

const common = {
  group: 'site',
  aliases: [],
  auth: 'none',
  params: nothing,
  body: noBody,
  query: nothing,
  throttle: { rate: 100, burst: 200 },
  isPublic: false,
} as const

const Page = z.string().check(z.startsWith('<!doctype html>'))

export const homeOperation = operation({
  ...common,
  id: 'home',
  method: 'GET',
  path: '/',
  summary: 'What the service is and how to call it',
  description: 'The endpoints, and three answers of the router as they are now.',
  reply: { status: 200, type: 'html', schema: Page },
  errors: [],
})

export const settingsPageOperation = operation({
  ...common,
  id: 'settingsPage',
  method: 'GET',
  path: '/settings/api-tokens',
  auth: 'session',
  summary: 'The page on which a person manages their API tokens',
  description:
    'Who is signed in, their tokens, a form for a new one. Without a session: a redirect to sign-in and back.',
  reply: { status: 200, type: 'html', schema: Page },
  errors: [503],
})

export const assetOperation = operation({
  ...common,
  id: 'asset',
  method: 'GET',
  path: '/assets/{file}',
  params: z.object({ file: z.string() }),
  summary: "A file of the pages' own",
  description: 'The stylesheet, the icon and the scripts.',
  reply: { status: 200, type: 'text', schema: z.string() },
  errors: [404],
})

export const unmatchedOperation = operation({
  ...common,
  id: 'unmatched',
  method: 'ANY',
  path: '$default',
  summary: 'Whatever no other endpoint answers',
  description:
    'A path that does not exist is 404; another method on a path that does is 405, and names what it allows.',
  reply: { status: 404, type: 'json', schema: z.never() },
  errors: [404, 405],
})

export const openApiOperation = operation({
  ...common,
  id: 'openApi',
  method: 'GET',
  path: '/openapi.json',
  aliases: ['/api/openapi.json'],
  summary: 'This description, for machines',
  description:
    'The OpenAPI 3.1 document of the whole service, made from what it serves; its examples are real answers.',
  reply: { status: 200, type: 'json', schema: z.looseObject({ openapi: z.literal('3.1.0') }) },
  errors: [],
  isPublic: true,
})

export const llmsOperation = operation({
  ...common,
  id: 'llms',
  method: 'GET',
  path: '/llms.txt',
  summary: 'How to call the service, for agents',
  description: 'One page of plain text: what to ask, with which parameters, and what comes back.',
  reply: { status: 200, type: 'text', schema: z.string() },
  errors: [],
  isPublic: true,
})

export const docsOperation = operation({
  ...common,
  id: 'docs',
  method: 'GET',
  path: '/docs',
  summary: 'The reference, for people',
  description: 'Every endpoint with its parameters, answers and a command to try, made from the OpenAPI document.',
  reply: { status: 200, type: 'html', schema: Page },
  errors: [],
})

export const siteOperations = [
  homeOperation,
  settingsPageOperation,
  assetOperation,
  unmatchedOperation,
  openApiOperation,
  llmsOperation,
  docsOperation,
] as const
