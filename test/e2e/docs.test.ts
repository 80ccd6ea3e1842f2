import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../shared/contract/all.ts'
import { isDescribed } from '../../shared/openapi/document.ts'
import { areaBServer } from '../support/area-b-server.ts'
import { complaintsOf, seriousFindings, startedBrowser } from '../support/browser.ts'

const browser = await startedBrowser()
let server: Awaited<ReturnType<typeof areaBServer>>

beforeAll(async () => {
  server = await areaBServer()
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})

/** All sections are written alike, and axe takes minutes for all of them: it looks at one of each kind. */
const KEEP_SOME = `for (const each of document.querySelectorAll('section.endpoint, section[id^="shape-"]'))
  if (!['route', 'createToken', 'connectorSnapshot', 'shape-Scope', 'shape-SessionState'].includes(each.id)) each.remove()`

type Visit = { readonly page: Page; readonly complaints: readonly string[]; readonly foreign: readonly string[] }

const visit = async (options: BrowserContextOptions, look: (visit: Visit) => Promise<void>): Promise<void> => {
  if (browser === undefined) throw new Error('There is no browser')
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.baseUrl) foreign.push(request.url())
  })
  await page.goto(`${server.baseUrl}/docs`)
  await look({ page, complaints, foreign })
  await context.close()
}

describe.skipIf(browser === undefined)('The reference, in a browser', () => {
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['at 320 pixels', { viewport: { width: 320, height: 640 } }],
    ['at 1600 pixels', { viewport: { width: 1600, height: 900 } }],
  ] satisfies readonly (readonly [string, BrowserContextOptions])[])(
    'is usable %s: no serious finding, no violation of its policy, nothing from elsewhere, no sideways scrolling',
    async (_, options) => {
      await visit(options, async ({ page, complaints, foreign }) => {
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
        await page.evaluate('scrollTo(10_000, 0)')
        expect(await page.evaluate('scrollX')).toBe(0)
        await page.evaluate(KEEP_SOME)
        expect(await seriousFindings(page)).toEqual([])
        expect(complaints).toEqual([])
        expect(foreign).toEqual([])
      })
    },
  )

  it('has a section for every operation, and a link to each', async () => {
    await visit({}, async ({ page }) => {
      for (const { id, path, method } of operations.filter(isDescribed)) {
        expect(await page.locator(`section#${id} h3`).textContent()).toContain(`${method} ${path}`)
        expect(await page.locator(`nav a[href="#${id}"]`).count()).toBe(1)
      }
      const targets = await page
        .locator('main a[href^="#"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      const dead: string[] = []
      for (const target of new Set(targets))
        if ((await page.locator(`[id="${target.slice(1)}"]`).count()) !== 1) dead.push(target)
      expect(dead).toEqual([])
      expect(targets.length).toBeGreaterThan(50)
    })
  })

  it('copies a command that names this service', async () => {
    await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
      await page.locator('section#route [data-copy]').click()
      await page.locator('section#route').getByText('Copied').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`curl -s '${server.baseUrl}/api/route'`)
    })
  })

  it('reads whole without scripts, and is a link away from the front page', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(server.baseUrl)
      await page.getByRole('link', { name: 'Docs', exact: true }).click()
      expect(await page.title()).toBe('Reference - Pointsman')
      expect(await page.locator('section.endpoint').count()).toBe(operations.filter(isDescribed).length)
      expect(await page.locator('[data-copy]').first().isVisible()).toBe(false)
    })
  })
})
