import type { Locator, Page } from '@playwright/test'
import { signOut } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import { failureTitles, toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { readAsNewMember } from '../helpers/screen-data/buys.ts'
import { expect, test } from '../helpers/screen.ts'

const phone = { tag: '@phone' }

// The buy page has both kinds of toasts: one for a successful copy, and one for a submit without a slip.
test.beforeEach(async ({ page, answers }) => {
  await readAsNewMember(page, answers)
})

test('a toast shows for five seconds [TOAST-01] [TOAST-02]', async ({ page }) => {
  await page.clock.install()
  await openPage(page)
  // From here on the clock moves only on demand.
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy(page)
  await expect(toastOf(page)).toContainText(toasts.copied.title)
  await page.clock.runFor(4_400)
  await expect(toastOf(page)).toBeVisible()
  await page.clock.runFor(1_200)
  await expect(toastOf(page)).toHaveCount(0)
})

test('its time stops while the pointer is on it or the window is not focused', async ({ page }) => {
  await page.clock.install()
  await openPage(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy(page)
  await expect(toastOf(page)).toBeVisible()
  await toastOf(page).hover()
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(2_000)
  await page.evaluate(`window.dispatchEvent(new Event('blur'))`)
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toBeVisible()
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await page.clock.runFor(1_500)
  await expect(toastOf(page)).toBeVisible()
  await page.clock.runFor(4_000)
  await expect(toastOf(page)).toHaveCount(0)
})

test('a toast is never under a modal layer: a shown one disappears, and a failure waits until the layer closes', async ({
  page,
  answers,
}) => {
  const { promise: isCovered, resolve: cover } = Promise.withResolvers<void>()
  answers.give(signOut, async () => {
    await isCovered
    throw new Refusal('internal_error')
  })
  await page.setViewportSize({ width: 800, height: 800 })
  await openPage(page)
  await copy(page)
  await expect(toastOf(page)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(toastOf(page, { isHidden: true })).toHaveCount(0)
  const isAnswered = page.waitForResponse(`**${signOut.path}`)
  cover()
  await isAnswered
  await expect(page.locator('button[aria-busy]')).toHaveCount(0)
  await expect(toastOf(page, { isHidden: true })).toHaveCount(0)
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(toastOf(page)).toContainText(errors.internal_error.message)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
})

test(
  'one toast shows at a time, and the next replaces it in the style of its kind [TOAST-03] [TOAST-06] [TOAST-07]',
  phone,
  async ({ page, isMobile }) => {
    await openPage(page)
    await copy(page)
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'default')
    await expectReadable(page)
    if (isMobile) await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Review request' }).click()
    await expect(toastOf(page)).toHaveCount(1)
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive')
    await expect(toastOf(page)).toContainText(failureTitles.submission)
    await expect(toastOf(page)).toContainText(errors.slip_required.message)
    await expectReadable(page)
    if (isMobile) await page.getByRole('button', { name: 'Back' }).click()
    await copy(page)
    await copy(page)
    await expect(toastOf(page)).toHaveCount(1)
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'default')
  },
)

test('F8 moves the focus to the toast, which then stays; Esc closes it and returns the focus [TOAST-04]', async ({
  page,
}) => {
  await page.clock.install()
  await openPage(page)
  const button = page.getByRole('button', { name: 'Copy address' })
  await copy(page)
  await expect(toastOf(page)).toBeVisible()
  await button.focus()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(toastOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toastOf(page)).toHaveCount(0)
  await expect(button).toBeFocused()
  // The time of the next toast runs again.
  await copy(page)
  await expect(toastOf(page)).toBeVisible()
  await page.clock.runFor(5_600)
  await expect(toastOf(page)).toHaveCount(0)
})

test(
  'only a swipe of 50 px or more to the right closes a toast, by mouse or finger [TOAST-05]',
  phone,
  async ({ page, isMobile }) => {
    const swipe = isMobile ? swipeByFinger : swipeByMouse
    await openPage(page)
    await copy(page)
    for (const distance of [40, -120]) {
      await swipe(page, distance)
      await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
    }
    await swipe(page, 60)
    await expect(toastOf(page)).toHaveCount(0)
  },
)

test(
  'in languages from right to left toasts are at the left, and are swiped to the left',
  phone,
  async ({ page, answers, isMobile }) => {
    const swipe = isMobile ? swipeByFinger : swipeByMouse
    await page.context().addCookies([{ name: 'language', value: 'ar-XB', url: answers.url }])
    await page.goto('/dashboard/buy?step=send')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.locator('button:has(.lucide-copy)').last().click()
    const toast = page.locator('li[data-variant]')
    await expect(toast).toBeVisible()
    await swipe(page, 120, toast)
    await expect(toast).toHaveAttribute('data-state', 'open')
    await swipe(page, -60, toast)
    await expect(toast).toHaveCount(0)
  },
)

async function openPage(page: Page) {
  // On a phone the address has a view of its own.
  await page.goto('/dashboard/buy?step=send')
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
}

async function copy(page: Page) {
  await page.getByRole('button', { name: 'Copy address' }).click()
}

/** Waits for the end of the fade, because a fading toast has less contrast. */
async function expectReadable(page: Page) {
  await toastOf(page).evaluate((toast) => Promise.allSettled(toast.getAnimations().map(({ finished }) => finished)))
  await expectAccessible(page)
}

/** Returns the toasts that screen readers can reach, or with `isHidden` all toasts. */
function toastOf(page: Page, { isHidden = false } = {}): Locator {
  return page.getByRole('region', { name: /Notifications/, includeHidden: isHidden }).locator('li[data-variant]')
}

async function swipeByMouse(page: Page, x: number, toast = toastOf(page)) {
  const from = await placeOn(toast)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + x / 2, from.y, { steps: 4 })
  await page.mouse.move(from.x + x, from.y, { steps: 4 })
  await page.mouse.up()
}

async function swipeByFinger(page: Page, x: number, toast = toastOf(page)) {
  const from = await placeOn(toast)
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + moved, y: from.y }],
    })
  await touch('touchStart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x * part)
  await touch('touchEnd', x)
  await finger.detach()
}

async function placeOn(toast: Locator): Promise<{ x: number; y: number }> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('there is no toast to swipe')
  return { x: box.x + 130, y: box.y + box.height / 2 }
}
