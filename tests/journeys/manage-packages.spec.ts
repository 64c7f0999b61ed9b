import { createMember, createAdmin, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { confirmIdentity, expectToast } from '../helpers/screens.ts'

test('a package is saved once although its answer got lost, is offered to a member at once, and taken back [ADMPKG-01, ADMPKG-02, ADMPKG-03, ADMPKG-13]', async ({
  page,
  server,
  browser,
}) => {
  await signInBrowser(page, await createAdmin(server))
  const memberPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(memberPage, await createMember(server))
  await memberPage.goto('/dashboard/buy')
  await expect(memberPage.getByRole('radio', { name: /Gold/ })).toBeVisible()

  const keys: (string | undefined)[] = []
  await page.route('**/api/packages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    // The first call lacks its proof. The second brings it, and the third repeats the second without one.
    if (keys.length !== 2) return route.continue()
    // The server makes the change, and its answer is lost.
    await route.fetch()
    return route.abort()
  })
  await page.goto('/admin/manage-packages')
  await page.getByRole('button', { name: 'Add package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add package' })
  await dialog.getByLabel('Package name').fill('Emerald')
  const numbers = { 'Minimum purchase': '7000', 'Coin price': '0.01235', 'Bonus percentage': '33.333' }
  for (const [label, value] of Object.entries(numbers)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('Withdrawal time').fill('8 hours')
  const save = dialog.getByRole('button', { name: 'Add package' })
  await save.click()
  await confirmIdentity(page)
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.')
  await save.click()
  await expectToast(page, 'Package created successfully.')
  const card = page.getByRole('article', { name: 'Emerald', exact: true })
  await expect(card).toHaveCount(1)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]])
  for (const figure of ['$86.45', '+2,333.31', '9,333.31', '8 hours']) await expect(card).toContainText(figure)
  await expect(memberPage.getByRole('radio', { name: /Emerald/ })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Emerald' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete package' }).click()
  await confirmIdentity(page)
  await expectToast(page, 'Package deleted successfully.')
  await expect(card).toHaveCount(0)
  await expect(memberPage.getByRole('radio', { name: /Gold/ })).toBeVisible()
  await expect(memberPage.getByRole('radio', { name: /Emerald/ })).toHaveCount(0)
  await memberPage.context().close()
})
