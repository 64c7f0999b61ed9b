import type { Locator, Page } from '@playwright/test'
import { getUnreadCount } from '../../contract/chat.ts'
import { toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'

test(
  'an administrator sees the unread count of all conversations in the bar and in the sidebar [SHELL-08] [SHELL-22]',
  { tag: '@phone' },
  async ({ page, answers }) => {
    await readAsAdmin(page, answers)
    giveAdminDashboard(answers)
    answers.give(getUnreadCount, { unread: 114 })
    await page.goto('/admin')
    const bar = page.getByRole('banner').getByRole('link', { name: 'Chat 114 unread' })
    await expect(bar).toHaveAttribute('href', '/admin/chat')
    await expect(bar.getByText('99+')).toBeVisible()
    const menu = page.getByRole('button', { name: /^Menu/ })
    if (await menu.isVisible()) await menu.click()
    const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /^Chat/ })
    await expect(entry).toHaveAccessibleName('Chat 114 unread')
    await expect(entry.getByText('99+')).toBeVisible()
  },
)

test('a failed unread count is reported once, until it has been read again [ERR-21]', async ({ page, answers }) => {
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  let isRefused = true
  answers.give(getUnreadCount, () => {
    if (isRefused) throw new Refusal('too_many_requests', { retryAfterSeconds: 60 })
    return { unread: 2 }
  })
  /** Returns to the tab, which reads missing data again. */
  const askAgain = async () => {
    const before = answers.callsOf(getUnreadCount).length
    await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
    await expect.poll(() => answers.callsOf(getUnreadCount).length).toBeGreaterThan(before)
  }
  await page.goto('/dashboard')
  await expect(toastOf(page)).toContainText('Error')
  await expect(toastOf(page)).toContainText('Could not fetch unread message counts.')
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page)).toHaveCount(0)

  await askAgain()
  await page.waitForTimeout(500)
  await expect(toastOf(page)).toHaveCount(0)

  isRefused = false
  await askAgain()
  await expect(chatLink(page)).toHaveAccessibleName('Chat 2 unread')

  isRefused = true
  await page.reload()
  await expectToast(page, toasts.unreadFailed)
})

function chatLink(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Chat/ })
}

function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant]')
}
