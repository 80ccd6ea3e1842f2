import { Command, Option } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { BUDGETS, LATENCIES, QUALITIES, TASKS } from '../models/choices.ts'
import type { Asking } from './asking.ts'
import type { ChangesFlags } from './commands/changes.ts'
import type { LoginFlags } from './commands/login.ts'
import type { ModelsFlags } from './commands/models.ts'
import type { RouteFlags, Winner } from './commands/recommend.ts'
import { SORTS } from './commands/sort-by.ts'
import { EXIT, type Outcome } from './exit.ts'
import { count, examples, filtered, number, oneOf, rawable } from './options.ts'
import { baseUrlOf, DEFAULT_BASE_URL, type Flags } from './settings.ts'
import type { Surroundings } from './surroundings.ts'

type Run<F> = (asking: Asking, flags: F, argument: string) => Promise<Outcome>

/** Lets a command run with all of its flags, its own and the general ones, and with its first argument. */
type Runs = <F extends Flags>(command: Command, run: Run<F>) => Command

const addRoute = (program: Command, runs: Runs): void => {
  const route = program
    .command('route')
    .description('the model to use for a task, a fallback, and why')
    .addOption(oneOf('--task <task>', 'what the model is for (default: code)', TASKS))
    .addOption(oneOf('--latency <latency>', 'how long an answer may take (default: fast)', LATENCIES))
    .addOption(oneOf('--budget <budget>', 'how much money matters (default: low)', BUDGETS))
    .addOption(oneOf('--quality <quality>', 'how much the score matters (default: high)', QUALITIES))
  runs<RouteFlags>(route, async (asking, flags) => (await import('./commands/recommend.ts')).route(asking, flags))
  examples(rawable(filtered(route)), [
    'pointsman route --task reasoning --regions eu',
    'pointsman route --latency overnight --budget balanced --json',
    'MODEL=$(pointsman route --task summary --raw)',
  ])
}

const WINNERS: readonly (readonly [name: string, id: Winner, description: string])[] = [
  ['cheapest', 'cheapest', 'the useful model with the lowest price'],
  ['fastest', 'fastest', 'the model with the highest output speed'],
  ['smartest', 'smartest', 'the model with the highest intelligence'],
  ['best-value', 'bestValue', 'the model with the most useful intelligence per dollar'],
]

const addWinners = (program: Command, runs: Runs): void => {
  for (const [name, id, description] of WINNERS) {
    const command = program.command(name).description(description)
    runs<RouteFlags>(command, async (asking, flags) =>
      (await import('./commands/recommend.ts')).winner(asking, id, flags),
    )
    examples(rawable(filtered(command)), [`pointsman ${name} --regions us,eu`, `pointsman ${name} --raw`])
  }
}

const addModels = (program: Command, runs: Runs): void => {
  const models = program
    .command('models')
    .description('the index as a table, best first')
    .addOption(oneOf('--sort <by>', 'what comes first', SORTS).default('intelligence'))
    .option('--reverse', 'worst first')
    .option('--limit <n>', 'at most so many', count)
    .option('--max-price <dollars>', 'at most so much per 1M tokens, blended', number)
    .option('--min-intelligence <score>', 'at least this score', number)
    .option('--min-context <tokens>', 'at least this context length', number)
    .option('--open-weights', 'only models whose weights are published')
  runs<ModelsFlags>(models, async (asking, flags) => (await import('./commands/models.ts')).models(asking, flags))
  examples(filtered(models), [
    'pointsman models --sort price --limit 10',
    'pointsman models --regions eu --open-weights',
    "pointsman models --json | jq -r '.[].id'",
  ])
}

const addChanges = (program: Command, runs: Runs): void => {
  const changes = program
    .command('changes')
    .description('what changed in the index, newest first')
    .addOption(new Option('--limit <n>', 'at most so many').argParser(count).default(20))
    .option('--kind <kind>', 'only changes of this kind, such as price or winner')
  runs<ChangesFlags>(changes, async (asking, flags) => (await import('./commands/changes.ts')).changes(asking, flags))
  examples(changes, ['pointsman changes --limit 5', 'pointsman changes --kind winner --json'])
}

const addAccount = (program: Command, runs: Runs): void => {
  const login = program
    .command('login')
    .description('get a token: a person approves in the browser')
    .option('--no-browser', 'print the address only')
    .option('--with-token', 'read a token from stdin instead')
  runs<LoginFlags>(login, async (asking, flags) => (await import('./commands/login.ts')).login(asking, flags))
  examples(login, [
    'pointsman login',
    'pointsman login --base-url https://pointsman.example',
    'pointsman login --with-token < token.txt',
  ])
  const logout = program.command('logout').description('forget the token, and say where to revoke it')
  runs(logout, async (asking, flags) => (await import('./commands/logout.ts')).logout(asking, flags))
  examples(logout, ['pointsman logout'])
  const whoami = program.command('whoami').description('the workspace of the token, and until when it works')
  runs(whoami, async (asking, flags) => (await import('./commands/whoami.ts')).whoami(asking, flags))
  examples(whoami, ['pointsman whoami', 'pointsman whoami --json'])
}

const addSnapshot = (program: Command, runs: Runs): void => {
  const snapshot = program
    .command('snapshot')
    .description('the connector snapshot of a loop, as JSON')
    .argument('<loop>', 'id of the loop')
    .option('-o, --output <file>', 'write to a file, whole or not at all')
  runs<Flags & { readonly output?: string }>(snapshot, async (...asked) =>
    (await import('./commands/snapshot.ts')).snapshot(...asked),
  )
  examples(snapshot, ['pointsman snapshot bug-autofix', 'pointsman snapshot bug-autofix -o snapshot.json'])
}

const CONVENTIONS = `
Exit codes:
  0  ok                          3  not signed in
  1  refused, or nothing found   4  unreachable
  2  wrong use                   5  an answer that was not expected

The base address is --base-url, else POINTSMAN_BASE_URL, else ${DEFAULT_BASE_URL}.`

const emptyProgram = ({ write, tell }: Surroundings): Command =>
  new Command('pointsman')
    .description('The right AI model for every task, and tokens for local agent harnesses.')
    .version(manifest.version, '-V, --version', 'print the version')
    .option('--json', 'print the answer as JSON')
    .option('--base-url <address>', 'where the service answers')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: write, writeErr: tell })
    .showHelpAfterError('(--help shows how)')
    .exitOverride()

const ran = async <F extends Flags>(around: Surroundings, command: Command, run: Run<F>): Promise<Outcome> => {
  const flags = command.optsWithGlobals<F>()
  const base = baseUrlOf(flags, around.environment)
  if (!base.ok) return { exit: EXIT.usage, hint: base.fault }
  const options = { baseUrl: base.address, fetch: around.fetch, sleep: around.sleep }
  try {
    return await run({ around, options }, flags, command.args[0] ?? '')
  } catch (error) {
    const { outcomeOf } = await import('./failed.ts')
    return outcomeOf(error)
  }
}

/**
 * The commands and their help. Nothing but the parser is loaded until a command runs, so that help and mistakes are
 * answered at once.
 */
export const programOf = (around: Surroundings, ended: (outcome: Outcome) => void): Command => {
  const runs: Runs = (command, run) => command.action(async () => ended(await ran(around, command, run)))
  const program = emptyProgram(around)
  for (const add of [addRoute, addWinners, addModels, addChanges, addAccount, addSnapshot]) add(program, runs)
  examples(program, ['pointsman route --task code', 'pointsman login', 'pointsman snapshot bug-autofix'])
  return program.addHelpText('after', CONVENTIONS)
}
