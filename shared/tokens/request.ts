import * as z from 'zod/mini'
import { SCOPES, type Scope } from './schema.ts'

type Raw = z.core.$ZodRawIssue

const demand =
  (rule: string) =>
  ({ input }: Raw): string =>
    input === undefined ? 'is required' : `must be ${rule}`

/** Never by `String()`: an object of the sender's making can make it throw. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 64)) : typeof value

/** A token pasted into a label would be stored and shown for ever. */
const isTokenFree = (text: string): boolean => !text.toLowerCase().includes('svc_live_')
const tokenFree = z.refine<string>(isTokenFree, 'must not hold a token')

/**
 * Control, formatting (bidirectional overrides too), private, unpaired and blank characters: they make one label look
 * like another. The emoji selector is visible by its effect and stays.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u
const isSeen = (text: string): boolean => !UNSEEN.test(text.replace(/(\p{Extended_Pictographic})\uFE0F/gu, '$1'))

const lengthOf = (text: string): number => [...text].length

const Name = z.string({ error: demand('a string of 1 to 100 characters') }).check(
  z.trim(),
  z.refine((text) => text !== '' && lengthOf(text) <= 100, 'must be a string of 1 to 100 characters'),
  z.refine(isSeen, 'must not hold control or invisible characters'),
  tokenFree,
)

/** A label of the caller's own, not a proof of where a token was made. */
const SOURCE_RULE = 'a lower-case letter and up to 31 lower-case letters, digits, "_" or "-"'
const Source = z
  .string({ error: demand(SOURCE_RULE) })
  .check(z.regex(/^[a-z][a-z0-9_-]{0,31}$/, `must be ${SOURCE_RULE}`), tokenFree)

const CLIENT_RULE = '1 to 64 printable ASCII characters, not all of them spaces'

/** What a program calls itself; shown on the approval page, so it must show something. */
export const ClientName = z
  .string({ error: demand(CLIENT_RULE) })
  .check(z.regex(/^(?=.*[!-~])[ -~]{1,64}$/, `must be ${CLIENT_RULE}`), tokenFree)

const SCOPES_RULE = `a list of 1 to 10 of ${SCOPES.join(', ')}`

/** What a token shall be allowed: every scope known, each kept once, nothing widened and nothing dropped. */
const RequestedScopes = z.pipe(
  z
    .array(z.enum(SCOPES, { error: ({ input }) => `${shown(input)} is not one of ${SCOPES.join(', ')}` }), {
      error: demand(SCOPES_RULE),
    })
    .check(z.minLength(1, `must be ${SCOPES_RULE}`), z.maxLength(10, `must be ${SCOPES_RULE}`)),
  z.transform((scopes): Scope[] => [...new Set(scopes)]),
)

const DAYS_RULE = 'an integer from 1 to 365'
const Days = z
  .int({ error: demand(DAYS_RULE) })
  .check(z.minimum(1, `must be ${DAYS_RULE}`), z.maximum(365, `must be ${DAYS_RULE}`))

const Body = z
  .strictObject(
    {
      name: Name,
      source: z._default(Source, 'settings'),
      client: z._default(ClientName, 'browser'),
      scopes: RequestedScopes,
      expiresInDays: z.optional(Days),
      expiresAt: z.optional(z.null('may only be null, for a token that never expires; send expiresInDays otherwise')),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `Unknown field ${shown(issue.keys[0])}` : 'The body must be a JSON object',
    },
  )
  .check(
    z.refine(
      ({ expiresAt, expiresInDays }) => !(expiresAt === null && expiresInDays !== undefined),
      'Send either expiresInDays or expiresAt: null, not both',
    ),
  )

/** The body of `POST /api/settings/api-tokens`; what comes out has every default filled in, `null` days meaning for ever. */
export const TokenRequest = z.pipe(
  Body,
  z.transform(({ expiresAt, expiresInDays = 90, ...labels }) => ({
    ...labels,
    expiresInDays: expiresAt === null ? null : expiresInDays,
  })),
)
export type TokenRequest = z.output<typeof TokenRequest>
