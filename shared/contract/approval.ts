import * as z from 'zod/mini'
import { noBody, nothing, operation } from '../http/operation.ts'

const common = {
  group: 'approval',
  path: '/settings/api-tokens/cli',
  aliases: [],
  auth: 'session',
  params: nothing,
  // The handlers read the raw text: API Gateway joins repeated parameters, and which one was meant is not ours to guess.
  query: nothing,
  body: noBody,
  throttle: { rate: 20, burst: 40 },
  isPublic: false,
} as const

const Page = z.string()

export const approvalPageOperation = operation({
  ...common,
  id: 'approvalPage',
  method: 'GET',
  summary: 'The page on which a person approves a command-line client',
  description:
    'Takes client, redirect_uri and state. Shows who asks for what and where the token would go; mints nothing.',
  reply: { status: 200, type: 'html', schema: Page },
  errors: [400, 503],
})

export const approveOperation = operation({
  ...common,
  id: 'approve',
  method: 'POST',
  summary: 'The decision of a person about a command-line client',
  description: 'Approve mints a token and redirects to the callback with it; Deny redirects with error=access_denied.',
  reply: { status: 303, type: 'html', schema: Page },
  errors: [400, 401, 403, 409, 413, 415, 503],
})

export const approvalOperations = [approvalPageOperation, approveOperation] as const
