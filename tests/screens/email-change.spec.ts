import type { Page } from '@playwright/test'
import {
  askEmailChange,
  confirmEmailChange,
  correctDetails,
  correctEmail,
  dropEmailChange,
  getEmailChange,
} from '../../contract/email-change.ts'
import { errors } from '../../contract/errors.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listLoginHistory } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile, aProfile, onePage } from '../helpers/screen-data.ts'
import { giveProfilePage } from '../helpers/screen-data/security.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const pending = { new_email: 'new@example.net', expires_at: '2100-01-01T10:00:00.000Z', is_correction: false }

/** Answers the question for the password. */
async function prove(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test.describe('in the profile', () => {
  test.beforeEach(async ({ page, answers }) => {
    await readAsMember(page, answers)
    giveProfilePage(answers)
  })

  test('a member asks for another email with a proof, sees that it waits, and can keep the present one', async ({
    page,
    answers,
  }) => {
    answers.give(askEmailChange, { pending })
    answers.give(dropEmailChange, {})
    await page.goto('/dashboard/profile#security')
    const email = page.getByRole('region', { name: 'Email' })
    await email.getByLabel('New email').fill('New@example.net')
    await email.getByRole('button', { name: 'Change email' }).click()
    await prove(page)
    await expect(email.getByRole('status')).toContainText('Another email waits for its confirmation.')
    await expect(email.getByRole('status')).toContainText('new@example.net')
    await expect(email.getByLabel('New email')).toHaveValue('')
    await expectAccessibleAtEveryWidth(page)
    await email.getByRole('button', { name: 'Keep the present email' }).click()
    await expect(email.getByRole('status')).toHaveCount(0)
  })

  test('a refused address keeps what was typed and says why', async ({ page, answers }) => {
    answers.give(askEmailChange, () => {
      throw new Refusal('email_unchanged')
    })
    await page.goto('/dashboard/profile#security')
    const email = page.getByRole('region', { name: 'Email' })
    await email.getByLabel('New email').fill('no address')
    await email.getByRole('button', { name: 'Change email' }).click()
    await expect(email.getByLabel('New email')).toHaveAttribute('aria-invalid', 'true')
    await email.getByLabel('New email').fill('same@example.net')
    await email.getByRole('button', { name: 'Change email' }).click()
    await prove(page)
    await expect(email.getByRole('alert').first()).toContainText(errors.email_unchanged.message)
    await expect(email.getByLabel('New email')).toHaveValue('same@example.net')
    await page.reload()
    await expect(email.getByLabel('New email')).toHaveValue('same@example.net')
  })

  test('a member sees that an administrator asked for the other email', async ({ page, answers }) => {
    answers.give(getEmailChange, { pending: { ...pending, is_correction: true } })
    await page.goto('/dashboard/profile#security')
    await expect(page.getByRole('region', { name: 'Email' }).getByRole('status')).toContainText(
      'An administrator asked for it.',
    )
  })
})

test('the link to a new email asks before it counts, and leaves the token in no address', async ({ page, answers }) => {
  readAsVisitor(answers)
  answers.give(confirmEmailChange, { email: 'new@example.net' })
  await page.goto('/confirm-email#token=abc-1')
  await expect(page).toHaveURL(/\/confirm-email$/)
  expect(answers.callsOf(confirmEmailChange)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Confirm the new email' }).click()
  await expect(page.getByRole('status')).toContainText('From now on you log in with new@example.net.')
  expect(answers.callsOf(confirmEmailChange)[0]?.body).toEqual({ token: 'abc-1' })
  await page.goto('/')
  await page.goto('/confirm-email')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})

test.describe('on the page of a member', () => {
  const member = aProfile({ area: 'Leith' })

  test.beforeEach(async ({ page, answers }) => {
    await readAsAdmin(page, answers, anAdminProfile())
    answers.give(listTransactions, onePage([]))
    answers.give(listLoginHistory, onePage([]))
    giveDetails(answers, detailsOf(member, { email_change: pending }))
    await page.goto(`/admin/users/${member.id}`)
  })

  test('an administrator corrects details, and a refused one keeps all that was typed', async ({ page, answers }) => {
    let isRefused = true
    answers.give(correctDetails, () => {
      if (isRefused) {
        throw new Refusal('invalid_request', { fields: { city: { code: 'required', values: { field: 'City' } } } })
      }
      return { profile: { ...member, full_name: 'Ada King' }, is_changed: true }
    })
    await page.getByRole('button', { name: 'Correct details' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Correct details' })
    await dialog.getByLabel('Reason').fill('She married')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await expect(dialog).toContainText('Change at least one detail.')
    await dialog.getByLabel('Full name').fill('Ada King')
    await dialog.getByLabel('City').fill('')
    await expectAccessibleAtThisWidth(page)
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await expect(dialog.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel('Full name')).toHaveValue('Ada King')
    await expect(dialog.getByLabel('Reason')).toHaveValue('She married')
    isRefused = false
    await dialog.getByLabel('City').fill('Glasgow')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await expectToast(page, { title: 'Details Corrected', description: `${member.full_name} is told by mail.` })
    expect(answers.callsOf(correctDetails).at(-1)?.body).toMatchObject({
      full_name: 'Ada King',
      city: 'Glasgow',
      area: 'Leith',
      reason: 'She married',
    })
  })

  test('a correction sends only what was changed, and says if nothing was different', async ({ page, answers }) => {
    answers.give(correctDetails, { profile: member, is_changed: false })
    await page.getByRole('button', { name: 'Correct details' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Correct details' })
    await dialog.getByLabel('Full name').fill('Ada King')
    await dialog.getByLabel('Reason').fill('She married')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await expectToast(page, { title: 'Nothing was different' })
    expect(answers.callsOf(correctDetails).at(-1)?.body).toEqual({ full_name: 'Ada King', reason: 'She married' })
  })

  test('an administrator corrects an email, and sees which one waits', async ({ page, answers }) => {
    answers.give(correctEmail, { pending: { ...pending, is_correction: true } })
    await expect(page.getByText('New email, not confirmed yet')).toBeVisible()
    await expect(page.getByText(pending.new_email)).toBeVisible()
    await page.getByRole('button', { name: 'Correct email' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Correct email' })
    await dialog.getByLabel('Reason').fill('The member mistyped it')
    await dialog.getByRole('button', { name: 'Mail the link' }).click()
    await expect(dialog.getByLabel('New email')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('New email').fill('right@example.net')
    await expectAccessibleAtThisWidth(page)
    await dialog.getByRole('button', { name: 'Mail the link' }).click()
    await prove(page)
    await expectToast(page, { title: 'Link Mailed', description: `${member.full_name} is told by mail.` })
    expect(answers.callsOf(correctEmail).at(-1)?.body).toEqual({
      email: 'right@example.net',
      reason: 'The member mistyped it',
    })
  })
})
