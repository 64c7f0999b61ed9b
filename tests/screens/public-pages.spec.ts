import type { Page } from '@playwright/test'
import { getSession } from '../../contract/auth.ts'
import { getOperator } from '../../contract/operator.ts'
import { listPackages } from '../../contract/packages.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { expectAccessible, withMotion } from '../helpers/browser.ts'
import { platformSettings, platformStats } from '../helpers/screen-data.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { expect, test } from '../helpers/screen.ts'

const phone = { tag: '@phone' }
const unknownPath = '/nowhere'

test.beforeEach(({ answers }) => {
  answers.give(listPackages, { items: packagesOnOffer })
  answers.give(getOperator, { name: null, address: null, email: null })
})

test.describe('landing', () => {
  test(
    'shows hero, markets, packages, features and referral without a fault [LAND-01] [LAND-02] [LAND-20] [LAND-21] [LAND-22]',
    phone,
    async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A coin with every movement on record.')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 }).or(main.getByRole('heading', { level: 2 }))).toHaveText([
        'A coin with every movement on record.',
        'Markets',
        'Packages',
        'Features',
        'Refer & Earn',
      ])
      // The sections stand below each other on the screen, not only in the markup.
      const tops: number[] = []
      for (const section of ['Markets', 'Packages', 'Features', 'Refer & Earn']) {
        const box = await page.getByRole('region', { name: section, exact: true }).boundingBox()
        tops.push(box?.y ?? Number.NaN)
      }
      const hero = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect([hero?.y, ...tops]).toEqual([hero?.y, ...tops].toSorted((one, other) => Number(one) - Number(other)))
      const features = page.getByRole('region', { name: 'Features' }).getByRole('article')
      await expect(features.getByRole('heading')).toHaveText([
        'Fast trades',
        'Bank-grade security',
        'Advanced trading',
        '24/7 support',
      ])
      await expect(page.getByRole('region', { name: 'Markets' }).getByRole('term')).toHaveText([
        'Total Coins Available',
        'Live Rate',
        'Average Purchase Price',
        'Live Price Trend',
      ])
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  )

  test(
    'a card shows all of a package and selects it in the form [LAND-03] [LAND-04] [LAND-05] [LAND-06] [LAND-07] [LAND-10]',
    phone,
    async ({ page, answers }) => {
      const rules = 'In multiples of 1,000 ET, to the wallet address of your profile.'
      answers.give(listPackages, { items: packagesOnOffer.map((one) => ({ ...one, withdrawal_rules: rules })) })
      await page.goto('/')
      const cards = page.getByRole('region', { name: 'Packages' }).getByRole('article')
      await expect(cards).toHaveCount(4)
      const gold = cards.filter({ has: page.getByRole('heading', { name: 'Gold' }) })
      for (const text of [
        '$250.00',
        'one-time purchase',
        '25,000',
        '+2,500',
        '(10%)',
        '27,500',
        '24 hours',
        'Withdrawal rules',
      ]) {
        await expect(gold).toContainText(text)
      }
      await expect(gold.getByRole('img', { name: 'Gold' })).toBeVisible()
      await gold.getByRole('button', { name: 'Select Package' }).click()
      await expect(page).toHaveURL(/\/signup$/)
      await expect(page.getByRole('radio', { name: /^Gold/ })).toBeChecked()
      await page.goBack()
      await expect(gold.getByRole('button', { name: 'Selected' })).toBeVisible()
    },
  )

  test('the figures have their formats [LAND-25] [LAND-26] [LAND-27] [LAND-28] [LAND-29] [LAND-30] [FMT-01] [FMT-07]', async ({
    page,
    answers,
  }) => {
    answers.give(getGlobalPlatformStats, platformStats(figures))
    await page.goto('/')
    const markets = page.getByRole('region', { name: 'Markets' })
    // Each name has its shown figure and the full figure for screen readers.
    const card = (name: string) => markets.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
    await expect(markets.locator('dl > div')).toHaveCount(4)
    await expect(card('Total Coins Available')).toHaveText(
      /^Total Coins Available81\.6M\sET81,600,000 ETworth \$816K\$816,000\.00$/,
    )
    await expect(card('Live Rate')).toHaveText(/^Live Rate\$0\.0100\$184\.2K\$184,200\.00 total invested$/)
    await expect(card('Average Purchase Price')).toHaveText(
      /^Average Purchase Price\$0\.0098across 100M\sET100,000,000 ET total supply$/,
    )
  })

  test('a new installation shows no zeros for missing figures, and the real rate', phone, async ({ page, answers }) => {
    const none = { balance_coins: '0', total_available_coins: '0', total_supply_coins: '0', total_supply_usd: '0' }
    answers.give(getGlobalPlatformStats, platformStats({ ...none, average_purchase_price: '0' }))
    await page.goto('/')
    const markets = page.getByRole('region', { name: 'Markets' })
    await expect(markets.getByRole('term')).toHaveText([
      'Total Coins Available',
      'Live Rate',
      'Average Purchase Price',
      'Live Price Trend',
    ])
    await expect(markets).toContainText('$0.0100')
    await expect(markets).toContainText('nothing invested yet')
    await expect(markets.getByText('None yet')).toHaveCount(2)
    const strip = page.getByRole('region', { name: 'Live rate and figures' })
    await expect(strip).toContainText(/Circulation\s*None yet\s*Total invested\s*None yet/)
    for (const place of [markets, strip]) await expect(place).not.toContainText(/(^|[^\d.,])\$?0(\.00)?(?![\d.,])/)
    await expectNoSidewaysScroll(page)
  })

  test('without figures the markets are hidden, and a spinner shows until the figures are known [LAND-23] [LAND-24] [RATE-10]', async ({
    page,
  }) => {
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
    await page.route('**/api/rpc/get_global_platform_stats', async (route) => {
      await isSeen
      await route.abort()
    })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Markets' }).getByRole('status')).toBeVisible()
    see()
    await expect(page.getByRole('region', { name: 'Markets' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 2, name: 'Packages' })).toBeVisible()
  })

  test('banner and buttons lead a visitor on [LAND-11] [LAND-12] [LAND-15] [LAND-16] [LAND-19]', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Refer & Earn' })).not.toBeInViewport()
    await page.getByRole('link', { name: /Refer & Earn/ }).click()
    await expect(page.getByRole('heading', { name: 'Refer & Earn' })).toBeInViewport()
    await page.getByRole('link', { name: 'Get your referral link' }).click()
    await expect(page).toHaveURL(/\/signup$/)
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/signup$/)
  })
})

test.describe('live rate', () => {
  test.use(withMotion)

  test('is labelled as simulated, and can be stopped [LAND-31] [LAND-32] [FMT-03]', async ({ page, answers }) => {
    answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
    await page.clock.install()
    await page.goto('/')
    const trend = page.getByRole('region', { name: 'Markets' }).getByRole('definition').last()
    await expect(trend).toHaveText(/^Trending (Up|Down)/)
    const line = trend.locator('path').last()
    const before = await line.getAttribute('d')
    await expect.poll(() => line.getAttribute('d')).not.toBe(before)
    await page.getByRole('button', { name: /about the live rate/ }).click()
    await expect(page.getByRole('group', { name: 'About the live rate' })).toContainText(
      /platform rate.*0\.0100 USD per ET/,
    )
    await page.getByRole('button', { name: 'Pause movement' }).click()
    const still = await line.getAttribute('d')
    await page.clock.runFor(9_000)
    expect(await line.getAttribute('d')).toBe(still)
    await page.getByRole('button', { name: 'Resume movement' }).click()
    await page.clock.runFor(9_000)
    expect(await line.getAttribute('d')).not.toBe(still)
  })

  test('stands still for people who ask for less motion', async ({ page, answers }) => {
    answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Markets' })).toContainText('Steady')
    await expect(page.getByText('Indicative')).toHaveCount(0)
  })
})

test(
  'an unknown address has a page with two links [NOTFOUND-01] [NOTFOUND-02] [NOTFOUND-03]',
  phone,
  async ({ page }) => {
    expect((await page.goto('/dashboards/nope'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await expect(page).toHaveTitle(/^Page Not Found/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goBack()
    // The entry before it belongs to another site.
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
    await page.evaluate((path) => history.pushState({ ...history.state }, '', path), unknownPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  },
)

test(
  'the frame of every page: bar, anchors, ticker, footer, skip link, focus on the heading [SHELL-03] [SHELL-04] [SHELL-05] [SHELL-06] [SHELL-07] [SHELL-14] [SHELL-15] [SHELL-25]',
  phone,
  async ({ page, isMobile }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'ET, home page' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Live rate and figures' })).toContainText(/Live rate\s*\$0\.0100/)
    await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
    await expect(bar.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
    for (const section of ['Markets', 'Features', 'Packages', 'Referral']) {
      if (isMobile) await page.getByRole('button', { name: 'Sections' }).click()
      await page.getByRole('link', { name: section, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/#${section.toLowerCase()}$`))
      await expect(page.locator(`#${section.toLowerCase()}`)).toBeInViewport()
    }
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' })
    await terms.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeFocused()
    await expect(page).toHaveTitle(/^Terms of Service/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    // The bar stays in view at every scroll position.
    for (const path of ['/', '/privacy', '/signup']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // The page grows while its parts arrive.
      const scrollToEnd = () => page.evaluate('scrollTo(0, document.body.scrollHeight), scrollY')
      await expect.poll(scrollToEnd).toBeGreaterThan(200)
      await expect(bar).toBeInViewport({ ratio: 1 })
      expect((await bar.boundingBox())?.y).toBe(0)
    }
    await page.goto('/privacy')
    const barBox = await bar.boundingBox()
    const headingBox = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(headingBox?.y).toBeGreaterThan((barBox?.y ?? 0) + (barBox?.height ?? 0))
  },
)

test('until the session is known, the page says that it is loading [SHELL-01]', async ({ page, answers }) => {
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  answers.give(getSession, async () => {
    await isSeen
    return { session: null, isAuthenticated: false, isAdmin: false }
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  see()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an unreachable server is reported, and tried again on request', async ({ page }) => {
  await page.route('**/api/auth/session', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.', { timeout: 15_000 })
  await page.unroute('**/api/auth/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
})

test('every field of the public pages can be hit with a thumb on a phone', phone, async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a mouse is more precise')
  for (const path of ['/login', '/admin-login', '/signup', '/admin-signup', '/forgot-password']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const low = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>('input:not([type=radio]), select, button')]
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    expect([path, low]).toEqual([path, []])
  }
})

const figures = {
  et_rate: '0.01',
  balance_coins: '90000000',
  total_available_coins: '81600000',
  total_supply_coins: '100000000',
  total_supply_usd: '184200',
  average_purchase_price: '0.0098',
  total_withdrawals_coins: '0',
  total_transfers_coins: '0',
}

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
