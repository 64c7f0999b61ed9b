import type { Locator, Page, Route } from '@playwright/test'
import { listMessages } from '../../contract/chat.ts'
import { getReferralSummary, listReferrals } from '../../contract/referrals.ts'
import { toasts } from '../../contract/texts.ts'
import type { Profile } from '../../contract/profiles.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { onePage } from '../helpers/screen-data.ts'
import { readAsBuyer } from '../helpers/screen-data/buys.ts'
import { aMessage, giveChat } from '../helpers/screen-data/chat.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const liveWithinMs = 1_500
const phone = { tag: '@phone' }
const messagesPath = '**/messages'

test(
  'a member writes to support from any page, and the answer appears by itself [CHAT-01] [CHAT-02] [CHAT-03] [CHAT-06] [CALL-49] [ERR-19]',
  phone,
  async ({ page, answers }) => {
    const member = await enter(page, answers)
    const chat = giveChat(answers, member)
    await page.goto('/dashboard')
    // A missing conversation is no fault.
    const lookUp = page.waitForResponse(`${messagesPath}?*`)
    await chatLink(page).click()
    expect((await lookUp).status()).toBe(200)
    await expect(panel(page).getByText('No messages yet')).toBeVisible()
    await expect(box(page)).toBeFocused()
    await expect(toastOf(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expectAccessibleAtThisWidth(page)

    const sends = await holdSends(page)
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

    chat.write('It arrived, thank you.')
    await expect(bubbles(page).last()).toContainText('It arrived, thank you.', { timeout: liveWithinMs })
    await expect(bubbles(page).last()).toContainText('Support')
    await expect(panel(page).getByRole('status').filter({ hasText: 'Support: It arrived, thank you.' })).toHaveCount(1)
    await expectAccessibleAtThisWidth(page)
    expect(chat.messages.map(({ content }) => content)).toEqual([
      'Where is\nmy slip?',
      'https://example.org/<b>x</b> 👩‍👩‍👧',
      'It arrived, thank you.',
    ])
  },
)

test(
  'an address with openChat opens the chat once, and the chat covers the page only on a phone [OVERVIEW-05]',
  phone,
  async ({ page, answers }) => {
    const { member } = await readAsBuyer(page, answers)
    giveOverview(answers, member)
    giveChat(answers, member)
    const none = { total: 0, registered: 0, pending: 0, awarded: 0, earned_coins: '0', pending_coins: '0' }
    answers.give(getReferralSummary, none)
    answers.give(listReferrals, onePage([]))
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
  },
)

test('a message that cannot be sent returns to the box, before the text that was typed since [CHAT-04] [CHAT-05] [ERR-20]', async ({
  page,
  answers,
}) => {
  const chat = giveChat(answers, await enter(page, answers))
  await page.goto('/dashboard?openChat=true')
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  let attempts = 0
  await page.route(messagesPath, (route) => {
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
  await page.unroute(messagesPath)
  await page.route(messagesPath, loseFirstAnswer())
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/First\nSecond\nnow and more/])
  await expect(panel(page).getByText('Sending…')).toHaveCount(0)
  expect(chat.messages.map(({ content }) => content)).toEqual(['First\nSecond\nnow and more'])
  await expect(bubbles(page)).toHaveCount(1)
})

test('a conversation that cannot be loaded says so and can be tried again [ERR-18]', async ({ page, answers }) => {
  const member = await enter(page, answers)
  answers.give(listMessages, () => {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 60 })
  })
  await page.goto('/dashboard?openChat=true')
  await expectToast(page, toasts.chatFailed)
  await expect(panel(page).getByText('This could not be loaded.')).toBeVisible()
  giveChat(answers, member, [aMessage(member, { content: 'Welcome!', is_from_support: true })])
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(bubbles(page)).toHaveText([/Welcome!/])
})

test(
  'ten thousand messages are read page by page without losing the place [CALL-36]',
  phone,
  async ({ page, answers }) => {
    const member = await enter(page, answers)
    const chat = giveChat(answers, member, numberedMessages(member, 1, 10_000))
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
    chat.write('Message 10001')
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
  },
)

/** Makes the page's browser that of a member with an empty overview. */
async function enter(page: Page, answers: Answers): Promise<Profile> {
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  return profile
}

/** Makes this many messages of the member, named after their numbers. */
function numberedMessages(member: Profile, first: number, count: number) {
  return Array.from({ length: count }, (_, index) =>
    aMessage(member, { number: first + index, content: `Message ${first + index}` }),
  )
}

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

/** Keeps sent messages from the server until they are released. */
async function holdSends(page: Page) {
  const held: Route[] = []
  let isOpen = false
  await page.route(messagesPath, (route) => {
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
