import type { Locator, Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { getConversation, listMessages, sendMessage } from '../../contract/chat.ts'
import { toasts } from '../../contract/texts.ts'
import { call, createAdmin, createMember, signInAgain, useSession, withDatabase, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, logInOnScreen } from '../helpers/screens.ts'
import { expectSoundLayer } from '../helpers/sound-screen.ts'

const liveWithinMs = 1_500

test('a member writes to support from whatever page they are on, and the answer comes by itself [CHAT-01] [CHAT-02] [CHAT-03] [CHAT-06] [CALL-49] [ERR-19]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  await page.goto('/dashboard/profile')
  // A missing conversation is no fault.
  const lookUp = page.waitForResponse(`**${pathOf(listMessages.path, member)}?*`)
  await chatLink(page).click()
  expect((await lookUp).status()).toBe(200)
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(toastOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  await expectSoundLayer(page)

  const sends = await holdSends(page, member)
  await box(page).press('Enter')
  await box(page).fill('  \n ')
  await box(page).press('Enter')
  await panel(page).getByRole('button', { name: 'Send' }).click()
  await box(page).fill('')
  await box(page).pressSequentially('Where is')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('my slip?')
  // An input method ends a word with its own Enter.
  await box(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(box(page)).toHaveValue('Where is\nmy slip?')
  expect(sends.held()).toBe(0)
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/Where is\nmy slip\?.*Sending…/s])
  await expect(box(page)).toHaveValue('')
  await box(page).fill('https://example.org/<b>x</b> 👩‍👩‍👧')
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/Where is\nmy slip\?.*Sending…/s, /example\.org.*Sending…/s])
  // The second message waits for the first, so the two keep their order.
  expect(sends.held()).toBe(1)
  await sends.release()
  await expect(panel(page).getByText('Sending…')).toHaveCount(0)
  await expect(bubbles(page)).toHaveText([/Where is\nmy slip\?/s, /<b>x<\/b> 👩‍👩‍👧/])
  await expect(panel(page).getByRole('log').getByRole('link')).toHaveCount(0)

  await write(await createAdmin(server), member, 'It arrived, thank you.')
  await expect(bubbles(page).last()).toContainText('It arrived, thank you.', { timeout: liveWithinMs })
  await expect(bubbles(page).last()).toContainText('Support')
  await expect(panel(page).getByRole('status').filter({ hasText: 'Support: It arrived, thank you.' })).toHaveCount(1)
  await expectSoundLayer(page)
  expect(await contentsOf(member)).toEqual([
    'Where is\nmy slip?',
    'https://example.org/<b>x</b> 👩‍👩‍👧',
    'It arrived, thank you.',
  ])
})

test('what is unread shows in the bar, in the title and on the icon of the tab, until it is read, in every window [CALL-47] [CHAT-07] [CHAT-08]', async ({
  page,
  server,
  browser,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  await useSession(page, member)
  await page.goto('/dashboard/activity')
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await useSession(other, await signInAgain(member))
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

test('an address opens the chat once, and the chat covers a phone alone [OVERVIEW-05]', async ({ page, server }) => {
  await useSession(page, await createMember(server))
  await page.goto('/dashboard/buy')
  await page.goto('/dashboard?openChat=true')
  await expect(box(page)).toBeFocused()
  await expect(page).toHaveURL(/\/dashboard$/)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const isPhone = width < 600
  const link = page.getByRole('main').getByRole('link', { name: 'Referrals', exact: true })
  if (isPhone) {
    await link.focus()
    await expect(link).not.toBeFocused()
    // The keyboard takes half of the screen.
    await page.setViewportSize({ width, height: 400 })
    await expect(box(page)).toBeInViewport({ ratio: 1 })
    await expect(panel(page).getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width, height })
  } else {
    await link.click()
    await expect(page).toHaveURL(/\/referrals$/)
    await expect(panel(page)).toBeVisible()
    await page.goBack()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/buy$/)
  await expect(panel(page)).toHaveCount(0)
})

test('a message that cannot be sent is taken back into the box, before what was typed since [CHAT-04] [CHAT-05] [ERR-20]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  await page.goto('/dashboard?openChat=true')
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  const isOurs = sendingOf(member)
  let attempts = 0
  await page.route(isOurs, (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    attempts += 1
    return attempts === 1 ? route.abort() : route.fulfill({ status: 422, json: { code: 'not_found', message: 'x' } })
  })
  await box(page).fill('First')
  await box(page).press('Enter')
  await box(page).fill('Second')
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveCount(2)
  await box(page).pressSequentially('and more')
  await box(page).press('Home')
  await expect(toastOf(page)).toContainText('Message Failed')
  await expect(toastOf(page)).toContainText('Could not send message.')
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive')
  await expect(bubbles(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('First\nSecond\nand more')
  await box(page).pressSequentially('now ')
  await expect(box(page)).toHaveValue('First\nSecond\nnow and more')
  expect(attempts).toBe(2)

  // A lost answer leaves the outcome open. The message is sent again under its id and is stored once.
  await page.unroute(isOurs)
  await page.route(isOurs, loseFirstAnswer())
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/First\nSecond\nnow and more/])
  await expect(panel(page).getByText('Sending…')).toHaveCount(0)
  expect(await contentsOf(member)).toEqual(['First\nSecond\nnow and more'])
  await expect(bubbles(page)).toHaveCount(1)
})

test('a conversation that cannot be loaded says so and can be tried again [ERR-18]', async ({ page, server }) => {
  const member = await createMember(server)
  await write(await createAdmin(server), member, 'Welcome!')
  await useSession(page, member)
  const refused = `**${pathOf(listMessages.path, member)}?*`
  await page.route(refused, (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'x' } }),
  )
  await page.goto('/dashboard?openChat=true')
  await expectToast(page, toasts.chatFailed)
  await expect(panel(page).getByText('This could not be loaded.')).toBeVisible()
  await page.unroute(refused)
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(bubbles(page)).toHaveText([/Welcome!/])
})

test('what is typed and what is on its way outlast a reload, and the end of a session', async ({ page, server }) => {
  const member = await createMember(server)
  await useSession(page, member)
  await page.goto('/dashboard?openChat=true')
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  const sends = await holdSends(page, member)
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

test('ten thousand messages are read page by page without losing the place, and nothing is missing after an absence [CALL-36]', async ({
  page,
  server,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  await fillConversation(member, 10_000)
  await useSession(page, member)
  await page.goto('/dashboard?openChat=true')
  await expect(bubbles(page).last()).toContainText('Message 10000')
  const log = panel(page).getByRole('log')
  await expect.poll(() => gapOf(log)).toBe(0)

  // Each older page appears above, and the messages in view stay in their place.
  await goBack(page, 6)
  expect(await bubbles(page).count()).toBeLessThanOrEqual(300)
  await expectUnbroken(page)

  // A reader further up gets a notice, and the messages stay in their place.
  const before = await log.evaluate((element) => element.scrollTop)
  await write(admin, member, 'Message 10001')
  const pill = panel(page).getByRole('button', { name: 'New messages' })
  await expect(pill).toBeVisible({ timeout: liveWithinMs })
  expect(await log.evaluate((element) => element.scrollTop)).toBe(before)
  await pill.click()
  await expect(bubbles(page).last()).toContainText('Message 10001')
  await expect.poll(() => gapOf(log)).toBe(0)
  await expect(pill).toHaveCount(0)

  // A writer further up is taken to the new message. A reopened chat begins at the end.
  await goBack(page, 4)
  await box(page).fill('Message 10002')
  await box(page).press('Enter')
  await expect(bubbles(page).last()).toContainText('Message 10002')
  await expect.poll(() => gapOf(log)).toBe(0)
  await goBack(page, 4)
  // A late older page does not hold the place of the reopened chat.
  const olderPages = /\/messages\?.*before=/
  const answer = Promise.withResolvers<undefined>()
  await page.route(olderPages, async (route) => {
    await answer.promise
    await route.fallback()
  })
  const asked = page.waitForRequest(olderPages)
  await log.evaluate((element) => element.scrollTo({ top: 0 }))
  await asked
  await panel(page).getByRole('button', { name: 'Close chat' }).click()
  await expect(panel(page)).toHaveCount(0)
  const arrived = page.waitForResponse(olderPages)
  answer.resolve(undefined)
  await arrived
  await chatLink(page).click()
  await expect(bubbles(page).last()).toContainText('Message 10002')
  await expect.poll(() => gapOf(log)).toBe(0)

  // These pages of messages arrived without any event, while the server was down.
  await fillConversation(member, 250)
  await server.restart()
  await expect(bubbles(page).last()).toContainText('Message 10252')
  await expectUnbroken(page)
  await expect.poll(() => gapOf(log)).toBe(0)
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

function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant]')
}

function pathOf(path: string, { userId }: Person): string {
  return path.replace(':userId', userId)
}

function sendingOf(member: Person): string {
  return `**${pathOf(sendMessage.path, member)}`
}

/** Keeps sent messages from the server until they are released. */
async function holdSends(page: Page, member: Person) {
  const held: Route[] = []
  let isOpen = false
  await page.route(sendingOf(member), (route) => {
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

/** Stores the first message and loses its answer. */
function loseFirstAnswer() {
  let isFirst = true
  return async (route: Route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.fallback()
    isFirst = false
    await route.fetch()
    return route.abort()
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

async function numberOf(bubble: Locator): Promise<number> {
  return Number(/Message (\d+)/.exec((await bubble.textContent()) ?? '')?.[1])
}

/** Demands that the shown messages follow each other without a gap or a double. */
async function expectUnbroken(page: Page) {
  const shown = (await bubbles(page).allTextContents()).map((text) => Number(/Message (\d+)/.exec(text)?.[1]))
  expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
}

/** Scrolls up by this many pages. The message at the upper edge keeps its place while older messages arrive. */
async function goBack(page: Page, pages: number) {
  const log = panel(page).getByRole('log')
  for (let left = pages; left > 0; left -= 1) {
    const first = await numberOf(bubbles(page).first())
    const read = await log.evaluate((element) => {
      element.scrollTop = 250
      const items = [...element.querySelectorAll('li')]
      return items.find(({ offsetTop }) => offsetTop > element.scrollTop)?.textContent ?? ''
    })
    await expect.poll(() => numberOf(bubbles(page).first())).toBeLessThan(first)
    const name = /Message \d+/.exec(read)?.[0] ?? ''
    const place = bubbles(page).filter({ hasText: new RegExp(`${name}$`) })
    const toEdge = () =>
      place.evaluate((item: HTMLElement) => item.offsetTop - (item.closest('[role=log]')?.scrollTop ?? 0))
    expect(Math.abs(await toEdge())).toBeLessThan(80)
  }
}

/** Returns the distance to the end in whole pixels. */
async function gapOf(log: Locator): Promise<number> {
  return log.evaluate((element) => Math.floor(element.scrollHeight - element.scrollTop - element.clientHeight))
}
