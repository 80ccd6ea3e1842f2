import { ApiError } from './api-error.ts'
import { EXIT, type Exit, type Outcome } from './exit.ts'
import { printable } from './terminal.ts'

const exitOf = ({ kind, status }: ApiError): Exit => {
  switch (kind) {
    case 'unavailable':
      return EXIT.unreachable
    case 'unexpected':
      return EXIT.unexpected
    case 'refused':
      // What a command sends are its own arguments, so a bad request is a bad use of the command.
      if (status === 400) return EXIT.usage
      return status === 401 ? EXIT.notSignedIn : EXIT.refused
  }
}

const ADVICE: Readonly<Partial<Record<Exit, string>>> = {
  [EXIT.notSignedIn]: '\nSign in again: pointsman login',
  [EXIT.unreachable]: '\nIs the service running there? --base-url or POINTSMAN_BASE_URL names another address.',
}

/** What the shell is told when the service could not be asked, or said no. Anything else is a bug and goes on. */
export const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof RangeError) return { exit: EXIT.usage, hint: printable(error.message) }
  if (!(error instanceof ApiError)) throw error
  const exit = exitOf(error)
  return { exit, hint: printable(error.message) + (ADVICE[exit] ?? '') }
}
