import type { Locator, Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { getConversation, getUnreadCount, listMessages, sendMessage } from '../../contract/chat.ts'
import {
  call,
  createAdmin,
  createMember,
  signInAgain,
  signInBrowser,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import { logInOnScreen } from '../helpers/screens.ts'

const liveWithinMs = 1_500

test('the unread count shows in the bar, the title and the icon of every window until the messages are read [CALL-47] [CHAT-07] [CHAT-08]', async ({
  page,
  server,
  browser,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  await signInBrowser(page, member)
  await page.goto('/dashboard/activity')
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(other, await signInAgain(member))
  await other.goto('/dashboard')
  for (const text of ['One', 'Two']) await write(admin, member, text)
  await write(admin, await createMember(server, { name: 'Kofi Mensah' }), 'Not for them')
  for (const window of [page, other]) {
    await expect(chatLink(window)).toHaveAccessibleName('Chat 2 unread', { timeout: liveWithinMs })
    await expect(window).toHaveTitle(/^\(2\) .+ · ET$/)
    await expect(window.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg\+xml,.*circle/)
  }
  await page.bringToFront()
  await chatLink(page).click()
  await expect(bubbles(page)).toHaveText([/One/, /Two/])
  for (const window of [page, other]) {
    await expect(chatLink(window)).toHaveAccessibleName('Chat', { timeout: liveWithinMs })
    await expect(window).toHaveTitle(/^(?!\().+ · ET$/)
    await expect(window.locator('link[rel=icon]')).toHaveAttribute('href', '/mark.svg')
  }
  // A message that arrives in the open chat is read. After the chat is closed, a message counts as unread.
  await write(admin, member, 'Three')
  await expect(bubbles(page)).toHaveCount(3)
  await expect.poll(() => unreadOf(member)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(chatLink(page)).toBeFocused()
  await write(admin, member, 'Four')
  await expect(chatLink(page)).toHaveAccessibleName('Chat 1 unread')
  await other.context().close()
})

test('typed text and messages on their way survive a reload and the end of a session', async ({ page, server }) => {
  const member = await createMember(server)
  await signInBrowser(page, member)
  await page.goto('/dashboard?openChat=true')
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  const sends = await holdSends(page)
  await box(page).fill('On its way')
  await box(page).press('Enter')
  await box(page).fill('Half a sen')
  await expect.poll(sends.held).toBe(1)
  await page.unrouteAll()
  await page.reload()
  // The sending continues with a closed chat.
  await expect.poll(() => contentsOf(member)).toEqual(['On its way'])
  await chatLink(page).click()
  await expect(box(page)).toHaveValue('Half a sen')
  await expect(bubbles(page)).toHaveText([/On its way/])
  await box(page).fill('x'.repeat(4_001))
  await expect(panel(page).getByText('4,001 / 4,000')).toBeVisible()
  await box(page).press('Enter')
  await expect(panel(page).getByText('Message must be at most 4000 characters.')).toBeVisible()
  await expect(bubbles(page)).toHaveCount(1)
  await expect(box(page)).toHaveValue('x'.repeat(4_001))

  // The session has ended. The message is sent as soon as its writer has signed in again.
  await box(page).fill('After hours')
  await page.context().clearCookies()
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await logInOnScreen(page, member.email)
  await expect.poll(() => contentsOf(member)).toEqual(['On its way', 'After hours'])
})

test('a member sees the unread count after the sign-in, and the next person does not see it [SHELL-08] [AUTH-02] [AUTH-04]', async ({
  page,
  server,
}) => {
  const [busy, quiet] = [await createMember(server), await createMember(server, { name: 'Kofi Mensah' })]
  const admin = await createAdmin(server)
  for (const text of ['One', 'Two', 'Three']) await write(admin, busy, text)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === getUnreadCount.path) asked += 1
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(chatLink(page)).toHaveCount(0)
  expect(asked).toBe(0)
  await logInOnScreen(page, busy.email)
  await expect(chatLink(page)).toHaveAccessibleName('Chat 3 unread')
  await expect(chatLink(page)).toHaveAttribute('href', '/dashboard?openChat=true')
  await expect(chatLink(page).getByText('3', { exact: true })).toBeVisible()
  expect(asked).toBeGreaterThan(0)
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

test('nothing is missing after an absence, during which pages of messages arrived without any event [CALL-36]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await fillConversation(member, 60)
  await signInBrowser(page, member)
  await page.goto('/dashboard?openChat=true')
  await expect(bubbles(page).last()).toContainText('Message 60')
  await fillConversation(member, 250)
  await server.restart()
  await expect(bubbles(page).last()).toContainText('Message 310')
  const shown = (await bubbles(page).allTextContents()).map((text) => Number(/Message (\d+)/.exec(text)?.[1]))
  expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
  const toEnd = (log: Element) => Math.floor(log.scrollHeight - log.scrollTop - log.clientHeight)
  await expect.poll(() => panel(page).getByRole('log').evaluate(toEnd)).toBe(0)
})

function chatLink(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Chat/ })
}

function panel(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Support chat' })
}

function box(page: Page): Locator {
  return panel(page).getByRole('textbox', { name: 'Message' })
}

function bubbles(page: Page): Locator {
  return panel(page).getByRole('log').getByRole('listitem')
}

/** Keeps sent messages from the server until they are released. */
async function holdSends(page: Page) {
  const held: Route[] = []
  let isOpen = false
  await page.route('**/messages', (route) => {
    if (route.request().method() !== 'POST' || isOpen) return route.continue()
    held.push(route)
    return undefined
  })
  return {
    held: () => held.length,
    async release() {
      isOpen = true
      for (const route of held) await route.continue()
    },
  }
}

async function write(from: Person, { userId }: Person, content: string) {
  await call(from, sendMessage, { params: { userId }, body: { client_message_id: randomUUID(), content } })
}

async function contentsOf(member: Person): Promise<string[]> {
  const { items } = await call(member, listMessages, { params: { userId: member.userId }, query: { limit: 100 } })
  return items.map(({ content }) => content)
}

async function unreadOf(member: Person): Promise<number> {
  const { user_unread_count: unread } = await call(member, getConversation, { params: { userId: member.userId } })
  return unread
}

/** Adds this many numbered messages of both sides. */
async function fillConversation({ server, userId }: Person, count: number) {
  await withDatabase(server, (db) =>
    sql`
      with held as (
        insert into chat_conversations as c (user_id, last_number) values (${userId}, ${count})
        on conflict (user_id) do update set last_number = c.last_number + ${count}
        returning id, last_number)
      insert into chat_messages (user_id, conversation_id, number, sender_id, content)
      select ${userId}, id, number, ${userId}, 'Message ' || number
        from held, generate_series(last_number - ${count} + 1, last_number) number`.execute(db),
  )
}
