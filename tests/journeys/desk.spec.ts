import { getRequest } from '../../contract/requests.ts'
import { call, createAdmin, createBuyer, signInBrowser, transfer } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

const desk = '/admin/transfer-approvals'

test('three transfers are approved together by keys, while a colleague sees that another one looks at them', async ({
  page,
  server,
  browser,
}) => {
  const [maya, noor] = [await createAdmin(server, 'Maya Okafor'), await createAdmin(server, 'Noor Haddad')]
  const [kofi, ama] = [await createBuyer(maya, { name: 'Kofi Mensah' }), await createBuyer(maya, { name: 'Ama Osei' })]
  const sent = [await transfer(kofi, ama, 1_000), await transfer(kofi, ama, 2_000), await transfer(kofi, ama, 3_000)]
  await signInBrowser(page, maya)
  await page.goto(desk)
  await expect(page.getByRole('heading', { level: 2, name: 'Kofi Mensah' })).toBeVisible()
  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  await signInBrowser(other, noor)
  await other.goto(desk)
  await expect(
    other
      .getByRole('list', { name: /oldest first/ })
      .getByRole('listitem')
      .first(),
  ).toContainText('Maya Okafor is looking at this')

  await page.keyboard.press('j')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('a')
  const dialog = page.getByRole('alertdialog', { name: 'Approve 3 requests' })
  // The colleague looks at the first one, too, so it is left for a look of its own.
  await expect(dialog.getByText('Left out: Noor Haddad is looking at this')).toBeVisible()
  // An administrator who goes to another page gives the request back at once.
  await other.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(dialog.getByText(/^Left out/)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Approve 3' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Approved' })).toHaveCount(3)
  await context.close()
  for (const { id } of sent) {
    const params = { userId: kofi.userId, requestId: id }
    expect(await call(maya, getRequest, { params })).toMatchObject({
      status: 'approved',
      decided_by_name: 'Maya Okafor',
    })
  }
})
