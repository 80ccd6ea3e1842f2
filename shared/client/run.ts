import { CommanderError } from 'commander'
import { EXIT, type Outcome } from './exit.ts'
import { programOf } from './program.ts'
import type { Surroundings } from './surroundings.ts'
import { withoutTokens } from './terminal.ts'

/** What the parser throws after it has shown help or the version; everything else it throws is a wrong use. */
const isAnswered = ({ code }: CommanderError): boolean =>
  code === 'commander.helpDisplayed' || code === 'commander.version'

/** Runs one command line and answers its exit code. Whatever is printed passes here, and tokens do not. */
export const run = async (args: readonly string[], given: Surroundings): Promise<number> => {
  const around: Surroundings = {
    ...given,
    write: (text) => given.write(withoutTokens(text)),
    tell: (text) => given.tell(withoutTokens(text.endsWith('\n') ? text : `${text}\n`)),
  }
  let exit: number = EXIT.ok
  const ended = ({ exit: code, answer, hint }: Outcome): void => {
    exit = code
    if (answer !== undefined) around.write(`${answer}\n`)
    if (hint !== undefined) around.tell(hint)
  }
  try {
    await programOf(around, ended).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    exit = isAnswered(error) ? EXIT.ok : EXIT.usage
  }
  return exit
}
