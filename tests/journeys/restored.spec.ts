import type { Locator, Page, Route } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { getConversation, sendMessage } from '../../contract/chat.ts'
import { fallbackTexts, toasts } from '../../contract/texts.ts'
import { buy, call, createAdmin, createMember, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { chooseSlip, openBuyPage, review, submit } from '../helpers/buy-screens.ts'
import { copyDatabase } from '../helpers/database-copy.ts'
import { showBuyStep } from '../helpers/screens.ts'

const onPhone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }

/** The server returns to a copy of its database while pages of both sides are open. */

test('an open chat shows the messages of the restored server on both sides, and keeps unsent ones', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(90_000)
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  await write(member, member, 'Kept')
  const copy = await copyDatabase(server)

  // The administrator has a phone, where the conversation covers the list.
  const desk = await (await browser.newContext({ ...onPhone, baseURL: server.url })).newPage()
  await signInBrowser(desk, admin)
  await signInBrowser(page, member)
  await page.goto('/dashboard?openChat=true')
  await desk.goto(`/admin/chat?user=${member.userId}`)
  await write(admin, member, 'Lost one')
  await write(member, member, 'Lost two')
  for (const side of [page, desk]) await expect(bubbles(side)).toHaveText([/Kept/, /Lost one/, /Lost two/])
  const sends = await holdSends(page)
  await box(page).fill('On its way')
  await box(page).press('Enter')
  await expect.poll(sends.held).toBe(1)
  await box(page).fill('Half a sen')
  await box(desk).fill('Half an ans')

  // Before the pages reconnect, new messages get the numbers of the lost ones.
  for (const side of [page, desk]) await side.context().setOffline(true)
  await copy.restore()
  await write(admin, member, 'New one')
  await write(member, member, 'New two')
  for (const side of [page, desk]) await side.context().setOffline(false)
  for (const side of [page, desk]) {
    if (side === page) await expect(toastOf(side)).toContainText(toasts.chatRestored.title)
    await expect(bubbles(side).nth(1)).toContainText('New one')
    await expect(side.getByText(/Lost/)).toHaveCount(0)
  }
  await expect(bubbles(page)).toHaveText([/Kept/, /New one/, /New two/, /On its way.*Sending…/s])
  await expect(box(page)).toHaveValue('Half a sen')
  await expect(box(desk)).toHaveValue('Half an ans')
  await sends.release()
  for (const side of [page, desk]) {
    await expect(bubbles(side)).toHaveText([/Kept/, /New one/, /New two/, /On its way(?!.*Sending)/s])
  }

  // A new message is read, although an earlier message with its number was read before.
  await write(admin, member, 'Another')
  await expect(bubbles(page).last()).toContainText('Another')
  await expect.poll(async () => unreadOf(member)).toEqual([0, 0])
  // On a phone the message about the restore waits until the conversation is closed.
  await desk.getByRole('button', { name: 'Back' }).click()
  await expect(toastOf(desk)).toContainText(toasts.chatRestored.title)
  await desk.context().close()
})

test('an open chat follows a restored server with fewer messages, or without the conversation', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000)
  const member = await createMember(server)
  const copy = await copyDatabase(server)
  await signInBrowser(page, member)
  await page.goto('/dashboard?openChat=true')
  for (const text of ['Lost one', 'Lost two']) await write(member, member, text)
  await expect(bubbles(page)).toHaveCount(2)
  await copy.restore()
  await expect(toastOf(page)).toContainText(toasts.chatRestored.title, { timeout: 15_000 })
  await expect(page.getByText('No messages yet')).toBeVisible()
  await box(page).fill('Hello again')
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/Hello again(?!.*Sending)/s])
})

test.describe(() => {
  test.use(onPhone)

  test('a form with a lost slip says so and keeps its other fields, and a lost request leaves the queue by itself', async ({
    page,
    server,
    browser,
  }) => {
    test.setTimeout(90_000)
    const [admin, member, other] = [await createAdmin(server), await createMember(server), await createMember(server)]
    const copy = await copyDatabase(server)
    const desk = await (await browser.newContext({ baseURL: server.url })).newPage()
    await signInBrowser(desk, admin)
    await desk.goto('/admin/deposit-approvals')
    await buy(other, 'Shield')
    await expect(desk.getByRole('main')).toContainText(other.name)
    await signInBrowser(page, member)
    await openBuyPage(page)
    await showBuyStep(page, 'slip')
    await chooseSlip(page)
    await page.getByLabel('Transaction hash').fill('a'.repeat(64))

    await copy.restore()
    await expect(desk.getByText('No pending buy requests.')).toBeVisible({ timeout: 15_000 })
    await review(page)
    await submit(page)
    // The step with the slip shows again, which is a view of its own on a phone.
    await expect(page.getByRole('alert').filter({ hasText: fallbackTexts.fileGone })).toBeVisible()
    await expect(page.getByLabel('Transaction hash')).toHaveValue('a'.repeat(64))
    await page.getByRole('button', { name: /^Remove/ }).click()
    await chooseSlip(page)
    await review(page)
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
    await desk.context().close()
  })
})

function bubbles(page: Page): Locator {
  return page.getByRole('log').getByRole('listitem')
}

function box(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' })
}

function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant]')
}

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

async function unreadOf(member: Person): Promise<[number, number]> {
  const conversation = await call(member, getConversation, { params: { userId: member.userId } })
  return [conversation.user_unread_count, conversation.admin_unread_count]
}
