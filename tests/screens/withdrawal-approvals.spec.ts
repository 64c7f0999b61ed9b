import { randomUUID } from 'node:crypto'
import { listQueue } from '../../contract/queue.ts'
import { decideRequest, type WithdrawalRequest } from '../../contract/requests.ts'
import { emptyTexts, failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { approveButton, openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { readQrCode } from '../helpers/qr.ts'
import { aProfile, aWithdrawal, walletAddress as address } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { aWalletReview, giveApprovals, giveTerms, type RequestReview } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const desk = '/admin/withdrawal-approvals'
const kofi = aProfile({ full_name: 'Kofi Mensah' })

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test('a withdrawal shows the whole address, its QR code, its explorer and the remaining balance; then the queue is empty [ADMWD-01] [ADMWD-02] [EMPTY-06] [REQ-06]', async ({
  page,
  context,
  answers,
}) => {
  const request = aWithdrawalOf({ amount_coins: '2000' })
  giveWithdrawal(answers, request)
  await page.goto(desk)
  await expect(requesterHeading(page, 'Kofi Mensah')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Wallet address' })
  await expect(panel).toContainText(address)
  await expect(panel.locator('strong')).toHaveText([address.slice(0, 6), address.slice(-6)])
  const code = panel.getByRole('img', { name: 'QR code of the wallet address' })
  await expect.poll(() => readQrCode(code)).toBe(address)
  const explorer = panel.getByRole('link', { name: /^Open in the explorer/ })
  await expect(explorer).toHaveAttribute('href', `https://tronscan.org/#/address/${address}`)
  await expect(explorer).toHaveAttribute('rel', /noreferrer/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy address' }).click()
  await expectToast(page, toasts.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(page.getByText('Withdrawal time with Gold')).toBeVisible()
  const balances = page.getByRole('region', { name: 'Balances before and after an approval' })
  await expect(balances.getByRole('row', { name: /^Locked/ })).toContainText('2,000')
  await expect(balances.getByRole('row', { name: /^Total/ })).toContainText('−2,000')
  await expect(page.getByText(emptyTexts.noAttachment)).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  const asked = answers.callsOf(listQueue).length
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => answers.callsOf(listQueue).length).toBeGreaterThan(asked)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toContainText('Approve: Withdrawal 2,000\u00a0ET')
  await expect(dialog).toContainText(address)
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved)
  await expect(page.getByText(emptyTexts.noWithdrawalRequests)).toBeVisible()
  const params = { userId: kofi.id, requestId: request.id }
  expect(answers.callsOf(decideRequest)).toMatchObject([{ params, body: { status: 'approved' } }])
})

test('a new address and one with a wrong checksum must be acknowledged before an approval, not before a rejection', async ({
  page,
  answers,
}) => {
  const wrong = `${address.slice(0, -1)}F`
  const request = aWithdrawalOf({ wallet_address: wrong })
  const wallet = aWalletReview(wrong, {
    warnings: ['wallet_changed', 'wallet_checksum'],
    changed_at: request.created_at,
    previous_address: address,
    explorer_url: null,
  })
  const { requests } = giveWithdrawal(answers, request, { wallet, warnings: wallet.warnings })
  await page.goto(desk)
  await expect(page.getByText('The checksum of this address does not fit.')).toBeVisible()
  const change = page.locator('[data-tone="warn"]', { hasText: 'The address was changed shortly before the request.' })
  await expect(change).toContainText(address)
  await expect(page.getByRole('link', { name: /^Open in the explorer/ })).toHaveCount(0)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /this address is new/ }).check()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /checksum/ }).check()
  await expectAccessibleAtEveryWidth(page)
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  const reason = 'The wallet address is not right. Please check it in your profile.'
  await dialog.getByRole('button', { name: reason }).click()
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, toasts.requestRejected)
  const rejection = { status: 'rejected', admin_notes: reason }
  expect(answers.callsOf(decideRequest).map(({ body }) => body)).toEqual([rejection])

  const again = aWithdrawalOf({ wallet_address: wrong })
  requests.push(again)
  await page.goto(`${desk}?request=${again.id}&member=${kofi.id}`)
  await approveButton(page).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await confirm.click()
  await expectToast(page, toasts.requestApproved)
  const acknowledged = expect.arrayContaining(wallet.warnings)
  expect(answers.callsOf(decideRequest).at(-1)?.body).toEqual({ status: 'approved', admin_notes: '', acknowledged })
})

test('an attachment can be viewed and saved, and an unreadable one has its own text [CALL-44] [ERR-15] [ERR-16]', async ({
  page,
  answers,
}) => {
  const path = `${kofi.id}/1741608000000.png`
  giveWithdrawal(answers, aWithdrawalOf({ attachment_id: randomUUID(), attachment_url: path }))
  await page.goto(desk)
  const file = page.getByRole('region', { name: 'Attachment' })
  const image = file.getByRole('img', { name: 'The attachment of this request' })
  await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  const saved = page.waitForEvent('download')
  await file.getByRole('button', { name: 'Download attachment' }).click()
  expect((await saved).suggestedFilename()).toBe('1741608000000.png')
  answers.give(downloadFile, () => {
    throw new Refusal('not_found')
  })
  await page.reload()
  await expect(file.getByRole('alert')).toContainText(failureTitles.attachmentDownload)
  await expect(file.getByRole('alert')).toContainText(fallbackTexts.download)
})

test('a withdrawal has the USDT amount, the network and the address to copy', async ({ page, context, answers }) => {
  const request = aWithdrawalOf({ usdt_amount: '20' })
  giveWithdrawal(answers, request)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(desk)
  const panel = page.getByRole('region', { name: 'Wallet address' })
  await expect(panel).toContainText('The operator pays20.0000\u00a0USDTTRC20')
  await expect(panel).toContainText(address)
  await panel.getByRole('button', { name: 'Copy the amount in USDT' }).click()
  await expectToast(page, toasts.copied.title)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('20')
  await approveButton(page).click()
  await expect(page.getByRole('alertdialog')).toContainText('20.0000\u00a0USDT')
  await page.keyboard.press('Escape')
  // An old withdrawal recorded no amount in USDT.
  giveWithdrawal(
    answers,
    { ...request, usdt_amount: null, usdt_rate: null },
    { wallet: aWalletReview(address, { usdt_estimate: '20' }) },
  )
  await page.reload()
  await expect(panel).toContainText('20.0000\u00a0USDT')
  await expect(panel).toContainText('Estimate at today’s rate')
  await expectAccessibleAtEveryWidth(page)
})

test('a withdrawal that waits longer than its package promises is marked in the approvals, in the queue and on the dashboard', async ({
  page,
  answers,
}) => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
  giveWithdrawal(answers, aWithdrawalOf({ created_at: hours(23) }))
  await page.goto(desk)
  await expect(requesterHeading(page, 'Kofi Mensah')).toBeVisible()
  await expect(page.getByText('Overdue', { exact: true })).toHaveCount(0)
  // The Gold package promises 24 hours.
  const overdue = aWithdrawalOf({ created_at: hours(25) })
  giveWithdrawal(answers, overdue)
  await page.reload()
  await expect(
    page.locator('section', { has: requesterHeading(page, 'Kofi Mensah') }).getByText('Overdue'),
  ).toBeVisible()
  await expect(await openQueue(page)).toContainText(['Overdue'])
  giveAdminDashboard(answers, { withdrawal_requests: [overdue] })
  await page.goto('/admin')
  await expect(page.getByText('Overdue').first()).toBeVisible()
})

/** Makes a withdrawal of a member with the Gold package, an hour ago. */
function aWithdrawalOf(fields: Partial<WithdrawalRequest>): WithdrawalRequest {
  return aWithdrawal(kofi, { created_at: new Date(Date.now() - 3_600_000).toISOString(), ...fields })
}

function giveWithdrawal(answers: Answers, request: WithdrawalRequest, review: Partial<RequestReview> = {}) {
  giveTerms(answers, kofi)
  return giveApprovals(answers, [request], () => review)
}
