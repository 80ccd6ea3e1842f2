import { operations } from '../../shared/contract/all.ts'
import type { Operation } from '../../shared/http/operation.ts'

/** The steps of signing in are pages too, as far as a browser goes, but nowhere to come back to. */
const isPage = ({ method, reply, group }: Operation): boolean =>
  method === 'GET' && reply.type === 'html' && group !== 'sign-in'

/** Where a person may come back to after signing in: our own pages, and nothing else. */
export const PAGES: readonly string[] = operations.filter(isPage).map(({ path }) => path)

/** For who asked to sign in without saying where from. */
export const DEFAULT_PAGE = '/settings/api-tokens'

export const signInLink = (returnPath: string): string => `/auth/sign-in?return_to=${encodeURIComponent(returnPath)}`
