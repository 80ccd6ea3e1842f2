import * as z from 'zod/mini'
import { noBody, nothing, operation } from '../http/operation.ts'

const common = {
  group: 'sign-in',
  method: 'GET',
  aliases: [],
  auth: 'none',
  params: nothing,
  query: nothing,
  body: noBody,
  throttle: { rate: 20, burst: 40 },
  isPublic: false,
} as const

const redirect = { status: 303, type: 'html', schema: z.string() } as const

export const SessionState = z.union([
  z.object({ signedIn: z.literal(false) }),
  z.object({ signedIn: z.literal(true), email: z.string(), workspace: z.string(), expiresAt: z.iso.datetime() }),
])
export type SessionState = z.infer<typeof SessionState>

export const signInOperation = operation({
  ...common,
  id: 'signIn',
  path: '/auth/sign-in',
  summary: 'Go and sign in',
  description: 'Redirects to the sign-in page and, by way of /auth/callback, back to the page named by return_to.',
  reply: redirect,
  errors: [400, 503],
})

export const signInCallbackOperation = operation({
  ...common,
  id: 'signInCallback',
  path: '/auth/callback',
  summary: 'Come back signed in',
  description: 'Takes code and state from the sign-in page, sets the session cookie and redirects to where it began.',
  reply: redirect,
  errors: [400, 503],
})

export const signOutOperation = operation({
  ...common,
  id: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'Sign out of this browser',
  description: 'Ends the session here and at the sign-in page. Works without a session too.',
  reply: redirect,
  errors: [403, 503],
})

export const sessionOperation = operation({
  ...common,
  id: 'session',
  path: '/auth/session',
  summary: 'Who is signed in here',
  description: 'Always 200: whether somebody is signed in and, if so, who, in which workspace and until when.',
  reply: { status: 200, type: 'json', schema: SessionState },
  errors: [503],
})

export const signInOperations = [signInOperation, signInCallbackOperation, signOutOperation, sessionOperation] as const
