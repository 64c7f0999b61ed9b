import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import * as auth from '../../contract/auth.ts'
import { listPackages } from '../../contract/packages.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { aProfile, platformSettings, platformStats } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { logInOnScreen } from '../helpers/screens.ts'

const phone = { tag: '@phone' }

const scriptsMaxKiB = 120

test.beforeEach(({ answers }) => {
  answers.give(listPackages, { items: packagesOnOffer })
  answers.give(getPlatformSettings, platformSettings({ referral_percentage: '20' }))
})

test(
  'the home page loads little, renders once, and does not shift when the figures arrive [LAND-24]',
  phone,
  async ({ page, answers }) => {
    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(sizeOf(response))
    })
    const faults = collectFaults(page)
    const { promise: isDrawn, resolve: goOn } = Promise.withResolvers<void>()
    answers.give(getGlobalPlatformStats, async () => {
      await isDrawn
      return platformStats()
    })
    await page.addInitScript(watchShifts)
    await page.goto('/')
    const markets = page.getByRole('region', { name: 'Markets' })
    await expect(markets.getByRole('status')).toBeVisible()
    goOn()
    await expect(markets).toContainText('$0.0100')
    await expect(page.getByRole('region', { name: 'Packages' }).getByRole('article')).toHaveCount(4)
    await expect(page.getByRole('link', { name: /^Refer & Earn 20%/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate<number>('window.shifted')).toBeLessThanOrEqual(0.02)
    expect(faults).toEqual([])
    const kib = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1024
    expect(kib).toBeGreaterThan(50)
    expect(kib).toBeLessThanOrEqual(scriptsMaxKiB)
  },
)

test('without scripts the home page can be read, and its links work [LAND-01] [LAND-12]', async ({
  browser,
  answers,
}) => {
  for (const [locale, needs = '', title = '', signUp = '', refer = ''] of [
    ['en', 'ET needs JavaScript', 'A coin with every movement on record.', 'Get Started', 'Refer & Earn'],
    [
      'de',
      'ET braucht JavaScript',
      'Ein Coin, bei dem jede Bewegung aufgezeichnet ist.',
      'Jetzt starten',
      'Empfehlen & verdienen',
    ],
  ]) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: answers.url, locale: locale ?? '' })
    const page = await context.newPage()
    await page.goto('/')
    // Without the figures and packages, the page gives the reason.
    const notice = page.locator('noscript p')
    await expect(notice).toContainText(needs)
    await expect(notice).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4)
    await expect(page.getByRole('heading', { name: refer })).not.toBeInViewport()
    await page.getByRole('link', { name: refer }).click()
    await expect(page.getByRole('heading', { name: refer })).toBeInViewport()
    await page.getByRole('link', { name: signUp }).click()
    await expect(page).toHaveURL(/\/signup$/)
    await context.close()
  }
})

test('after a sign-in in another tab this tab shows the member’s home page, with a sign-out', async ({
  page,
  context,
  answers,
}) => {
  const faults = collectFaults(page)
  const member = aProfile()
  giveOverview(answers, member)
  answers.give(auth.signIn, async () => {
    return { session: await readAsMember(page, answers, member), isAuthenticated: true, isAdmin: false }
  })
  answers.give(auth.signOut, () => {
    readAsVisitor(answers)
    return {}
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Packages' }).getByRole('article')).toHaveCount(4)
  await page.evaluate('scrollTo(0, 400)')
  const other = await context.newPage()
  await logInOnScreen(other, member.email)
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeAttached()
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await expect(signOut).toBeVisible()
  await expect.poll(() => page.evaluate('scrollY')).toBe(400)
  await signOut.click()
  await expect(page.getByText('Logged Out', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(other).toHaveURL(/\/login/)
  expect(faults).toEqual([])
})

test('a signed-in person gets the app, and never a page for visitors', async ({ page, answers }) => {
  await readAsMember(page, answers)
  await page.addInitScript(watchForVisitors)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  expect(await page.evaluate<boolean>('window.hadVisitor')).toBe(false)
})

async function sizeOf(response: Response): Promise<number> {
  return gzipSync(await response.body()).length
}

/** React reports a difference between the drawn page and the live one, and then draws the page anew. */
function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

const watchShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

const watchForVisitors = `
  window.hadVisitor = false
  new MutationObserver(() => {
    if (document.querySelector('a[href="/login"]')) window.hadVisitor = true
  }).observe(document, { childList: true, subtree: true })`
