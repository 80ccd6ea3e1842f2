import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TokenRecord } from '../../shared/tokens/schema.ts'
import { aMintedToken, DAY, HOUR, later, MINUTE } from '../support/access.ts'
import type { Signed } from '../support/area-b.ts'
import { areaBServer } from '../support/area-b-server.ts'
import { complaintsOf, seriousFindings, startedBrowser } from '../support/browser.ts'
import { itemsOf } from '../support/dynamodb.ts'
import { fillTokens } from '../support/filled.ts'

const browser = await startedBrowser()

type World = Awaited<ReturnType<typeof areaBServer>>
type Look = { readonly width?: number; readonly colorScheme?: 'light' | 'dark'; readonly javaScriptEnabled?: boolean }

let world: World
let who: Signed
let contexts: BrowserContext[] = []
let complaints: (readonly string[])[] = []

beforeAll(async () => {
  world = await areaBServer()
})
beforeEach(async () => {
  who = await world.someone()
})
afterEach(async () => {
  world.faulty.calm()
  await Promise.all(contexts.map((context) => context.close()))
  contexts = []
  // Chromium reports every refused call; what a page does about it is asserted where it happens.
  const own = complaints.flat().filter((text) => !text.startsWith('Failed to load resource'))
  complaints = []
  expect(own).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await world.close()
})

const CLIPBOARD = ['clipboard-read', 'clipboard-write']

const aPage = async ({ width = 1280, ...look }: Look = {}): Promise<Page> => {
  if (browser === undefined) throw new Error('There is no browser')
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ viewport, permissions: CLIPBOARD, reducedMotion: 'reduce', ...look })
  contexts.push(context)
  const [name = '', value = ''] = who.cookie.split('=')
  await context.addCookies([{ name, value, url: world.baseUrl }])
  const page = await context.newPage()
  complaints.push(complaintsOf(page))
  return page
}

const opened = async (look: Look = {}, hash = ''): Promise<Page> => {
  const page = await aPage(look)
  await page.goto(`${world.baseUrl}/settings/api-tokens${hash}`)
  await page.locator('[data-loading]').waitFor({ state: 'hidden' })
  return page
}

const seeded = async (overrides: Partial<TokenRecord> = {}, age = 2 * DAY) => {
  const madeAt = later(-age, new Date())
  const { raw, record } = aMintedToken({ userId: who.session.userId, ...overrides }, madeAt)
  await world.tokens.create(record)
  return { raw, record }
}

const inFuture = (ms: number): string => later(ms, new Date()).toISOString()

const oneOfEach = async () => {
  await seeded({ name: 'ended', expiresAt: inFuture(-20 * DAY) }, 400 * DAY)
  await seeded({ name: 'ending', source: 'cli', client: 'harness', expiresAt: inFuture(3 * DAY + HOUR) }, 80 * DAY)
  await seeded({ name: 'taken back', revokedAt: inFuture(-2 * HOUR - MINUTE) }, 40 * DAY)
  await seeded({ name: 'for ever', expiresAt: null, lastUsedAt: inFuture(-3 * MINUTE) }, 10 * DAY)
}

const rowsOf = (page: Page): Promise<string[][]> =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''),
      ),
    )

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')

const fillAndCreate = async (page: Page, name: string): Promise<string> => {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create token' }).click()
  return (await page.locator('[data-token]').textContent()) ?? ''
}

const statusOf = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${world.baseUrl}/v1/loops/bug-autofix/connector-snapshot`, { headers })).status
}

describe.skipIf(browser === undefined)('The list', () => {
  it('shows each state by word and shape, newest first, with scopes, origin and times', async () => {
    await oneOfEach()
    const page = await opened()
    const rows = await rowsOf(page)
    expect(rows.map(([name = '', ...rest]) => [name.replace(/ svc_live_.{4}….{4}$/, ''), ...rest])).toEqual([
      ['for ever', 'active', 'snapshots:read', 'settings · browser', '10 days ago', '3 minutes ago', 'never', 'Revoke'],
      [
        'taken back',
        'revoked 2 hours ago',
        'snapshots:read',
        'settings · browser',
        '40 days ago',
        'never',
        'in 50 days',
        'Revoke',
      ],
      ['ending', 'expires soon', 'snapshots:read', 'cli · harness', '80 days ago', 'never', 'in 3 days', 'Revoke'],
      ['ended', 'expired', 'snapshots:read', 'settings · browser', '13 months ago', 'never', '20 days ago', 'Revoke'],
    ])
    expect(await page.locator('[data-revoke]:visible').count()).toBe(2)
    const looks = await page.locator('.badge').evaluateAll((badges) => badges.map(({ className }) => className))
    expect(looks).toEqual(['badge badge--go', 'badge badge--stop', 'badge badge--caution', 'badge'])
    const times = await page
      .locator('tbody time[datetime]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    expect(times.length).toBeGreaterThan(6)
    for (const exact of times) expect(exact).toMatch(/\d{4} at \d+:\d\d:\d\d/)
  })

  it('shows hostile names as text', async () => {
    await seeded({ name: '<img src=x onerror=alert(1)>', client: '"><b>x' })
    expect((await rowsOf(await opened()))[0]?.[0]).toContain('<img src=x onerror=alert(1)>')
  })

  it('goes to the record that the address names', async () => {
    const { record } = await seeded({ name: 'sought' }, 300 * DAY)
    for (let other = 0; other < 30; other += 1) await seeded({ name: `other ${other}` })
    const page = await opened({}, `#${record._id}`)
    await page.locator('tr:target').waitFor()
    expect(await page.locator('tr:target').getAttribute('id')).toBe(record._id)
    const y: number = await page.evaluate('document.querySelector("tr:target").getBoundingClientRect().top')
    expect(y).toBeLessThan(900)
    await page.getByRole('link', { name: 'other 7' }).click()
    expect(page.url()).toContain('#tok_')
  })

  it('says how to begin where there is none', async () => {
    const page = await opened()
    await page.getByText('You have no tokens yet.').waitFor()
    expect(await page.getByRole('table').isVisible()).toBe(false)
  })

  it('says that it loads, and what went wrong, and tries again', async () => {
    await seeded({ name: 'laptop' })
    world.faulty.failing('Query', { slowMs: 700 })
    const page = await aPage()
    await page.goto(`${world.baseUrl}/settings/api-tokens`)
    await page.getByText('Loading your tokens…').waitFor()
    await page.getByRole('link', { name: 'laptop' }).waitFor()
    world.faulty.failing('Query', 'throttled')
    await page.reload()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('The service cannot reach its database; try again shortly.')
    world.faulty.calm()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'laptop' }).waitFor()
    expect(await alert.isVisible()).toBe(false)
  })

  it('says what went wrong where no answer comes', async () => {
    const page = await aPage()
    await page.route('**/api/settings/**', (route) => route.abort())
    await page.goto(`${world.baseUrl}/settings/api-tokens`)
    await page.getByText('The service did not answer.').waitFor()
  })
})

describe.skipIf(browser === undefined)('A new token', () => {
  it('is shown once, works, can be copied, and is nowhere else', async () => {
    const page = await opened()
    const token = await fillAndCreate(page, 'my laptop')
    expect(token).toMatch(/^svc_live_[0-9A-Za-z]{49}$/)
    expect(await focused(page)).toBe('Copy your new token now')
    await page.getByText('This is the only time').waitFor()
    expect(await statusOf(token)).toBe(200)
    await page.getByRole('button', { name: 'Copy token' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
    expect((await rowsOf(page)).length).toBe(1)
    expect(page.url()).not.toContain('svc_live_')
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])'
    expect(await page.evaluate(stored)).not.toContain('svc_live_')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(token)
    await page.reload()
    await page.getByRole('link', { name: 'my laptop' }).waitFor()
    expect(await page.content()).not.toContain(token)
    expect(JSON.stringify(world.logged)).not.toContain(token)
  })

  it('has the scopes and the expiry that were asked for', async () => {
    const page = await opened()
    await page.getByLabel('snapshots:read').uncheck()
    await page.getByLabel('loops:run').check()
    await page.getByLabel('Expires').selectOption('custom')
    await page.getByLabel('Days, 1 to 365').fill('30')
    await fillAndCreate(page, 'runner')
    expect(await page.getByText('Try it').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByLabel('snapshots:read').isChecked()).toBe(true)
    await page.getByLabel('Expires').selectOption('never')
    await page.getByText('Works until you revoke it').waitFor()
    await fillAndCreate(page, 'for ever')
    const items = (await itemsOf(world.database.plain, 'tokens')).filter(({ userId }) => userId === who.session.userId)
    const lifetime = ({ createdAt, expiresAt }: Record<string, unknown>) =>
      expiresAt === undefined ? undefined : (Date.parse(String(expiresAt)) - Date.parse(String(createdAt))) / DAY
    expect(new Map(items.map((item) => [item.name, [item.scopes, lifetime(item)]]))).toEqual(
      new Map([
        ['runner', [['loops:run'], 30]],
        ['for ever', [['snapshots:read'], undefined]],
      ]),
    )
  })

  it('is in the list although the index does not know it yet', async () => {
    world.faulty.trouble.indexLagMs = 60_000
    const page = await opened()
    await fillAndCreate(page, 'fresh')
    await page.getByRole('link', { name: 'fresh' }).waitFor()
  })

  it('is not asked for until the form is right, and each fault is told at its field', async () => {
    const page = await opened()
    await page.getByLabel('snapshots:read').uncheck()
    await page.getByLabel('Expires').selectOption('custom')
    await page.getByLabel('Days, 1 to 365').fill('366')
    await page.getByRole('button', { name: 'Create token' }).click()
    expect(await page.locator('.fault:visible').allInnerTexts()).toEqual([
      'Give the token a name.',
      'Choose at least one scope.',
      'Give a whole number from 1 to 365.',
    ])
    expect(await page.evaluate('document.activeElement.id')).toBe('name')
    await page.getByLabel('Name').fill('x'.repeat(101))
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Use at most 100 characters.').waitFor()
    await page.getByLabel('snapshots:read').check()
    await page.getByLabel('Expires').selectOption('7')
    await page.getByLabel('Name').fill('my svc_live_x')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('name: must not hold a token.').waitFor()
    expect(await rowsOf(page)).toEqual([])
  })

  it('is made once, however often the button is pressed', async () => {
    const page = await opened()
    world.faulty.failing('PutItem', { slowMs: 300 })
    await page.getByLabel('Name').fill('once')
    await page.getByLabel('Name').press('Enter')
    await page.getByLabel('Name').press('Enter')
    await page.locator('#new-token button').dispatchEvent('click')
    await page.locator('[data-token]').waitFor()
    expect((await rowsOf(page)).length).toBe(1)
  })

  it('is refused at the limit, with what helps', async () => {
    await fillTokens(world.database.plain, 100, { userId: who.session.userId, expiresAt: null })
    const page = await opened()
    await page.getByLabel('Name').fill('one more')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('You have 100 active tokens, the most there can be: revoke one to make another.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('one more')
  })

  it('that was made without an answer is found in the list', async () => {
    const page = await opened()
    await page.route('**/api/settings/api-tokens', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Name').fill('unheard')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('If the token was made all the same, it is in the list below').waitFor()
    await page.getByRole('link', { name: 'unheard' }).waitFor()
  })
})

describe.skipIf(browser === undefined)('Revoking', () => {
  it('asks first, then refuses the token at once, and keeps the record', async () => {
    const { raw } = await seeded({ name: 'laptop' })
    const page = await opened()
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke laptop?' })
    expect(await focused(page)).toBe('Keep it')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect([await dialog.isVisible(), await statusOf(raw)]).toEqual([false, 200])
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await dialog.getByRole('button', { name: 'Revoke token' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await statusOf(raw)).toBe(401)
    expect((await rowsOf(page))[0]?.[1]).toBe('revoked just now')
    expect(await page.getByRole('button', { name: 'Revoke laptop' }).isVisible()).toBe(false)
    expect(await focused(page)).toBe('laptop')
    expect(await page.getByRole('status').textContent()).toBe('laptop is revoked.')
  })

  it('that fails says so and can be tried again', async () => {
    const { raw } = await seeded({ name: 'laptop' })
    const page = await opened()
    world.faulty.failing('UpdateItem', 'throttled')
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    world.faulty.calm()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await statusOf(raw)).toBe(401)
  })
})

describe.skipIf(browser === undefined)('When the session has ended', () => {
  const expectWayBack = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    const link = page.getByRole('link', { name: 'Sign in again' })
    expect(await link.getAttribute('href')).toBe('/auth/sign-in?return_to=%2Fsettings%2Fapi-tokens')
    expect(await focused(page)).toBe('Your session has ended')
    expect(await page.getByRole('table').isVisible()).toBe(false)
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
  }

  it('a list says so', async () => {
    const page = await aPage()
    await page.route('**/api/settings/**', async (route) => {
      await world.sessions.delete(who.id)
      await route.continue()
    })
    await page.goto(`${world.baseUrl}/settings/api-tokens`)
    await expectWayBack(page)
  })

  it('a creation says so and makes nothing', async () => {
    const page = await opened()
    await world.sessions.delete(who.id)
    await page.getByLabel('Name').fill('late')
    await page.getByRole('button', { name: 'Create token' }).click()
    await expectWayBack(page)
    expect(await world.tokens.ofUser(who.session.userId)).toEqual([])
  })

  it('a revocation says so and revokes nothing', async () => {
    const { raw } = await seeded({ name: 'laptop' })
    const page = await opened()
    await world.sessions.delete(who.id)
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expectWayBack(page)
    expect(await statusOf(raw)).toBe(200)
  })
})

describe.skipIf(browser === undefined)('A token that is still shown', () => {
  it('is not lost when the session ends', async () => {
    await seeded({ name: 'laptop' })
    const page = await opened()
    const token = await fillAndCreate(page, 'fresh')
    await world.sessions.delete(who.id)
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await page.getByText(token).waitFor()
  })
})

describe.skipIf(browser === undefined)('By keyboard alone', () => {
  it('a token is made and revoked', async () => {
    const page = await opened()
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${selector}`)
    }
    await tabTo('#name')
    await page.keyboard.type('by hand')
    await tabTo('[value="loops:read"]')
    await page.keyboard.press('Space')
    await tabTo('#new-token button')
    await page.keyboard.press('Enter')
    const token = (await page.locator('[data-token]').textContent()) ?? ''
    await tabTo('[data-copy]')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await tabTo('[data-done]')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('name')
    await tabTo('[data-revoke]')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await tabTo('[data-revoke]')
    await page.keyboard.press('Enter')
    await tabTo('[data-confirm]')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await statusOf(token)).toBe(401)
  })

  it('focus is always seen', async () => {
    await seeded()
    const page = await opened()
    for (const selector of [
      '#name',
      '#expiry',
      '[name="scopes"]',
      '#new-token button',
      '[data-link]',
      '[data-revoke]',
    ]) {
      await page.locator(selector).first().focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
      expect([selector, outline]).toEqual([selector, 'solid'])
    }
  })
})

describe.skipIf(browser === undefined)('The look', () => {
  const inEveryState = async (page: Page, check: (state: string) => Promise<void>): Promise<void> => {
    await check('list')
    await page.getByLabel('Expires').selectOption('custom')
    await page.getByRole('button', { name: 'Create token' }).click()
    await check('faults')
    await fillAndCreate(page, 'x'.repeat(100))
    await check('made')
    await page.getByRole('button', { name: 'Revoke for ever' }).click()
    await check('dialog')
    await world.sessions.delete(who.id)
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await check('session ended')
  }

  it.each(['light', 'dark'] as const)(
    '%s has no serious finding in any state',
    { timeout: 60_000 },
    async (colorScheme) => {
      await oneOfEach()
      const page = await opened({ colorScheme, width: colorScheme === 'dark' ? 320 : 1280 })
      await inEveryState(page, async (state) => {
        expect([state, await seriousFindings(page)]).toEqual([state, []])
      })
    },
  )

  it.each([320, 768, 961, 1280, 1600])('fits %i px in every state', async (width) => {
    await oneOfEach()
    await seeded({
      name: 'y'.repeat(100),
      client: 'z'.repeat(64),
      scopes: ['loops:read', 'loops:run', 'snapshots:read'],
    })
    const page = await opened({ width })
    await inEveryState(page, async (state) => {
      expect([state, await isWiderThanScreen(page)]).toEqual([state, false])
    })
  })

  it('says a sentence and offers nothing where scripts are off', async () => {
    const page = await aPage({ javaScriptEnabled: false })
    await page.goto(`${world.baseUrl}/settings/api-tokens`)
    const said = page.locator('noscript p')
    await said.waitFor()
    expect(await said.textContent()).toContain('scripts are off in this browser')
    expect(await page.getByRole('button', { name: 'Create token' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true)
  })

  it('reports a script that its policy forbids', async () => {
    const page = await opened()
    const inline = 'document.body.append(Object.assign(document.createElement("script"), { textContent: "1" }))'
    await page.evaluate(inline)
    await expect.poll(() => complaints.flat().join()).toContain('Content Security Policy')
    complaints = []
  })
})
