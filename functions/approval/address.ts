import type { ApprovalRequest } from '../../shared/auth/approval-request.ts'
import { signInPath } from '../../shared/auth/browser.ts'
import { approvalPageOperation } from '../../shared/contract/approval.ts'

const { path } = approvalPageOperation

/** Quotes have no place in a way back from sign-in, and `encodeURIComponent` leaves single ones. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27')

/** The query that asks for a request anew, in one spelling whatever it was sent in. */
export const queryFor = ({ client, callback, state }: ApprovalRequest): string =>
  `client=${encoded(client)}&redirect_uri=${encoded(callback.uri)}&state=${encoded(state)}`

/** A fresh page for the same request. */
export const pathFor = (asked: ApprovalRequest): string => `${path}?${queryFor(asked)}`

/** Where to sign in and come back to the same request. */
export const signInFor = (asked: ApprovalRequest): string => signInPath({ path, rawQuery: queryFor(asked) })
