import type { Page } from '@playwright/test'
import { listNotices } from '../../contract/notices.ts'
import { getPush, startPush, stopPush } from '../../contract/push.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const publicKey = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
const choice = 'Show on this device that there is news while no page of ET is in sight'

test('a member lets this device be woken, and ends it again', async ({ page, answers }) => {
  let isOn = false
  await openNotifications(page, answers, () => isOn)
  answers.give(startPush, () => {
    isOn = true
    return {}
  })
  answers.give(stopPush, () => {
    isOn = false
    return {}
  })
  const box = page.getByRole('checkbox', { name: choice })
  await expect(box).not.toBeChecked()
  await expectAccessibleAtEveryWidth(page)
  await box.click()
  await expect
    .poll(() => answers.callsOf(startPush).map(({ body }) => body))
    .toEqual([{ endpoint: 'https://push.example.org/abc' }])
  await expect(box).toBeEnabled()
  await expect(box).toBeChecked()
  // The next log-in has another session, which asks by itself.
  await page.reload()
  await expect.poll(() => answers.callsOf(startPush).length).toBe(2)
  await page.getByRole('checkbox', { name: choice }).click()
  await expect.poll(() => answers.callsOf(stopPush).length).toBe(1)
  await expect(page.getByRole('checkbox', { name: choice })).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: choice })).not.toBeChecked()
  expect(answers.callsOf(startPush)).toHaveLength(2)
})

test('a browser that refuses says so, and nothing is stored', async ({ page, answers }) => {
  await openNotifications(page, answers, () => false)
  await page.evaluate(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new Error('no push service'))
  })
  await page.getByRole('checkbox', { name: choice }).click()
  await expect(page.getByText('This browser does not allow it.', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: choice })).not.toBeChecked()
  expect(answers.callsOf(startPush)).toEqual([])
})

test('the page offers nothing while the operator has not switched it on', async ({ page, answers }) => {
  await readAsMember(page, answers)
  answers.give(listNotices, { items: [], next_cursor: null })
  await page.goto('/dashboard/notifications')
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
  await expect.poll(() => answers.callsOf(getPush).length).toBe(1)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

/** Opens the page in a browser with a made-up push service. */
async function openNotifications(page: Page, answers: Answers, isOn: () => boolean): Promise<void> {
  await readAsMember(page, answers)
  answers.give(listNotices, { items: [], next_cursor: null })
  answers.give(getPush, () => ({ public_key: publicKey, is_on: isOn() }))
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.example.org/abc',
      unsubscribe: () => {
        localStorage.removeItem('made-up-subscription')
        return Promise.resolve(true)
      },
    } as unknown as PushSubscription
    const { prototype } = PushManager
    prototype.subscribe = () => {
      localStorage.setItem('made-up-subscription', 'yes')
      return Promise.resolve(subscription)
    }
    prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem('made-up-subscription') === null ? null : subscription)
  })
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('checkbox', { name: choice })).toBeVisible()
}
