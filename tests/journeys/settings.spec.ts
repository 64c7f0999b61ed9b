import { getAdminSettings } from '../../contract/admin-settings.ts'
import { call, createAdmin, createBuyer, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'

test('a new rate needs a proof, appears on the page of a member at once, and is recorded', async ({
  page,
  server,
  browser,
}) => {
  const admin = await createAdmin(server)
  await signInBrowser(page, admin)
  const memberPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(memberPage, await createBuyer(admin))
  await memberPage.goto('/dashboard')
  const strip = memberPage.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip).toContainText('$0.0100')

  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Rate' }).fill('0.02')
  await page.getByRole('button', { name: 'Save rate' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change the rate?' })
  await expect(question).toContainText(/\$[\d,]+\.\d\d more than they have paid/)
  await question.getByRole('button', { name: 'Save changes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Settings saved.')
  await expect(strip).toContainText('$0.0200')
  await expect(memberPage.getByText(/at \$0\.0200/)).toBeVisible()
  expect((await call(admin, getAdminSettings, {})).et_rate).toBe('0.02')
  const history = page.getByRole('region', { name: 'Rate history' })
  await expect(history.getByRole('row', { name: /\$0\.0100 \$0\.0200 Ines Carvalho/ })).toBeVisible()
  await memberPage.context().close()

  await page.goto('/admin/audit-log')
  const entry = page.getByRole('region', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'Changed the rate' })
  await entry.getByRole('link', { name: /^Open/ }).click()
  await expect(page.getByRole('dialog', { name: 'Entry' })).toContainText(admin.email)
})
