import { getOutgoingState, liftStop, reportNotMe } from '../../contract/holds.ts'
import { errors } from '../../contract/errors.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { listLoginHistory } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { approveButton } from '../helpers/approvals-page.ts'
import { aProfile, aTransfer, onePage } from '../helpers/screen-data.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { readAsSpender } from '../helpers/screen-data/spending.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const hold = { cause: 'new_device', until: '2100-01-01T12:00:00.000Z' } as const
const token = 'A'.repeat(64)

test('the link of a mail has no effect before its button is pressed', async ({ page, answers }) => {
  answers.give(reportNotMe, {})
  await page.goto(`/not-me#token=${token}`)
  const button = page.getByRole('button', { name: 'This was not me' })
  await expect(button).toBeVisible()
  await expect(page).toHaveURL(/\/not-me$/)
  expect(answers.callsOf(reportNotMe)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await button.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('withdrawals and transfers are stopped')
  await expect(page.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot-password')
  expect(answers.callsOf(reportNotMe).map(({ body }) => body)).toEqual([{ token }])
})

test('a link that was used before, or without its token, says so', async ({ page, answers }) => {
  answers.give(reportNotMe, () => {
    throw new Refusal('link_invalid')
  })
  await page.goto(`/not-me#token=${token}`)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(errors.link_invalid.message)
  await page.goto('/login')
  await page.goto('/not-me')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is incomplete.')
})

test('a member reads why withdrawals and transfers are held, until when, and that they are stopped', async ({
  page,
  answers,
}) => {
  await readAsSpender(page, answers)
  answers.give(getOutgoingState, { hold, is_stopped: false })
  for (const path of ['/dashboard/withdraw', '/dashboard/transfer']) {
    await page.goto(path)
    const notice = page
      .getByRole('main')
      .locator('[data-tone=warn]', { hasText: 'Withdrawals and transfers are held.' })
    await expect(notice).toContainText('The account was opened on a new device')
    await expect(notice.locator('time')).toHaveAttribute('datetime', hold.until)
  }
  await expectAccessibleAtEveryWidth(page)
  answers.give(getOutgoingState, { hold: null, is_stopped: true })
  await page.goto('/dashboard/withdraw')
  await expect(page.getByRole('main')).toContainText(errors.outgoing_stopped.message)
})

test('the desk says until when a transfer is held, and offers no approval', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  const request = aTransfer(aProfile({ full_name: 'Amara Osei' }), aProfile({ full_name: 'Kofi Mensah' }))
  giveApprovals(answers, [request], () => ({ outgoing: { hold, is_stopped: false } }))
  await page.goto('/admin/transfer-approvals')
  await expect(page.locator('[data-tone=warn] time')).toHaveAttribute('datetime', hold.until)
  await expect(approveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(approveButton(page)).toHaveAccessibleDescription('Held: it cannot be approved yet.')
})

test('an administrator lifts a stop with a reason and a proof', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([]))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  const member = aProfile({ full_name: 'Amara Osei' })
  giveDetails(answers, detailsOf(member, { outgoing: { hold: null, is_stopped: true } }))
  answers.give(liftStop, () => {
    giveDetails(answers, detailsOf(member))
    return {}
  })
  await page.goto(`/admin/users/${member.id}`)
  await expect(page.getByRole('main')).toContainText(errors.outgoing_stopped.message)
  const action = page.getByRole('button', { name: 'Let withdrawals and transfers go on' })
  await action.click()
  const dialog = page.getByRole('alertdialog', { name: 'Let withdrawals and transfers go on' })
  await dialog.getByLabel('Reason').fill('Called back at the known number.')
  await dialog.getByRole('button', { name: 'Let them go on' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByLabel('Password', { exact: true })
    .fill(password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Stop lifted')
  await expect(action).toHaveCount(0)
  expect(answers.callsOf(liftStop)).toMatchObject([
    { params: { userId: member.id }, body: { reason: 'Called back at the known number.' } },
  ])
})
