import { saveMailPreferences, stopMails } from '../../contract/mail-preferences.ts'
import { toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { giveProfilePage } from '../helpers/screen-data/security.ts'
import { expectToast } from '../helpers/screens.ts'

const all = { decisions: true, coins: true, rewards: true, payouts: true, chat: true }

test('a member chooses the mails in the profile, and each choice is saved at once', async ({ page, answers }) => {
  await readAsMember(page, answers)
  giveProfilePage(answers)
  answers.give(saveMailPreferences, ({ body }) => ({ ...all, ...(body as Partial<typeof all>) }))
  await page.goto('/dashboard/profile#mails')
  const mails = page.getByRole('region', { name: 'Mails' })
  const coins = mails.getByRole('checkbox', { name: 'Coins that another member sends you' })
  await expect(coins).toBeChecked()
  await coins.click()
  await expectToast(page, toasts.profileUpdated)
  await expect(coins).not.toBeChecked()
  await expect(mails.getByRole('checkbox', { name: 'Rewards for friends' })).toBeChecked()
  expect(answers.callsOf(saveMailPreferences).map(({ body }) => body)).toEqual([{ coins: false }])
})

test('a choice that was not saved goes back, and says so', async ({ page, answers }) => {
  await readAsMember(page, answers)
  giveProfilePage(answers)
  answers.give(saveMailPreferences, () => {
    throw new Refusal('internal_error')
  })
  await page.goto('/dashboard/profile#mails')
  const payouts = page
    .getByRole('region', { name: 'Mails' })
    .getByRole('checkbox', { name: 'Payments of your withdrawals' })
  await payouts.click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant=destructive]'),
  ).toBeVisible()
  await expect(payouts).toBeChecked()
})

test('the link of a mail asks before it switches mails off, and leaves the token in no address', async ({
  page,
  answers,
}) => {
  readAsVisitor(answers)
  answers.give(stopMails, { group: 'coins' })
  await page.goto('/unsubscribe#token=abc-1')
  await expect(page).toHaveURL(/\/unsubscribe$/)
  expect(answers.callsOf(stopMails)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('status')).toContainText('You get no more mails about received coins.')
  expect(answers.callsOf(stopMails)[0]?.body).toEqual({ token: 'abc-1' })
  await page.goto('/')
  await page.goto('/unsubscribe')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})
