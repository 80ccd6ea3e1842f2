import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Records } from './records.ts'

/** Loose on purpose: it keeps out slips of the hand, and whoever signs in here says who they are without proof. */
const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@<>"']+@[^\s@<>"']+$/))

const Account = z.object({ email: z.string() })

/** The address as Cognito would keep it, or nothing where it is none. */
export const emailOf = (text: string): string | undefined => z.safeParse(Email, text).data

/** One id for one address, in the form of Cognito's: the same on every machine and after every restart. */
const subjectOf = (email: string): string => {
  const hash = createHash('sha256').update(`account:${email}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** Whoever signs in has an account from then on. */
export const accounts = (records: Records) => ({
  signedIn: (email: string): string => {
    const subject = subjectOf(email)
    records.put('Account', subject, { email })
    return subject
  },
  /** What the ID token says of a person: what Cognito's says. */
  claimsOf: (subject: string) => {
    const account = z.safeParse(Account, records.get('Account', subject))
    if (!account.success) return undefined
    const { email } = account.data
    return { sub: subject, email, email_verified: true, token_use: 'id', 'cognito:username': subject }
  },
})
export type Accounts = ReturnType<typeof accounts>
