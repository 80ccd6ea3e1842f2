import { join } from 'node:path'
import { synthesize } from '../app.ts'
import { refuseIfHeld } from './lock.ts'
import { StartRefusal } from './refusal.ts'
import { startService } from './service.ts'
import { type Settings, settingsOf } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')
const TEMPLATE_FOLDER = join(root, 'cdk.out')
const INDEX_FILE = join(root, 'functions', 'routing', 'default-index.json')

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const whatToTry = (url: string, { dataFolder }: Settings): string => `
Pointsman runs at ${url}

  curl ${url}/api/route                         a model for a coding task
  curl "${url}/api/route?task=summary"          a model for another task
  curl ${url}/api/route/raw                     its id and nothing else
  curl "${url}/api/cheapest?regions=eu"         the cheapest useful model of a European maker
  curl ${url}/api/models                        the whole index
  ${url}/settings/api-tokens                    your API tokens, in a browser; any e-mail address signs in

Data is kept in ${dataFolder}. Ctrl-C stops the service.
`

const refuse = (error: unknown): void => {
  process.exitCode = 1
  // A bug keeps its stack; a taken port does not need one.
  console.error(error instanceof StartRefusal ? error.message : error)
}

/** Once for all signals: npm passes on the Ctrl-C that the terminal has already sent. */
const stopOnSignals = (stop: () => Promise<void>): void => {
  let isStopping = false
  const onSignal = (): void => {
    if (isStopping) return
    isStopping = true
    stop().then(() => process.exit(), refuse)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

const main = async (): Promise<void> => {
  // Who reads the output may go away, as `head` does; the service stays.
  process.stdout.on('error', () => undefined)
  const settings = settingsOf(process.env)
  // Asked again later, when it counts; here it keeps a second start from bundling into what the first one runs.
  await refuseIfHeld(settings.dataFolder, new Date())
  await synthesize(TEMPLATE_FOLDER)
  const service = await startService({
    ...settings,
    templateFolder: TEMPLATE_FOLDER,
    indexFile: INDEX_FILE,
    log: print,
  })
  stopOnSignals(service.stop)
  print(whatToTry(service.url, settings))
}

main().catch(refuse)
