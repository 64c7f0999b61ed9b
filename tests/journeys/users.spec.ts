import type { Page } from '@playwright/test'
import { signIn } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { call, createAdmin, createMember, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  if (admin?.server !== server) admin = await createAdmin(server)
  await signInBrowser(page, admin)
})

test('an added member is found, gets a mail to set a password, and gets another mail [ADMUSERS-02] [ADMUSERS-06] [ADMUSERS-07]', async ({
  page,
  server,
}) => {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  const email = 'newly.added@example.org'
  await dialog.getByLabel('Full name').fill('Newly Added')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('combobox', { name: 'Package' }).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expectToast(page, 'User Added')
  expect((await server.mailTo(email)).links[0]).toContain('/reset-password#')
  await page.getByRole('searchbox', { name: 'Search' }).fill('NEWLY add')
  const rows = page.getByRole('region', { name: 'Users' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('[data-status=Inactive]')).toBeVisible()
  await rows.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('button', { name: 'Resend confirmation' }).click()
  await expectToast(page, 'Confirmation Sent')
  await expect.poll(async () => (await server.mails()).filter(({ to }) => to === email).length).toBe(2)
})

test('a balance is corrected exactly once, the correction is reversed, and a suspension ends the sessions', async ({
  page,
  server,
}) => {
  const member = await createMember(server, { name: 'Wrongly Credited' })
  await page.goto(`/admin/users/${member.userId}`)
  const adjust = page.getByRole('button', { name: 'Adjust balance' })
  await adjust.click()
  const dialog = page.getByRole('dialog', { name: 'Adjust balance' })
  await dialog.getByText('Add coins').click()
  await dialog.getByLabel('Amount').fill('5,000')
  await dialog.getByLabel('Reason').fill('Paid by bank.')
  await dialog.getByRole('button', { name: 'Review' }).click()
  // The server books it, and its answer is lost.
  await page.route('**/adjustments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const review = page.getByRole('dialog', { name: 'Check the adjustment' })
  await review.getByRole('button', { name: 'Add coins' }).click()
  await expect(review.getByRole('alert')).toHaveText(fallbackTexts.network)
  await expect(review).toContainText('it is never counted twice')
  await page.unroute('**/adjustments')
  await page.reload()
  await adjust.click()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await review.getByRole('button', { name: 'Add coins' }).click()
  await expectToast(page, 'Balance Adjusted')
  const lines = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
  await expect(lines).toHaveCount(1)
  await expect(fact(page, 'Available')).toHaveText('5,000\u202fET')

  await lines.getByRole('button', { name: /Why/ }).click()
  const behind = page.getByRole('dialog', { name: 'Adjustment' })
  await expect(behind).toContainText(admin.name)
  await behind.getByLabel('Reason for reversing it').fill('The bank took it back.')
  await behind.getByRole('button', { name: 'Reverse it' }).click()
  await expectToast(page, 'Adjustment Reversed')
  await expect(lines).toHaveCount(2)
  await expect(fact(page, 'Available')).toHaveText('0\u202fET')

  await page.getByRole('button', { name: 'Change status' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change status' })
  await question.getByRole('radio', { name: /^Suspended/ }).check()
  await question.getByLabel('Reason').fill('Asked to by phone.')
  await question.getByRole('button', { name: 'Set Suspended' }).click()
  await expectToast(page, 'Status Updated')
  await expect(fact(page, 'Signed in on')).toHaveText('No device')
  const body = { email: member.email, password, portal: 'member' as const }
  await expect(call({ server }, signIn, { body })).rejects.toThrow(errors.account_suspended.message)
})

function fact(page: Page, name: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
}
