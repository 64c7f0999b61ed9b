import type { Page } from '@playwright/test'
import { signOut } from '../../contract/auth.ts'
import { listPackages } from '../../contract/packages.ts'
import { checkWalletAddress, getWalletChange } from '../../contract/own-profile.ts'
import { getProfile } from '../../contract/profiles.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { aWithdrawal, ownStats, platformStats, requestCounts, walletCheck } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals, giveTerms } from '../helpers/screen-data/approvals.ts'
import { readAsBuyer } from '../helpers/screen-data/buys.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, onPhone, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectNoOverflow } from '../helpers/accessible-screen.ts'
import { findCutTexts } from '../journeys/layout-faults.ts'

const phone = { tag: '@phone' }
const entrances = ['/login', '/signup', '/admin-login', '/forgot-password', '/reset-password', '/admin-signup']

test(
  'a member has the bar, the ticker and the sidebar of members, and their own area alone [GUARD-04] [GUARD-05] [GUARD-10] [LAND-08] [LAND-13] [LAND-14] [LAND-18] [SHELL-03] [SHELL-10] [SHELL-11] [SHELL-12] [SHELL-16] [SHELL-17] [SHELL-18] [SHELL-20]',
  phone,
  async ({ page, answers, isMobile }) => {
    await enterAsMember(page, answers)
    answers.give(getUserDashboardStats, ownStats({ balance_coins: '0', available_coins: '0', investment_usd: '0' }))
    await page.goto('/dashboard')
    const strip = page.getByRole('region', { name: 'Live rate and figures' })
    await expect(strip).toContainText(/Balance\s*0\s*ET/)
    await expect(strip).toContainText(/Investment\s*\$0\.00/)
    const badge = isMobile ? strip : page.getByRole('banner')
    await expect(badge.getByText('Diamond', { exact: true })).toBeVisible()
    await expect(badge.getByRole('img', { name: 'Diamond package' })).toBeVisible()
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/dashboard?openChat=true')
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/dashboard/profile')
    await expect(bar.locator('[aria-current=page]')).toHaveAccessibleName('Dashboard')
    for (const path of [...entrances, '/admin']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/dashboard$/)
    }
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    const sidebar = page.getByRole('navigation', { name: 'Your account' })
    await expect(sidebar.getByRole('link')).toHaveCount(7)
    const hrefs = await sidebar.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(
      ['', '/buy', '/transfer', '/withdraw', '/activity', '/referrals', '/profile'].map((end) => `/dashboard${end}`),
    )
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expect(page.getByRole('link', { name: 'See your referrals' })).toHaveAttribute('href', '/dashboard/referrals')
    await page.getByRole('button', { name: 'Select Package' }).first().click()
    await expect(page).toHaveURL(/\/dashboard$/)
  },
)

test('the slide-over opens below 1024 px and closes on navigation, Esc and scrim [SHELL-23] [SHELL-24]', async ({
  page,
  answers,
}) => {
  await enterAsMember(page, answers)
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Withdraw' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw coins' })).toBeFocused()
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused()
  // The layer reacts to keys and outside clicks only from the moment after it has appeared.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(menu).toBeFocused()
  await menu.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(async () => {
    await page.mouse.click(1000, 700)
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(menu).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Your account' })).toBeVisible()
})

test('a sign-out of an administrator leads to the log-in of administrators', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
  answers.give(signOut, () => {
    readAsVisitor(answers)
    return {}
  })
  await page.goto('/admin')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin-login$/)
})

test(
  'an administrator has the global ticker, the counts and no profile link [GUARD-03] [LAND-09] [LAND-13] [LAND-14] [LAND-17] [SHELL-09] [SHELL-11] [SHELL-12] [SHELL-19] [SHELL-21]',
  phone,
  async ({ page, answers, isMobile }) => {
    const { profile } = await readAsAdmin(page, answers)
    giveAdminDashboard(answers)
    giveTerms(answers, profile)
    giveApprovals(answers, [aWithdrawal(profile)])
    answers.give(listPackages, { items: packagesOnOffer })
    const { buy: none } = requestCounts()
    const counts = (pending: number) => ({ ...none, total: pending, pending })
    // One of the four purchases waits for its member, so no administrator has to decide it now.
    const buy = { ...counts(4), waits_for_member: 1 }
    answers.give(getRequestCounts, requestCounts({ buy, withdrawal: counts(1) }))
    answers.give(getGlobalPlatformStats, platformStats({ balance_coins: '0', total_supply_usd: '0' }))
    await page.goto('/admin')
    const strip = page.getByRole('region', { name: 'Live rate and figures' })
    // Before the first purchase a zero would be misleading.
    await expect(strip).toContainText(/Circulation\s*None yet\s*Total invested\s*None yet/)
    answers.give(getGlobalPlatformStats, platformStats())
    answers.announce('wallet', 'settings')
    // The page shows the short form, and screen readers read the full figure.
    await expect(strip).toContainText(/Circulation\s*\d[\d.]*[KMB]?\s*ET/)
    await expect(strip).toContainText(/Total invested\s*\$\d/)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
    await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/admin/chat')
    await expect(bar.getByRole('link', { name: 'Profile' })).toHaveCount(0)
    for (const path of [...entrances, '/dashboard']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/admin$/)
    }
    if (isMobile) await page.getByRole('button', { name: /^Menu/ }).click()
    const sidebar = page.getByRole('navigation', { name: 'Administration' })
    for (const name of ['Deposit Approvals 3 pending', 'Withdrawal Approvals 1 pending', 'Transfer Approvals']) {
      await expect(sidebar.getByRole('link', { name, exact: true })).toBeVisible()
    }
    // The longest name, which is bold on its own page, shows in full.
    await sidebar.getByRole('link', { name: /^Withdrawal Approvals/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Withdrawal approvals' })).toBeVisible()
    if (isMobile) await page.getByRole('button', { name: /^Menu/ }).click()
    const label = sidebar.getByText('Withdrawal Approvals', { exact: true })
    expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Go to Dashboard' }).first()).toHaveAttribute('href', '/admin')
    await expect(page.getByRole('region', { name: 'Refer & Earn' }).getByRole('link')).toHaveAttribute('href', '/admin')
    await page.getByRole('button', { name: 'Select Package' }).first().click()
    await expect(page).toHaveURL(/\/admin$/)
  },
)

test('a page that is opened while the first page appears takes the focus', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
  giveSecurity(answers)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const link = document.querySelector<HTMLElement>('nav[aria-label="Administration"] a[href="/admin/security"]')
      // The picture before the app runs ignores clicks.
      if (!link || link.closest('[inert]')) return
      observer.disconnect()
      link.click()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
})

test.describe(() => {
  test.use(onPhone)

  test('on a phone the wordmark and the figures of the ticker are not cut off, for visitors, members and administrators', async ({
    page,
    answers,
  }) => {
    const look = async (path: string) => {
      await page.goto(path)
      const strip = page.getByRole('region', { name: 'Live rate and figures' })
      await expect(strip).toContainText('$0.0100')
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 812 })
        await expect
          .poll(
            () => strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
            `${path} at ${width}`,
          )
          .toBe(0)
        expect([path, width, await findCutTexts(page)]).toEqual([path, width, []])
        const brand = page.getByRole('banner').getByRole('link', { name: 'ET, home page' })
        await expect(brand).toHaveText('ET', { useInnerText: true })
        await expect(brand).toBeInViewport({ ratio: 1 })
        await expectNoOverflow(page)
      }
    }
    await look('/login')
    const { member } = await readAsBuyer(page, answers)
    giveOverview(answers, member)
    await look('/dashboard')
    await look('/dashboard/buy')
    await readAsAdmin(page, answers)
    giveAdminDashboard(answers)
    await look('/admin')
  })
})

/** Makes the page's browser that of a member with the Diamond package. */
async function enterAsMember(page: Page, answers: Answers) {
  const { profile } = await readAsMember(page, answers, undefined, {
    package: { package_name: 'Diamond', icon: 'Gem' },
  })
  giveOverview(answers, profile)
  giveSecurity(answers)
  answers.give(getProfile, profile)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  answers.give(listPackages, { items: packagesOnOffer })
}
