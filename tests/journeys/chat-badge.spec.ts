import type { Locator, Page } from '@playwright/test'
import { getUnreadCount } from '../../contract/chat.ts'
import { toasts } from '../../contract/texts.ts'
import { createAdmin, createMember, useSession, withDatabase, type Person } from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import { expectToast, logInOnScreen } from '../helpers/screens.ts'

test('a member sees how much is unread once signed in, and nothing of it is left for the next person [SHELL-08] [AUTH-02] [AUTH-04]', async ({
  page,
  server,
}) => {
  const [busy, quiet] = [await createMember(server), await createMember(server, { name: 'Kofi Mensah' })]
  await setUnread(busy, { user: 3, admin: 0 })
  const asked = countAsked(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(chatLink(page)).toHaveCount(0)
  expect(asked()).toBe(0)
  await logInOnScreen(page, busy.email)
  await expect(chatLink(page)).toHaveAccessibleName('Chat 3 unread')
  await expect(chatLink(page)).toHaveAttribute('href', '/dashboard?openChat=true')
  await expect(chatLink(page).getByText('3', { exact: true })).toBeVisible()
  expect(asked()).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(chatLink(page)).toHaveCount(0)
  // Until the next person's count arrives, the page does not show the count of the person before.
  await page.route(`**${getUnreadCount.path}`, () => {})
  await logInOnScreen(page, quiet.email)
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
})

test('an administrator sees what is unread in all conversations, in the bar and in the sidebar [SHELL-08] [SHELL-22]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  await setUnread(await createMember(server), { user: 7, admin: 4 })
  await setUnread(await createMember(server), { user: 0, admin: 110 })
  await useSession(page, admin)
  await page.goto('/admin')
  const bar = page.getByRole('banner').getByRole('link', { name: 'Chat 114 unread' })
  await expect(bar).toHaveAttribute('href', '/admin/chat')
  await expect(bar.getByText('99+')).toBeVisible()
  const menu = page.getByRole('button', { name: /^Menu/ })
  if (await menu.isVisible()) await menu.click()
  const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /^Chat/ })
  await expect(entry).toHaveAccessibleName('Chat 114 unread')
  await expect(entry.getByText('99+')).toBeVisible()
})

test('a count that cannot be read is told of once, until it has been there again [ERR-21]', async ({
  page,
  server,
}) => {
  let isRefused = true
  const asked = countAsked(page)
  await page.route(`**${getUnreadCount.path}`, (route) =>
    isRefused ? route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'x' } }) : route.continue(),
  )
  const member = await createMember(server)
  await setUnread(member, { user: 2, admin: 0 })
  await useSession(page, member)
  await page.goto('/dashboard')
  await expect(toastOf(page)).toContainText('Error')
  await expect(toastOf(page)).toContainText('Could not fetch unread message counts.')
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page)).toHaveCount(0)

  await askAgain(page, asked)
  await page.waitForTimeout(500)
  await expect(toastOf(page)).toHaveCount(0)

  isRefused = false
  await askAgain(page, asked)
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

/** Returns to the tab, which reads missing data again. */
async function askAgain(page: Page, asked: () => number) {
  const before = asked()
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
  await expect.poll(asked).toBeGreaterThan(before)
}

function countAsked(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === getUnreadCount.path) asked += 1
  })
  return () => asked
}

async function setUnread({ server, userId }: Person, unread: { user: number; admin: number }) {
  await withDatabase(server, (db) =>
    db
      .insertInto('chat_conversations')
      .values({ user_id: userId, user_unread_count: unread.user, admin_unread_count: unread.admin })
      .execute(),
  )
}
