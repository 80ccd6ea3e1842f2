import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workspaceOf } from '../../shared/tokens/workspace.ts'
import { type ApprovalServer, approvalServer } from '../support/approval-server.ts'
import { complaintsOf, seriousFindings, startedBrowser } from '../support/browser.ts'
import { type CallbackListener, callbackListener, LISTENING_AT } from '../support/callback-listener.ts'

const browser = await startedBrowser()

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' })
const deny = (page: Page) => page.getByRole('button', { name: 'Deny' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

describe.skipIf(browser === undefined)('The approval flow in a browser', () => {
  let server: ApprovalServer
  let context: BrowserContext
  let complaints: readonly string[]
  let page: Page
  let client: CallbackListener

  const newPage = async (options: { javaScriptEnabled?: boolean } = {}): Promise<void> => {
    if (browser === undefined) throw new Error('There is no browser')
    context = await browser.newContext(options)
    page = await context.newPage()
    complaints = complaintsOf(page)
  }

  /** Starts a client on one of the hosts. */
  const listen = async (at: readonly [host: string, address: string] = LISTENING_AT[0]): Promise<void> => {
    client = await callbackListener({ host: at[0], address: at[1] })
  }

  /** Opens the page as a client makes it open; where somebody has to sign in first, this is the place to do it. */
  const openPage = () => page.goto(client.pageAt(server.baseUrl))

  const expectAccessible = async (): Promise<void> => expect(await seriousFindings(page)).toEqual([])

  const expectToken = async (userId: string): Promise<void> => {
    const [record, ...more] = await server.tokensOf(userId)
    expect(more).toEqual([])
    expect(client.callbacks).toEqual([
      [
        ['token', expect.stringMatching(/^svc_live_[0-9A-Za-z]{49}$/)],
        ['state', client.state],
        ['workspace', workspaceOf(userId)],
        ['api_url', server.baseUrl],
        ['expires_at', record?.expiresAt],
      ],
    ])
  }

  beforeAll(async () => {
    server = await approvalServer()
  })
  afterAll(async () => {
    await browser?.close()
    await server.close()
  })
  beforeEach(() => newPage())
  afterEach(async () => {
    await context.close()
    await client.close()
  })

  describe.each(LISTENING_AT)('with a client on %s', (...at) => {
    beforeEach(() => listen(at))

    it('Approve brings exactly one each of the parameters, the state byte for byte', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await expectAccessible()
      expect(client.callbacks).toEqual([])
      await approve(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      await expectToken(userId)
      expect(client.referrers).toEqual([undefined])
      expect(await heading(page).textContent()).toBe('Done')
      expect(complaints).toEqual([])
    })

    it('Deny brings error and state, and no token', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await deny(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      expect(client.callbacks).toEqual([
        [
          ['error', 'access_denied'],
          ['state', client.state],
        ],
      ])
      expect(await server.tokensOf(userId)).toEqual([])
      expect(complaints).toEqual([])
    })

    it('works without JavaScript, from the keyboard alone', async () => {
      await context.close()
      await newPage({ javaScriptEnabled: false })
      const { userId } = await server.signIn(context)
      await openPage()
      await approve(page).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => client.callbacks.length).toBe(1)
      await expectToken(userId)
    })
  })

  describe('with its detours', () => {
    beforeEach(() => listen())

    it('shows who asks for what, and where the token would go', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      const text = await page.locator('.facts').textContent()
      for (const shown of [`${userId}@example.org`, workspaceOf(userId), 'loop-runner', client.redirectUri]) {
        expect(text).toContain(shown)
      }
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(3)
      expect(await page.title()).toBe('Approve loop-runner? - Pointsman')
    })

    it('mints what stays ticked', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await page.getByRole('checkbox', { name: 'loops:run' }).uncheck()
      await page.getByRole('checkbox', { name: 'loops:read' }).uncheck()
      await approve(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      expect((await server.tokensOf(userId)).map(({ scopes }) => scopes)).toEqual([['snapshots:read']])
    })

    it('asks again when nothing stays ticked, and then approves', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
      await approve(page).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').textContent()).toContain('Nothing is ticked.')
      await expectAccessible()
      await page.getByRole('checkbox', { name: 'loops:read' }).check()
      await approve(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      await expectToken(userId)
    })

    it('works from a page that was opened again', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await openPage()
      await page.reload()
      await approve(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      await expectToken(userId)
      expect(complaints).toEqual([])
    })

    it('sends a decision once, however often it is clicked, and shows that it is on its way', async () => {
      const { userId } = await server.signIn(context)
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      let sent = 0
      await page.route('**/settings/api-tokens/cli', async (route) => {
        sent += 1
        await held
        await route.continue()
      })
      await openPage()
      const told = page.waitForEvent('console')
      // Told from within, because nothing can be asked of a page that is about to be left.
      await page.locator('form').evaluate((form) => {
        const buttons = [...form.querySelectorAll('button')]
        buttons[0]?.click()
        buttons[0]?.click()
        setTimeout(() => console.info(buttons.map(({ disabled }) => disabled).join()), 100)
      })
      expect((await told).text()).toBe('true,true')
      release()
      await expect.poll(() => client.callbacks.length).toBe(1)
      await expectToken(userId)
      expect(sent).toBe(1)
    })

    it('makes one token of one page clicked in two tabs at once, and tells the person in the other', async () => {
      const { userId } = await server.signIn(context)
      const url = client.pageAt(server.baseUrl)
      const shared = await context.request.get(url)
      const [body, headers] = [await shared.text(), shared.headers()]
      const tabs = [page, await context.newPage()]
      for (const tab of tabs) {
        await tab.route(url, (route) => route.fulfill({ status: 200, headers, body }))
        await tab.goto(url)
      }
      await Promise.all(tabs.map((tab) => approve(tab).click()))
      await Promise.all(tabs.map((tab) => tab.waitForLoadState()))
      await expect
        .poll(async () => (await Promise.all(tabs.map((tab) => heading(tab).textContent()))).sort())
        .toEqual(['Done', 'This request was approved before'])
      await expectToken(userId)
      const titles = await Promise.all(tabs.map((tab) => heading(tab).textContent()))
      page = tabs[titles.indexOf('Done') === 0 ? 1 : 0] ?? page
      await expectAccessible()
      const [record] = await server.tokensOf(userId)
      await page
        .getByRole('link', { name: record?.name ?? '' })
        .first()
        .click()
      expect(page.url()).toBe(`${server.baseUrl}/settings/api-tokens#${record?._id}`)
    })

    it('says it when the back button leads to a page that was used up', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await approve(page).click()
      await heading(page).getByText('Done').waitFor()
      await page.goBack()
      expect(await approve(page).isEnabled()).toBe(true)
      expect(await server.tokensOf(userId)).toHaveLength(1)
    })

    it('shows a page with the way back when the session ended before the click', async () => {
      const { userId, signOut } = await server.signIn(context)
      await openPage()
      await signOut()
      await approve(page).click()
      await heading(page).getByText('You are signed out').waitFor()
      await expectAccessible()
      const link = await page.getByRole('link', { name: 'Sign in and come back' }).getAttribute('href')
      const back = new URL(link ?? '', server.baseUrl).searchParams.get('return_to') ?? ''
      await server.signIn(context)
      await page.goto(server.baseUrl + back)
      await approve(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      expect(client.callbacks[0]?.filter(([name]) => name === 'state')).toEqual([['state', client.state]])
      expect(await server.tokensOf(userId)).toEqual([])
    })

    it('says at the limit that there is no room, and still denies', async () => {
      const { userId } = await server.signIn(context)
      await openPage()
      await server.fillUp(userId, 100)
      await approve(page).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').textContent()).toContain('no room for another token')
      expect(await approve(page).count()).toBe(0)
      await expectAccessible()
      await deny(page).click()
      await expect.poll(() => client.callbacks.length).toBe(1)
      expect(client.callbacks[0]).toContainEqual(['error', 'access_denied'])
      expect(await server.tokensOf(userId)).toHaveLength(100)
    })

    it('shows a request that cannot be used on a page, and goes nowhere', async () => {
      await server.signIn(context)
      await page.goto(client.pageAt(server.baseUrl).replace('127.0.0.1%3A', 'localhost.%3A'))
      expect(await heading(page).textContent()).toBe('This request cannot be used')
      await expectAccessible()
      expect(client.callbacks).toEqual([])
    })
  })

  describe('at every width, in light and dark', () => {
    beforeEach(async () => {
      client = await callbackListener({ host: '127.0.0.1', address: '127.0.0.1', client: 'W'.repeat(64) })
    })

    it.each([320, 390, 768, 1600])('fits %i pixels', async (width) => {
      await server.signIn(context)
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await openPage()
        await expectAccessible()
        const overflow = await page
          .locator('html')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      }
    })
  })
})
