import { existsSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Keeps a browser from calling home, and lets it run as root, as it must in many containers. */
const ARGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** An installed Chromium or Chrome, else the packaged one on Linux; nothing where neither starts. */
export const startedBrowser = async (): Promise<Browser | undefined> => {
  const installed = INSTALLED.find((path) => existsSync(path))
  try {
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args: ARGS })
    if (process.platform !== 'linux') return undefined
    return await chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args })
  } catch {
    return undefined
  }
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
