import type { Page } from '@playwright/test'
import { getRequestDigest, saveRequestDigest } from '../../contract/request-digest.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { getUnreadCount } from '../../contract/chat.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { anAdminProfile, requestCounts } from '../helpers/screen-data.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'

test('an administrator chooses how often mails about new requests come', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveSecurity(answers)
  answers.give(saveRequestDigest, ({ body }) => body)
  await page.goto('/admin/security#request-news')
  const mails = page.getByRole('group', { name: 'Mails about new requests' })
  await expect(mails.getByRole('radio', { name: 'No mails' })).toBeChecked()
  await expectAccessibleAtEveryWidth(page)
  await mails.getByRole('radio', { name: 'Every hour' }).click()
  await expect(page.getByText('Your choice was saved', { exact: true })).toBeVisible()
  await expect(mails.getByRole('radio', { name: 'Every hour' })).toBeChecked()
  expect(answers.callsOf(saveRequestDigest).map(({ body }) => body)).toEqual([{ rhythm: 'hourly' }])
})

test('a choice that was not saved goes back to the one that counts', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveSecurity(answers)
  answers.give(getRequestDigest, { rhythm: 'daily' })
  answers.give(saveRequestDigest, () => {
    throw new Refusal('internal_error')
  })
  await page.goto('/admin/security')
  await page.getByRole('radio', { name: 'At once' }).click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant=destructive]'),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Every day' })).toBeChecked()
})

test('an auditor decides no requests, and is not asked', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  giveSecurity(answers)
  await page.goto('/admin/security')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByText('New requests')).toHaveCount(0)
  expect(answers.callsOf(getRequestDigest)).toEqual([])
})

test.describe('while another tab is in front', () => {
  test('the title counts new requests and the icon has a dot, until the tab is visible again', async ({
    page,
    answers,
  }) => {
    await openSecurity(page, answers)
    await arrive(answers, 6)
    await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('6 pending')).toBeAttached()
    await expect(page).toHaveTitle(/^Security/)
    await show(page, 'hidden')
    await arrive(answers, 7)
    await expect(page).toHaveTitle(/^\(1\) Security/)
    await expect(icon(page)).toHaveAttribute('href', /^data:image/)
    await arrive(answers, 9)
    await expect(page).toHaveTitle(/^\(3\) Security/)
    answers.give(getUnreadCount, { unread: 2 })
    answers.announce('chat')
    await expect(page).toHaveTitle(/^\(5\) Security/)
    await show(page, 'visible')
    await expect(page).toHaveTitle(/^\(2\) Security/)
    answers.give(getUnreadCount, { unread: 0 })
    answers.announce('chat')
    await expect(page).toHaveTitle(/^Security/)
    await expect(icon(page)).toHaveAttribute('href', '/mark.svg')
  })

  test('an auditor decides no requests, and the title stays', async ({ page, answers }) => {
    await openSecurity(page, answers, 'auditor')
    await show(page, 'hidden')
    await arrive(answers, 7)
    await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('7 pending')).toBeAttached()
    await expect(page).toHaveTitle(/^Security/)
  })
})

test.describe('the tone of new requests', () => {
  test('is off at first, and once it is chosen sounds at most once in five seconds', async ({ page, answers }) => {
    await countNotes(page)
    await openSecurity(page, answers)
    const choice = page.getByRole('checkbox', { name: 'Play a short tone on this device when a request arrives' })
    await expect(choice).not.toBeChecked()
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect.poll(() => notes(page)).toBe(2)
    await arrive(answers, 6)
    await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('6 pending')).toBeAttached()
    expect(await notes(page)).toBe(2)
    await choice.check()
    await arrive(answers, 7)
    await expect.poll(() => notes(page)).toBe(4)
    await arrive(answers, 8)
    await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('8 pending')).toBeAttached()
    expect(await notes(page)).toBe(4)
    await page.evaluate(() => localStorage.setItem('request-sound-at', String(Date.now() - 5001)))
    await arrive(answers, 9)
    await expect.poll(() => notes(page)).toBe(6)
    await page.reload()
    await expect(choice).toBeChecked()
  })

  test('says so where the browser plays none', async ({ page, answers }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'AudioContext'))
    await openSecurity(page, answers)
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.getByText('This browser plays no tone.')).toBeVisible()
  })
})

/** Opens the page with five requests ever made. */
async function openSecurity(page: Page, answers: Answers, duty: 'owner' | 'auditor' = 'owner'): Promise<void> {
  await readAsAdmin(page, answers, anAdminProfile({ duty }))
  giveSecurity(answers)
  answers.give(getRequestCounts, countsOf(5))
  await page.goto('/admin/security')
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('5 pending')).toBeAttached()
}

function countsOf(count: number) {
  const { buy } = requestCounts()
  return requestCounts({ buy: { ...buy, total: count, pending: count } })
}

/** Lets requests arrive, so that there were so many. */
async function arrive(answers: Answers, count: number): Promise<void> {
  answers.give(getRequestCounts, countsOf(count))
  answers.announce('requests')
}

/** Makes the page believe that its tab is hidden or visible. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value === 'hidden' })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

function icon(page: Page) {
  return page.locator('link[rel=icon]')
}

/** Counts the notes that the page plays. */
async function countNotes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    AudioContext.prototype.createOscillator = function create() {
      document.documentElement.dataset['notes'] = String(Number(document.documentElement.dataset['notes'] ?? 0) + 1)
      return new OscillatorNode(this)
    }
  })
}

async function notes(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['notes'] ?? 0))
}
