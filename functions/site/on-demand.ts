import type { Surroundings } from '../../shared/auth/access.ts'
import type { Browsers } from '../../shared/auth/browser.ts'
import type { HttpError } from '../../shared/http/errors.ts'

type Access = typeof import('../../shared/auth/access.ts')
type ReferenceOf = ReturnType<typeof import('./reference/reference.ts').referenceOf>

/**
 * Who is signed in, loaded with the first page that asks: what it takes to reach the database makes a cold start several
 * times as long, and most pages of this function do without. Only what has been loaded can have failed.
 */
export const accessOnDemand = (surroundings: Surroundings) => {
  let access: Access | undefined
  let made: Browsers | undefined
  return {
    browsers: async (): Promise<Browsers> => {
      access ??= await import('../../shared/auth/access.ts')
      made ??= access.browsersOf(surroundings)
      return made
    },
    expected: (error: unknown): HttpError | undefined => access?.expectedFault(error),
  }
}

/** The reference, loaded when it is asked for: what writes it is larger than all pages together. */
export const referenceOnDemand = (): ReferenceOf => {
  let made: ReferenceOf | undefined
  return async (asked) => {
    const { referenceOf } = await import('./reference/reference.ts')
    made ??= referenceOf()
    return made(asked)
  }
}
