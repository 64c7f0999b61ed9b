import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getRequest, submitWithdrawalRequest, type WithdrawalRequest } from '../../contract/requests.ts'
import { emptyTexts, failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import { getUser } from '../../contract/users.ts'
import * as ledger from '../../server/money/ledger/ledger.ts'
import {
  call,
  createAdmin,
  createBuyer,
  decide,
  setWallet,
  uploadSlip,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { readQrCode } from '../helpers/qr.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const desk = '/admin/withdrawal-approvals'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('a withdrawal is decided on the whole address, its code and its explorer, and on what is left; then none waits [ADMWD-01] [ADMWD-02] [EMPTY-06] [REQ-06]', async ({
  page,
  context,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  await setWallet(kofi, address)
  const request = await withdraw(kofi)
  await page.goto(desk)
  await expect(page.getByRole('heading', { level: 2, name: 'Kofi Mensah' })).toBeVisible()
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
  await expectSoundScreen(page)
  const asked = page.waitForRequest('**/api/queues/withdrawal*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await asked
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toContainText('Approve: Withdrawal 2,000\u00a0ET')
  await expect(dialog).toContainText(address)
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved)
  await expect(page.getByText(emptyTexts.noWithdrawalRequests)).toBeVisible()
  expect(await read(request)).toMatchObject({ status: 'approved', decided_by_name: admin.name })
})

test('a new address and one whose checksum fails must be acknowledged before an approval, not before a rejection', async ({
  page,
}) => {
  const wrong = `${address.slice(0, -1)}F`
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  await setWallet(kofi, address)
  await setWallet(kofi, wrong)
  const request = await withdrawAsBefore(kofi)
  await page.goto(desk)
  await expect(page.getByText('The checksum of this address does not fit.')).toBeVisible()
  const change = page.locator('[data-tone="warn"]', { hasText: 'The address was changed shortly before the request.' })
  await expect(change).toContainText(address)
  await expect(page.getByRole('link', { name: /^Open in the explorer/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /this address is new/ }).check()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /checksum/ }).check()
  await expectSoundLayer(page)
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog
    .getByRole('button', { name: 'The wallet address is not right. Please check it in your profile.' })
    .click()
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, toasts.requestRejected)
  expect(await read(request)).toMatchObject({ status: 'rejected' })
  const { wallet } = await call(admin, getUser, { params: { userId: kofi.userId } })
  expect(wallet).toMatchObject({ locked_coins: '0', available_coins: wallet?.total_coins })
  await approveWithWarnings(page, kofi)
})

/** Submits a withdrawal to an address with a wrong checksum, as was possible before such addresses were refused. */
async function withdrawAsBefore(member: Person): Promise<WithdrawalRequest> {
  const { userId, server } = member
  const { requestId } = await withDatabase(server, (db) =>
    ledger.submit(db, { userId, sessionId: null, key: randomUUID(), kind: 'withdrawal', coins: 2_000, usdtRate: '1' }),
  )
  const request = await call(member, getRequest, { params: { userId, requestId } })
  if (request.kind !== 'withdrawal') throw new Error('this is no withdrawal')
  return request
}

/** Approves with all warnings acknowledged, because the server refuses otherwise. */
async function approveWithWarnings(page: Page, member: Person) {
  const request = await withdrawAsBefore(member)
  const params = { userId: member.userId, requestId: request.id }
  await expect(decide(admin, request, 'approved')).rejects.toThrow(errors.warning_unread.message)
  await page.goto(`${desk}?request=${params.requestId}&member=${params.userId}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved)
  expect(await read(request)).toMatchObject({ status: 'approved' })
}

test('an attachment is looked at and saved; one that cannot be read says so in its own words [CALL-44] [ERR-15] [ERR-16]', async ({
  page,
  server,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  await setWallet(kofi, address)
  const { id, path } = await uploadSlip(kofi)
  const request = await withdraw(kofi, id)
  await page.goto(desk)
  const file = page.getByRole('region', { name: 'Attachment' })
  const image = file.getByRole('img', { name: 'The attachment of this request' })
  await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  const saved = page.waitForEvent('download')
  await file.getByRole('button', { name: 'Download attachment' }).click()
  expect(path.endsWith((await saved).suggestedFilename())).toBe(true)
  rmSync(join(server.dataDir, 'files', 'payment_proofs', path))
  await page.reload()
  await expect(file.getByRole('alert')).toContainText(failureTitles.attachmentDownload)
  await expect(file.getByRole('alert')).toContainText(fallbackTexts.download)
  await decide(admin, request, 'rejected')
})

async function withdraw(member: Person, attachmentId: string | null = null): Promise<WithdrawalRequest> {
  return call(member, submitWithdrawalRequest, { body: { amount_coins: 2_000, attachment_id: attachmentId } })
}

async function read({ user_id: userId, id: requestId }: WithdrawalRequest) {
  return call(admin, getRequest, { params: { userId, requestId } })
}
