import { signOut } from '../../contract/auth.ts'
import { toasts } from '../../contract/texts.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import {
  confirmEmailOnScreen,
  expectToast,
  logInAsAdminOnScreen,
  logInOnScreen,
  password,
  registerAdminOnScreen,
  signUpOnScreen,
} from '../helpers/screens.ts'
import { expectNoOverflow } from '../helpers/sound-screen.ts'
import { findCutTexts } from './layout-faults.ts'

// Serial, because the later tests use the accounts that the first test makes.
test.describe.configure({ mode: 'serial' })

const admin = { name: 'Ines Carvalho', email: 'ines@example.org' }
const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Diamond' }

test('accounts for the tests below', async ({ page, server }) => {
  await registerAdminOnScreen(page, server, admin)
  await signUpOnScreen(page, member)
  await confirmEmailOnScreen(page, server, member.email)
})

test('a visitor logs in first and comes back; a foreign return path is ignored [GUARD-06] [GUARD-09]', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/login\?return=%2Fadmin%2Fusers$/)
  await page.goto('/dashboard/activity?type=buy')
  await expect(page).toHaveURL(/\/login\?return=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?type=buy$/)
  await page.goto('/login?return=https%3A%2F%2Fevil.example%2F')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a member has the bar, the strip and the sidebar of members, and their own area alone [GUARD-04] [GUARD-05] [GUARD-10] [LAND-08] [LAND-13] [LAND-14] [LAND-18] [SHELL-03] [SHELL-10] [SHELL-11] [SHELL-12] [SHELL-16] [SHELL-17] [SHELL-18] [SHELL-20]', async ({
  page,
  isMobile,
}) => {
  await logInOnScreen(page, member.email)
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip).toContainText(/Balance\s*0\s*ET/)
  await expect(strip).toContainText(/Investment\s*\$0\.00/)
  const badge = isMobile ? strip : page.getByRole('banner')
  await expect(badge.getByText(member.packageName, { exact: true })).toBeVisible()
  await expect(badge.getByRole('img', { name: 'Diamond package' })).toBeVisible()
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/dashboard?openChat=true')
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/dashboard/profile')
  await expect(bar.locator('[aria-current=page]')).toHaveAccessibleName('Dashboard')
  for (const path of [
    '/login',
    '/signup',
    '/admin-login',
    '/forgot-password',
    '/reset-password',
    '/admin-signup',
    '/admin',
  ]) {
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
})

test('the slide-over opens below 1024 px and closes on navigation, Esc and scrim [SHELL-23] [SHELL-24]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1023, height: 800 })
  await logInOnScreen(page, member.email)
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

test('signing out ends the session in every tab and leaves nothing behind [AUTH-01] [CALL-06] [SHELL-13] [OK-11]', async ({
  page,
  context,
}) => {
  await logInOnScreen(page, member.email)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(member.name)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, toasts.loggedOut)
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByText(member.name)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('whoever leaves is not led back to the page they left, even if its end is heard of before the answer comes', async ({
  page,
}) => {
  await logInOnScreen(page, member.email)
  await page.route(`**${signOut.path}`, async (route) => {
    const response = await route.fetch()
    await page.waitForURL(/\/login/)
    await route.fulfill({ response })
  })
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, toasts.loggedOut)
  await expect(page).toHaveURL(/\/login$/)
})

test('an administrator has the global strip, the counts and no profile link [GUARD-03] [LAND-09] [LAND-13] [LAND-14] [LAND-17] [SHELL-09] [SHELL-11] [SHELL-12] [SHELL-19] [SHELL-21]', async ({
  page,
  isMobile,
}) => {
  const counts = (pending: number) => ({
    total: pending,
    pending,
    approved: 0,
    rejected: 0,
    cancelled: 0,
    oldest_pending_at: null,
  })
  await page.route('**/api/request-counts', (route) =>
    route.fulfill({ json: { buy: counts(3), withdrawal: counts(1), transfer: counts(0) } }),
  )
  await logInAsAdminOnScreen(page, admin.email)
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  // Before the first purchase a zero would be misleading.
  await expect(strip).toContainText(/Circulation\s*None yet\s*Total invested\s*None yet/)
  await page.route('**/api/rpc/get_global_platform_stats', async (route) => {
    const response = await route.fetch()
    const stats = (await response.json()) as Record<string, unknown>
    await route.fulfill({ json: { ...stats, balance_coins: '27500', total_supply_usd: '250' } })
  })
  // The page shows the short form, and screen readers read the full figure.
  await expect(strip).toContainText(/Circulation\s*\d[\d.]*[KMB]?\s*ET/)
  await expect(strip).toContainText(/Total invested\s*\$\d/)
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
  await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/admin/chat')
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveCount(0)
  for (const path of [
    '/login',
    '/signup',
    '/admin-login',
    '/forgot-password',
    '/reset-password',
    '/admin-signup',
    '/dashboard',
  ]) {
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
})

test('a session that has ended leads to the login page, and back to the same place', async ({ page, context }) => {
  await logInOnScreen(page, member.email)
  await page.goto('/dashboard/activity?status=pending')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await context.clearCookies()
  // The server refuses the next call, either of this click or of an earlier action.
  await page
    .getByRole('tab', { name: 'Approved' })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Factivity/)
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?status=(?:approved|pending)$/)
})

test('when another person signs in, no tab keeps what belonged to the one before', async ({
  page,
  context,
  server,
}) => {
  const second = { name: 'Kofi Mensah', email: 'kofi@example.org', packageName: 'Shield' }
  await signUpOnScreen(page, second)
  await confirmEmailOnScreen(page, server, second.email)
  await logInOnScreen(page, member.email)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(member.name)
  // Signs in again on this browser without signing out first.
  await page.evaluate(
    async (body) => {
      await fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      new BroadcastChannel('session').postMessage('changed')
    },
    { email: second.email, password, portal: 'member' },
  )
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1 })).toContainText(second.name)
    await expect(tab.getByText(member.name)).toHaveCount(0)
  }
})

test('on a phone the wordmark and the figures of the strip are whole, for visitors, members and administrators', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'There is room on a wide screen.')
  const look = async (path: string) => {
    await page.goto(path)
    const strip = page.getByRole('region', { name: 'Live rate and figures' })
    await expect(strip).toContainText('$0.0100')
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      await expect
        .poll(() => strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${path} at ${width}`)
        .toBe(0)
      expect([path, width, await findCutTexts(page)]).toEqual([path, width, []])
      const brand = page.getByRole('banner').getByRole('link', { name: 'ET, home page' })
      await expect(brand).toHaveText('ET', { useInnerText: true })
      await expect(brand).toBeInViewport({ ratio: 1 })
      await expectNoOverflow(page)
    }
  }
  await look('/login')
  await logInOnScreen(page, member.email)
  await look('/dashboard')
  await look('/dashboard/buy')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await logInAsAdminOnScreen(page, admin.email)
  await look('/admin')
})

test('a page that is opened in the moment the first one appears takes the focus all the same', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'The links are behind a button there.')
  await logInAsAdminOnScreen(page, admin.email)
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
