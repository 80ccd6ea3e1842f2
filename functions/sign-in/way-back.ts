import { checkReturnPath } from '../../shared/auth/return-path.ts'
import { operations } from '../../shared/contract/all.ts'
import type { Operation } from '../../shared/http/operation.ts'

/** The steps of signing in are pages too, as far as a browser goes, but nowhere to come back to. */
const isPage = ({ method, reply, group }: Operation): boolean =>
  method === 'GET' && reply.type === 'html' && group !== 'sign-in'

/** Where a person may come back to after signing in: our own pages, and nothing else. */
export const PAGES: readonly string[] = operations.filter(isPage).map(({ path }) => path)

/** For who asked to sign in without saying where from. */
export const DEFAULT_PAGE = '/settings/api-tokens'

/** What the table kept is held to the same rule again: whatever wrote there, nobody is led away from our own pages. */
export const keptWayBack = (kept: string): string => {
  const checked = checkReturnPath(kept, PAGES)
  return checked.ok ? checked.path : DEFAULT_PAGE
}

export const signInLink = (returnPath: string): string => `/auth/sign-in?return_to=${encodeURIComponent(returnPath)}`
