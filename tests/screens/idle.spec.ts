import type { BrowserContext, Locator, Page } from '@playwright/test'
import { keepSession, signIn, signOut } from '../../contract/auth.ts'
import type { Profile } from '../../contract/profiles.ts'
import { listRequests } from '../../contract/requests.ts'
import { idlePromptTexts, toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { aProfile, onePage } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'

const second = 1000
const minute = 60 * second

test.beforeEach(({ answers }) => {
  answers.give(listRequests, onePage([]))
  answers.give(signOut, () => {
    readAsVisitor(answers)
    return {}
  })
})

test('the question comes after 4:30 with the focus on the safe button, and the session ends after 5:00 [IDLE-01] [IDLE-02] [IDLE-03] [IDLE-04] [ERR-14]', async ({
  page,
  answers,
}) => {
  await openPaused(page, answers, '/dashboard/activity?type=buy')
  await page.clock.runFor(270 * second - 100)
  await expect(promptOf(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(promptOf(page)).toBeVisible()
  await expect(promptOf(page)).toContainText(
    "You've been inactive for a while. You will be logged out automatically for security soon.",
  )
  await expect(promptOf(page).getByRole('button', { name: idlePromptTexts.stay })).toBeFocused()
  await expect(promptOf(page).getByRole('status')).toHaveText('30 seconds left')
  await page.clock.runFor(15 * second)
  await expect(promptOf(page).locator('[data-countdown]')).toHaveText('15')
  // Screen readers do not hear every second.
  await expect(promptOf(page).getByRole('status')).toHaveText('30 seconds left')
  // From now on only the buttons count as activity.
  await page.mouse.move(300, 300)
  await page.keyboard.press('Shift')
  await page.clock.runFor(5 * second)
  await expect(promptOf(page).getByRole('status')).toHaveText('10 seconds left')
  await page.clock.runFor(11 * second)
  await expectToast(page, toasts.sessionExpired)
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive')
  await expect(promptOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/login?return=%2Fdashboard%2Factivity%3Ftype%3Dbuy')
  await expect.poll(() => answers.callsOf(signOut)).toHaveLength(1)
})

test('a person who returns much later reads the reason for the log-in until the next attempt', async ({
  page,
  answers,
}) => {
  answers.give(signIn, () => {
    throw new Refusal('sign_in_failed')
  })
  await openPaused(page, answers, '/')
  await page.clock.runFor(301 * second)
  await expectToast(page, toasts.sessionExpired)
  await page.clock.runFor(60 * second)
  await expect(toastOf(page)).toHaveCount(0)
  const notice = page.getByRole('main').getByText(toasts.sessionExpired.description)
  for (const open of [() => page.getByRole('link', { name: 'Log In' }).click(), () => page.reload()]) {
    await open()
    await page.clock.runFor(second)
    await expect(notice).toBeVisible()
  }
  await page.clock.resume()
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a tab that slept does not end a session that was started in another one', async ({ page, answers }) => {
  const member = await openPaused(page, answers)
  // The page reads its session again when its event stream opens, which may be late. That is the old session still.
  await page.clock.runFor(299 * second)
  await readAsMember(page, answers, member, { expires_at: '2100-01-01T01:00:00.000Z' })
  await page.clock.runFor(2 * second)
  await expect(async () => {
    await page.clock.runFor(200)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(answers.callsOf(signOut)).toEqual([])
})

test('the question has no fault that axe can find', async ({ page, answers }) => {
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(272 * second)
  await expect(promptOf(page)).toBeVisible()
  await expectAccessible(page)
})

test('the button to stay comes first, for the eye and for the Tab key', async ({ page, answers }) => {
  await openPaused(page, answers)
  await page.clock.runFor(271 * second)
  const [stay, leave] = [idlePromptTexts.stay, idlePromptTexts.leave].map((name) =>
    promptOf(page).getByRole('button', { name }),
  ) as [Locator, Locator]
  expect((await stay.boundingBox())?.x).toBeLessThan((await leave.boundingBox())?.x ?? 0)
  await expect(stay).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(leave).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(stay).toBeFocused()
})

for (const [name, stay] of [
  ['the button', (page: Page) => promptOf(page).getByRole('button', { name: 'Stay Signed In' }).click()],
  ['Esc', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`staying by ${name} closes the question and restarts the time, on the server too [IDLE-05]`, async ({
    page,
    answers,
  }) => {
    const kept = () => answers.callsOf(keepSession).length
    await openPaused(page, answers)
    await page.clock.runFor(290 * second)
    await expect.poll(() => kept()).toBe(reportsOfOpening)
    await stay(page)
    await expect(promptOf(page)).toHaveCount(0)
    await expect.poll(() => kept()).toBe(reportsOfOpening + 1)
    await page.clock.runFor(270 * second - 100)
    await expect(promptOf(page)).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(promptOf(page)).toBeVisible()
  })
}

test('leaving by the button closes the question and signs out at once [IDLE-06]', async ({ page, answers }) => {
  await openPaused(page, answers)
  await page.clock.runFor(280 * second)
  const { promise: isFinished, resolve: finishCall } = Promise.withResolvers<void>()
  answers.give(signOut, async () => {
    await isFinished
    readAsVisitor(answers)
    return {}
  })
  await promptOf(page).getByRole('button', { name: 'Logout' }).click()
  await page.clock.runFor(second)
  await expect(promptOf(page)).toHaveCount(0)
  finishCall()
  await runUntilOut(page)
  await expect(toastOf(page)).toContainText(toasts.loggedOut.title)
  await expect(page).toHaveURL(/\/login$/)
  expect(answers.callsOf(signOut)).toHaveLength(1)
})

test('every kind of activity restarts the time, at most every half second [IDLE-08]', async ({ page, answers }) => {
  await openPaused(page, answers)
  await page.clock.runFor(second)
  for (const act of [
    () => page.mouse.move(300, 300),
    () => page.keyboard.press('Shift'),
    () => page.locator('body').dispatchEvent('wheel'),
    () => page.locator('body').dispatchEvent('touchstart'),
    () => page.locator('body').dispatchEvent('scroll'),
  ]) {
    await page.clock.runFor(260 * second)
    await act()
  }
  await page.clock.runFor(400)
  // This activity follows the last one too soon to count, so the time still runs from that one.
  await page.keyboard.press('Shift')
  await page.clock.runFor(269_500)
  await expect(promptOf(page)).toHaveCount(0)
  await page.clock.runFor(300)
  await expect(promptOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.runFor(600)
  await page.keyboard.press('Shift')
  await page.clock.runFor(269_800)
  await expect(promptOf(page)).toHaveCount(0)
  await page.clock.runFor(400)
  await expect(promptOf(page)).toBeVisible()
})

test('a visitor gets no question [IDLE-07]', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill('amara@')
  await page.clock.pauseAt(Date.now() + minute)
  await countPrompts(page)
  await page.clock.runFor(10 * minute)
  expect(await page.evaluate('prompts')).toBe(0)
  await expect(toastOf(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('amara@')
})

test('a computer that sleeps past the limit wakes up signed out, without a question', async ({ page, answers }) => {
  await openPaused(page, answers)
  await countPrompts(page)
  await page.clock.fastForward(8 * 60 * minute)
  await runUntilOut(page)
  await expectToast(page, toasts.sessionExpired)
  expect(await page.evaluate('prompts')).toBe(0)
})

test('a mouse movement before the timer of a woken page does not restore the session', async ({ page, answers }) => {
  await openPaused(page, answers)
  // As after sleep, the timers have not run yet.
  await page.clock.setSystemTime(Date.now() + 60 * minute)
  await page.mouse.move(200, 200)
  await runUntilOut(page)
  await expectToast(page, toasts.sessionExpired)
})

test('the session ends without the server, too', async ({ page, answers }) => {
  await openPaused(page, answers)
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await page.clock.runFor(5 * minute + second)
  await expectToast(page, toasts.sessionExpired)
  await expect(page).toHaveURL(/\/login/)
})

test('the server gets activity at once, then once a minute, and always the last one', async ({ page, answers }) => {
  const kept = () => answers.callsOf(keepSession).length
  await openPaused(page, answers)
  await page.clock.runFor(2 * minute)
  const before = reportsOfOpening
  await expect.poll(() => kept()).toBe(before)
  await page.keyboard.press('Shift')
  await page.clock.runFor(second)
  await expect.poll(() => kept()).toBe(before + 1)
  await page.keyboard.press('Shift')
  await page.clock.runFor(57 * second)
  expect(kept()).toBe(before + 1)
  await page.clock.runFor(3 * second)
  await expect.poll(() => kept()).toBe(before + 2)
  await page.clock.runFor(2 * minute)
  expect(kept()).toBe(before + 2)
})

test.describe('two tabs', () => {
  test('stay active together, and open and close the question together', async ({ context, answers }) => {
    const [one, two] = await openTabs(context, answers)
    await context.clock.runFor(260 * second)
    await one.keyboard.press('Shift')
    await context.clock.runFor(200 * second)
    for (const page of [one, two]) await expect(promptOf(page)).toHaveCount(0)
    await context.clock.runFor(75 * second)
    for (const page of [one, two]) await expect(promptOf(page)).toBeVisible()
    // In another tab, too, only the buttons count.
    await two.mouse.move(50, 300)
    await expect(promptOf(one)).toBeVisible()
    await promptOf(two).getByRole('button', { name: idlePromptTexts.stay }).click()
    for (const page of [one, two]) await expect(promptOf(page)).toHaveCount(0)
  })

  test('are both signed out with the reason', async ({ context, answers }) => {
    const [one, two] = await openTabs(context, answers)
    await context.clock.runFor(299 * second)
    // Set clocks advance the tabs one after the other. Running clocks advance them together.
    await context.clock.resume()
    for (const page of [one, two]) {
      await expectToast(page, toasts.sessionExpired)
      await expect(page).toHaveURL(/\/login/)
    }
  })

  test('are both signed out by a sign-out in one', async ({ context, answers }) => {
    const [one, two] = await openTabs(context, answers)
    await context.clock.runFor(280 * second)
    await promptOf(one).getByRole('button', { name: idlePromptTexts.leave }).click()
    for (const page of [one, two]) {
      await runUntilOut(page)
      await expect(promptOf(page)).toHaveCount(0)
    }
  })
})

/** The page reports its opening, and a minute later the key of `openPaused`. A report may be on its way for a while. */
const reportsOfOpening = 2

/** Opens a page for a member and stops its clock. The last activity is a key after the opening. */
async function openPaused(page: Page, answers: Answers, path = '/dashboard'): Promise<Profile> {
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.pauseAt(Date.now() + minute)
  await page.keyboard.press('Shift')
  return profile
}

async function openTabs(context: BrowserContext, answers: Answers): Promise<[Page, Page]> {
  const member = aProfile()
  giveOverview(answers, member)
  await context.clock.install()
  const pages: [Page, Page] = [await context.newPage(), await context.newPage()]
  for (const page of pages) {
    await readAsMember(page, answers, member)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await context.clock.pauseAt(Date.now() + minute)
  await pages[0].keyboard.press('Shift')
  return pages
}

/** The server answers in real time, but the page handles each answer in its own time. */
async function runUntilOut(page: Page) {
  await expect(async () => {
    await page.clock.runFor(100)
    expect(page.url()).toContain('/login')
  }).toPass()
}

function promptOf(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Are you still there?' })
}

function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant]')
}

/** Counts the appearances of the question in `prompts`, however short they are. */
async function countPrompts(page: Page) {
  await page.evaluate(`
    window.prompts = 0
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.role === 'alertdialog' || node.querySelector?.('[role=alertdialog]')) prompts += 1
    }).observe(document, { childList: true, subtree: true })`)
}
