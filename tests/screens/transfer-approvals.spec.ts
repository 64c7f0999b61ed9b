import { getRequest } from '../../contract/requests.ts'
import { errors } from '../../contract/errors.ts'
import { emptyTexts, toasts } from '../../contract/texts.ts'
import { call, createAdmin, createBuyer, suspend, transfer, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('a transfer shows both people with what they have before and after, and says that it is their first; then none waits [ADMTR-01] [ADMTR-02] [EMPTY-07] [REQ-06] [REQ-07]', async ({
  page,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const ama = await createBuyer(admin, { name: 'Ama Osei' })
  const first = await transfer(kofi, ama, 2_000)
  const second = await transfer(kofi, ama, 1_000)
  await page.goto('/admin/transfer-approvals')
  const sender = page.getByRole('article', { name: 'Sender' })
  const recipient = page.getByRole('article', { name: 'Recipient' })
  await expect(sender).toContainText('Kofi Mensah')
  await expect(sender).toContainText(kofi.memberId)
  await expect(sender).toContainText(kofi.email)
  await expect(sender.getByText(/^Locked/).locator('..')).toContainText('3,000 →becomes 1,000')
  await expect(recipient).toContainText('Ama Osei')
  await expect(recipient.getByText(/^Total/).locator('..')).toContainText('27,500 →becomes 29,500')
  await expect(page.getByText('This is the first transfer between these two.')).toBeVisible()
  await expectSoundScreen(page)
  const asked = page.waitForRequest('**/api/queues/transfer*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await asked
  for (const request of [first, second]) {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
    await expect(dialog).toContainText(request === first ? 'Transfer 2,000\u00a0ET' : 'Transfer 1,000\u00a0ET')
    await expect(dialog).toContainText(`to Ama Osei, ${ama.memberId}`)
    await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
    await expectToast(page, toasts.requestApproved)
    await expect(dialog).toHaveCount(0)
    if (request === first) await expect(page.getByText('This is the first transfer between these two.')).toHaveCount(0)
  }
  await expect(page.getByText(emptyTexts.noTransferRequests)).toBeVisible()
  const params = { userId: kofi.userId, requestId: second.id }
  expect(await call(admin, getRequest, { params })).toMatchObject({ status: 'approved', decided_by_name: admin.name })
})

test('coins to somebody who is not active any more can only be given back', async ({ page }) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const ama = await createBuyer(admin, { name: 'Ama Osei' })
  await transfer(kofi, ama, 1_000)
  await suspend(admin, ama)
  const bea = await createBuyer(admin, { name: 'Bea Two' })
  await transfer(bea, kofi, 1_000)
  await suspend(admin, bea)
  await page.goto('/admin/transfer-approvals')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(errors.recipient_not_active.message)
  await expect(page.getByRole('article', { name: 'Recipient' })).toContainText('Suspended')
  await expect(page.getByText('This account is suspended.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('button', { name: 'The recipient’s account is not active.' }).click()
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, toasts.requestRejected)
  // The page warns that the member has been suspended since the request.
  await expect(page.getByRole('heading', { level: 2, name: 'Bea Two' })).toBeVisible()
  await expect(page.getByText('This account is suspended.')).toBeVisible()
  await expect(approve).toBeEnabled()
})
