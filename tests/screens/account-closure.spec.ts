import type { Page } from '@playwright/test'
import {
  askAccountClosure,
  beginClosure,
  callOffClosure,
  getAccountClosure,
  keepAccount,
} from '../../contract/account-closure.ts'
import { closureObstacles } from '../../contract/endpoints/account-closure.ts'
import { errors } from '../../contract/errors.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { aProfile, onePage } from '../helpers/screen-data.ts'
import { closureState, giveProfilePage } from '../helpers/screen-data/security.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const closesAt = '2100-01-01T10:00:00.000Z'
const waiting = closureState({ waiting: { closes_at: closesAt, is_by_administrator: false } })

/** Answers the question for the password. */
async function prove(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const section = (page: Page) => page.getByRole('region', { name: 'Close account' })

test.describe('in the profile', () => {
  let memberId: string
  test.beforeEach(async ({ page, answers }) => {
    memberId = (await readAsMember(page, answers)).profile.member_id ?? ''
    giveProfilePage(answers)
  })

  test('a member closes the account with the member ID and a proof, and keeps it after all', async ({
    page,
    answers,
  }) => {
    answers.give(askAccountClosure, () => {
      answers.give(getAccountClosure, waiting)
      return waiting
    })
    await page.goto('/dashboard/profile#closure')
    await expect(section(page)).toContainText('Removed are your name')
    await expect(section(page)).toContainText('Kept without your name')
    await expectAccessibleAtEveryWidth(page)
    await section(page).getByLabel('Your member ID').fill('ET-OTHER')
    await section(page).getByRole('button', { name: 'Close my account' }).click()
    await expect(section(page)).toContainText(errors.member_id_differs.message)
    await expect(section(page).getByLabel('Your member ID')).toHaveValue('ET-OTHER')
    await section(page).getByLabel('Your member ID').fill(`\u2068${memberId.toLowerCase()}\u2069`)
    await page.keyboard.press('Enter')
    await prove(page)
    await expect(section(page)).toContainText('Your account closes on')
    answers.give(keepAccount, () => {
      answers.give(getAccountClosure, closureState())
      return closureState()
    })
    await section(page).getByRole('button', { name: 'Keep my account' }).click()
    await expect(section(page).getByLabel('Your member ID')).toBeVisible()
  })

  test('each obstacle is named, with a way to it', async ({ page, answers }) => {
    answers.give(getAccountClosure, closureState({ obstacles: [...closureObstacles] }))
    await page.goto('/dashboard/profile#closure')
    await expect(section(page).getByRole('listitem')).toHaveCount(closureObstacles.length)
    for (const item of await section(page).getByRole('listitem').all())
      await expect(item.getByRole('link')).toBeVisible()
    await expect(section(page).getByRole('button', { name: 'Close my account' })).toHaveCount(0)
    await expectAccessibleAtEveryWidth(page)
  })

  test('a refusal keeps what was typed, and a withdrawn closing says why', async ({ page, answers }) => {
    const withdrawn = { at: '2026-03-10T12:00:00.000Z', obstacles: ['balance' as const] }
    answers.give(getAccountClosure, closureState({ withdrawn }))
    answers.give(askAccountClosure, () => {
      throw new Refusal('account_not_empty')
    })
    await page.goto('/dashboard/profile#closure')
    await expect(section(page)).toContainText('The account has coins.')
    await section(page).getByLabel('Your member ID').fill(memberId)
    await page.keyboard.press('Enter')
    await prove(page)
    await expect(section(page).getByRole('alert')).toContainText(errors.account_not_empty.message)
    await expect(section(page).getByLabel('Your member ID')).toHaveValue(memberId)
  })
})

test('every page of a member says when the account closes', async ({ page, answers }) => {
  await readAsMember(page, answers, aProfile(), { closes_at: closesAt })
  giveProfilePage(answers)
  await page.goto('/dashboard/profile')
  const link = page.getByRole('link', { name: 'Keep my account' })
  await expect(link).toHaveAttribute('href', '/dashboard/profile#closure')
})

test.describe('an administrator', () => {
  const profile = aProfile({ full_name: 'Ada Lovelace' })
  const open = async (page: Page) => page.goto(`/admin/users/${profile.id}`)
  test.beforeEach(async ({ page, answers }) => {
    await readAsAdmin(page, answers)
    answers.give(listTransactions, onePage([]))
  })

  test('begins to close an account with a reason and a proof', async ({ page, answers }) => {
    giveDetails(answers, detailsOf(profile))
    answers.give(beginClosure, {})
    await open(page)
    await page.getByRole('button', { name: 'Close account' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Close account' })
    await dialog.getByLabel('Reason').fill('Asked for it in the chat')
    await dialog.getByRole('button', { name: 'Begin to close' }).click()
    await prove(page)
    await expectToast(page, { title: 'Closing begun', description: 'Ada Lovelace is told by mail.' })
  })

  test('sees when an account closes, and calls it off', async ({ page, answers }) => {
    giveDetails(answers, detailsOf(profile, { closure: { closes_at: closesAt, is_by_administrator: true } }))
    answers.give(callOffClosure, {})
    await open(page)
    await expect(page.getByText('Closes on')).toBeVisible()
    await page.getByRole('button', { name: 'Call off the closing' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Call off the closing' })
    await dialog.getByLabel('Reason').fill('The member thought better of it')
    await dialog.getByRole('button', { name: 'Keep the account' }).click()
    await prove(page)
    await expectToast(page, { title: 'Closing called off', description: 'Ada Lovelace is told by mail.' })
  })

  test('has no action on a closed account', async ({ page, answers }) => {
    giveDetails(answers, detailsOf({ ...profile, full_name: 'Closed account', status: 'Closed' }))
    await open(page)
    await expect(page.getByRole('heading', { name: 'Closed account' })).toBeVisible()
    await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change status' })).toHaveCount(0)
  })
})
