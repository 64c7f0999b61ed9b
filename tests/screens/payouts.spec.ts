import { errors } from '../../contract/errors.ts'
import {
  failPayout,
  getPayout,
  getPayoutTotals,
  listPayouts,
  recordPayouts,
  type Payout,
} from '../../contract/payouts.ts'
import { getRequest, listRequests } from '../../contract/requests.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile, aProfile, aWithdrawal } from '../helpers/screen-data.ts'
import { aPayout, noPayouts, paymentHash } from '../helpers/screen-data/payouts.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const desk = '/admin/payouts'
const due = aPayout({ failures: 1, failure: 'Out of energy' })
const flagged = aPayout({
  number: 'W-0000-11',
  state: 'sent',
  hash: paymentHash,
  check: 'flagged',
  finding: 'too_little',
  found_amount: '1234.5677',
})
let lists: Record<string, Payout[]>

test.beforeEach(async ({ page, answers }) => {
  lists = { to_pay: [due], flagged: [flagged], sent: [flagged], confirmed: [] }
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(getPayoutTotals, {
    ...noPayouts,
    to_pay: { count: 1, usdt: '1234.5678' },
    sent: { count: 1, usdt: '1234.5678' },
    flagged: { count: 1, usdt: '1234.5678' },
    untracked: { count: 3, usdt: '30' },
    oldest_to_pay: due.since,
  })
  answers.give(listPayouts, ({ query }) => ({ items: lists[query.list ?? 'to_pay'] ?? [], next_cursor: null }))
  answers.give(getPayout, { payout: due, events: [] })
})

test('the desk has sums, the oldest payout with address and amount, and a count in the sidebar', async ({ page }) => {
  await page.goto(desk)
  const row = page.getByRole('listitem').filter({ hasText: due.number })
  await expect(row).toContainText('1,234.5678')
  await expect(row).toContainText(due.wallet_address)
  await expect(row).toContainText('Last failure: Out of energy')
  await expect(page.getByRole('link', { name: /^Payouts/ })).toContainText('1')
  await expect(page.getByText('3 withdrawals were approved before payouts were recorded.')).toBeVisible()
  await row.getByRole('button', { name: 'Details' }).click()
  await expect(row.getByRole('img', { name: 'QR code of the wallet address' })).toBeVisible()
  await expect(row.getByText('Nothing was recorded yet.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('a hash is recorded with the address once more, and a refusal keeps what was typed', async ({ page, answers }) => {
  answers.give(recordPayouts, { lines: [{ outcome: 'payout_changed', payout: null }] })
  await page.goto(desk)
  await page.getByRole('button', { name: 'Record the transaction', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(due.wallet_address)
  const field = dialog.getByLabel('Transaction hash')
  await field.fill('no hash')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(errors.payout_hash_not_valid.message)
  await field.fill(paymentHash)
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(errors.payout_changed.message)
  await expect(field).toHaveValue(paymentHash)
  expect(answers.callsOf(recordPayouts)[0]?.body).toEqual({
    lines: [{ reference: due.number, address: due.wallet_address, hash: paymentHash }],
  })
  answers.give(recordPayouts, {
    lines: [{ outcome: 'recorded', payout: { ...due, state: 'sent', hash: paymentHash } }],
  })
  await field.press('Enter')
  await expectToast(page, 'The transaction was recorded.')
})

test('the desk says which payment the network contradicts, and a failure is noted with a reason and a proof', async ({
  page,
  answers,
}) => {
  answers.give(failPayout, {})
  await page.goto(`${desk}?list=flagged`)
  const row = page.getByRole('listitem').filter({ hasText: flagged.number })
  await expect(row).toContainText('The transaction pays less to this address. It moves 1,234.5677.')
  await expect(row.getByRole('link', { name: 'Open in the explorer' })).toHaveAttribute(
    'href',
    `https://tronscan.org/#/transaction/${paymentHash}`,
  )
  await expectAccessibleAtEveryWidth(page)
  await row.getByRole('button', { name: 'Mark as failed' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('Sent too little')
  await dialog.getByRole('button', { name: 'Mark as failed' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByLabel('Password', { exact: true })
    .fill(password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'The withdrawal is to be paid again.')
  expect(answers.callsOf(failPayout)[0]?.body).toEqual({ hash: paymentHash, reason: 'Sent too little' })
})

test('each line of a pasted list gets its outcome, and those that were refused stay in the field', async ({
  page,
  answers,
}) => {
  answers.give(recordPayouts, {
    lines: [
      { outcome: 'recorded', payout: due },
      { outcome: 'payout_unknown', payout: null },
    ],
  })
  await page.goto(desk)
  const field = page.getByLabel('List', { exact: true })
  await field.fill(`W-7K3M-94,${paymentHash}\nW-0000-00;${paymentHash}\nW-7K3M-94 nothing`)
  await page.getByRole('button', { name: 'Record 3 lines' }).click()
  await expect(page.getByText('1 of 3 lines are on record.')).toBeVisible()
  await expect(page.getByText(errors.payout_unknown.message)).toBeVisible()
  await expect(field).toHaveValue(`W-0000-00;${paymentHash}\nW-7K3M-94 nothing`)
})

test('without a provider the desk says that nothing is checked, and an empty list says so', async ({
  page,
  answers,
}) => {
  lists = {}
  answers.give(getPayoutTotals, { ...noPayouts, is_watched: false })
  await page.goto(desk)
  await expect(page.getByText('No provider of the network is set')).toBeVisible()
  await expect(page.getByText('Nothing is to be paid.')).toBeVisible()
})

test('an auditor reads the desk and records nothing', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  await page.goto(desk)
  await expect(page.getByText(due.wallet_address)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record the transaction' })).toHaveCount(0)
  await expect(page.getByLabel('List', { exact: true })).toHaveCount(0)
})

test('the member follows the payment on the withdrawal, up to its transaction', async ({ page, answers }) => {
  const member = aProfile()
  await readAsMember(page, answers, member)
  const decided = { status: 'approved', decided_at: '2026-03-10T09:00:00.000Z' } as const
  const since = '2026-03-10T10:00:00.000Z'
  const withdrawal = aWithdrawal(member, {
    ...decided,
    payout: { state: 'sent', since, hash: paymentHash, failures: 0 },
  })
  answers.give(listRequests, { items: [withdrawal], next_cursor: null })
  answers.give(getRequest, withdrawal)
  await page.goto(`/dashboard/activity?request=${withdrawal.id}`)
  await expect(page.getByText('Sent, not checked').first()).toBeVisible()
  await expect(page.getByText(paymentHash)).toBeVisible()
  answers.give(getRequest, { ...withdrawal, payout: { state: 'to_pay', since, hash: null, failures: 1 } })
  answers.give(listRequests, { items: [], next_cursor: null })
  await page.reload()
  await expect(page.getByText('Payment failed, it will be sent again').first()).toBeVisible()
})
