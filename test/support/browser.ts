import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

const FOUND = 'POINTSMAN_TEST_BROWSER'
/** Where this is set, tests without a browser are not skipped: the run fails. */
const REQUIRED = 'POINTSMAN_NEEDS_BROWSER'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Keeps a browser from calling home, and lets it run as root, as it must in many containers. The packaged Chromium runs
 * with these too: its package's own arguments are for Lambda, one process for all pages and no same-origin policy.
 */
const ARGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** The libraries that the packaged Chromium brings lie beside it; beside an installed one lies nothing of the name. */
const launched = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: join(dirname(executablePath), 'al2023', 'lib') },
  })

/**
 * The packaged Chromium, unpacked beside its package, whole or not at all: the package unpacks into the folder for temporary
 * files, and takes what an interrupted run left there for whole.
 */
const packaged = async (): Promise<string> => {
  const archives = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../../bin')
  const place = join(archives, '../unpacked')
  if (!existsSync(place)) {
    const folder = mkdtempSync(`${place}-`)
    const { TMPDIR = tmpdir() } = process.env
    Object.assign(process.env, { TMPDIR: folder })
    try {
      await Promise.all(readdirSync(archives).map((archive) => inflate(join(archives, archive))))
      renameSync(folder, place)
    } finally {
      Object.assign(process.env, { TMPDIR })
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return join(place, 'chromium')
}

/**
 * Finds the browser for all tests: on Linux the packaged Chromium, which is the same everywhere and takes a third of the
 * time of an installed one; elsewhere, and where it does not start, an installed Chromium or Chrome.
 */
export const setup = async (): Promise<void> => {
  const installed = INSTALLED.filter((path) => existsSync(path)).map((path) => async () => path)
  const candidates = process.platform === 'linux' ? [packaged, ...installed] : installed
  for (const candidate of candidates) {
    try {
      const executable = await candidate()
      await (await launched(executable)).close()
      process.env[FOUND] = executable
      return
    } catch (error) {
      console.warn(`A browser does not start: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (process.env[REQUIRED] !== undefined) throw new Error('The tests need a browser, and none starts')
  console.warn('No browser starts here: the tests that need one are skipped')
}

/** A browser of its own for a file of tests; nothing where none starts. */
export const startedBrowser = async (): Promise<Browser | undefined> => {
  const executable = process.env[FOUND]
  return executable === undefined ? undefined : launched(executable)
}

/** What a page complains of, its security policy's violations among it: collected from now on. */
export const complaintsOf = (page: Page): readonly string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

/** The findings of axe that keep somebody from using a page. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
