import { getRequest } from '../../contract/requests.ts'
import { toasts } from '../../contract/texts.ts'
import { getUser } from '../../contract/users.ts'
import { call, createAdmin, createBuyer, transfer, signInBrowser, withdraw } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'

test('an approved withdrawal and an approved transfer move the coins, and the withdrawal is nowhere called paid', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [kofi, ama] = [
    await createBuyer(admin, { name: 'Kofi Mensah' }),
    await createBuyer(admin, { name: 'Ama Osei' }),
  ]
  const [withdrawal, sent] = [await withdraw(kofi, 2_000), await transfer(kofi, ama, 3_000)]
  await signInBrowser(page, admin)
  for (const [desk, { id }] of [
    ['withdrawal', withdrawal],
    ['transfer', sent],
  ] as const) {
    await page.goto(`/admin/${desk}-approvals`)
    await expect(page.getByRole('heading', { level: 2, name: 'Kofi Mensah' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm Approval' }).click()
    await expectToast(page, toasts.requestApproved)
    const params = { userId: kofi.userId, requestId: id }
    expect(await call(admin, getRequest, { params })).toMatchObject({
      status: 'approved',
      decided_by_name: admin.name,
    })
  }
  for (const [person, coins] of [
    [kofi, '22500'],
    [ama, '30500'],
  ] as const) {
    const { wallet } = await call(admin, getUser, { params: { userId: person.userId } })
    expect(wallet).toMatchObject({ total_coins: coins, locked_coins: '0' })
  }

  await page.goto(`/admin/withdrawal-approvals?request=${withdrawal.id}&member=${kofi.userId}`)
  await expect(page.getByText(`Approved by ${admin.name}, payment by the operator follows`)).toBeVisible()
  await page.goto(`/admin/all-activity?request=${withdrawal.id}&member=${kofi.userId}`)
  const follows = page.getByText('Approved, payment by the operator follows')
  await expect(follows.first()).toBeVisible()
  await signInBrowser(page, kofi)
  for (const path of ['/dashboard/activity', `/dashboard/activity?request=${withdrawal.id}`]) {
    await page.goto(path)
    await expect(follows.first()).toBeVisible()
    await expect(page.getByText(/paid out/i)).toHaveCount(0)
  }
})
