import type { Group } from '../http/operation.ts'
import { cookieJar } from '../sessions/cookie.ts'
import type { Json } from './json-schema.ts'

/** The chapters of the reference. */
export const TAGS: Readonly<Record<Group, { readonly name: string; readonly description: string }>> = {
  routing: {
    name: 'Routing',
    description:
      'Which model to use. Free, without a key, from any origin. Every path answers under /router too, where /router ' +
      'itself is the route.',
  },
  tokens: {
    name: 'API tokens',
    description:
      'Making, listing and revoking tokens, for a person signed in with a browser. A bearer token is refused here.',
  },
  approval: {
    name: 'Command-line approval',
    description: 'How a command-line client obtains a token: it opens this page, and listens for the answer.',
  },
  'sign-in': { name: 'Signing in', description: 'The way to a browser session and out of it.' },
  snapshots: { name: 'Connector snapshots', description: 'For machines: an API token, as Authorization: Bearer.' },
  site: { name: 'Pages and reference', description: 'The pages for people, and this description.' },
}

const ABOUT = `Pointsman routes every task to the right AI model, and lets local agent harnesses in with tokens that a person approved.

**Errors.** \`{"statusCode": 404, "message": "..."}\`; plain text on paths that end in \`/raw\`; a page where a person
asks for a page. What API Gateway itself refuses (429, an oversized header or payload, its own 500 and 503) is
\`{"message": "..."}\`.

**Anything else.** A path that is not here is 404; another method on a path that is, 405 with \`allow\`. Everything else
under \`/api/settings/\` asks for a session first.

**Parameters.** Values are trimmed and read in any case; an empty word counts as absent, an empty list is
400. Parameters that are not here are ignored. A word sent twice is
400; lists sent twice are merged.

**Versions.** Fields and paths are added without a new version: ignore what you do not know. One that is to go is
announced in the changelog at least one minor version before it goes.`

export const info: Json = {
  title: 'Pointsman',
  version: '1.0.0',
  summary: 'The right AI model for every task.',
  description: ABOUT,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** `session` is called by the name that its cookie has at this address. */
export const securitySchemesOf = (baseUrl: string): Json => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieJar(baseUrl).session,
    description:
      'An opaque session of a browser, set by signing in at /auth/sign-in. On https the cookie is called ' +
      '`__Host-session`; on a plain-http loopback address `session-{port}`, because cookies ignore ports.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_...',
    description: 'An API token with the scope that the endpoint names. Made at /settings/api-tokens or by a client.',
  },
})
