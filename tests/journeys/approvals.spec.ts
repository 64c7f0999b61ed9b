import { getRequest } from '../../contract/requests.ts'
import { toasts } from '../../contract/texts.ts'
import { getUser } from '../../contract/users.ts'
import { call, createAdmin, createBuyer, transfer, signInBrowser, withDatabase, withdraw } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { confirmIdentity, expectToast } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'

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
  const follows = page.getByText('Approved, payment on its way')
  await expect(follows.first()).toBeVisible()
  await signInBrowser(page, kofi)
  for (const path of ['/dashboard/activity', `/dashboard/activity?request=${withdrawal.id}`]) {
    await page.goto(path)
    await expect(follows.first()).toBeVisible()
    await expect(page.getByText(/paid out/i)).toHaveCount(0)
  }
})

test('of two administrators, the first approves a great withdrawal and the second completes it from the desk', async ({
  page,
  server,
}) => {
  const [first, second] = [await createAdmin(server), await createAdmin(server)]
  const kofi = await createBuyer(first, { name: 'Kofi Mensah' })
  const { id } = await withdraw(kofi, 2_000)
  const params = { userId: kofi.userId, requestId: id }
  await setRule(server, true)
  try {
    await signInBrowser(page, first)
    await page.goto(`/admin/withdrawal-approvals?request=${id}&member=${kofi.userId}`)
    await expect(page.getByRole('main')).toContainText(
      'Needs a second administrator. It is worth $20.00, which is over $10.00.',
    )
    const give = page.getByRole('button', { name: 'Give the first approval' })
    await give.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give the first approval' }).click()
    await confirmIdentity(page)
    await expectToast(page, toasts.approvalWaits)
    await expect(page.getByRole('main')).toContainText('Another administrator must approve it, too.')
    expect(await call(first, getRequest, { params })).toMatchObject({ status: 'pending' })

    await signInBrowser(page, second)
    await page.goto('/admin/second-approvals')
    await expect(page.getByRole('link', { name: /^Second Approvals/ })).toContainText('1')
    await expect(page.getByRole('main')).toContainText(`First approved by ${first.name}`)
    await page.getByRole('link', { name: /^Check and complete/ }).click()
    await page.getByRole('button', { name: 'Complete the approval' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Complete the approval' }).click()
    await confirmIdentity(page)
    await expectToast(page, toasts.requestApproved)
    expect(await call(second, getRequest, { params })).toMatchObject({
      status: 'approved',
      decided_by_name: second.name,
    })
    await page.goto('/admin/second-approvals')
    await expect(page.getByRole('main')).toContainText('No request waits for a second administrator.')
  } finally {
    await setRule(server, false)
  }
})

/** Lets withdrawals of more than 10 USD need a second administrator, or not. */
async function setRule(server: TestServer, isOn: boolean): Promise<void> {
  const rule = { subject: 'withdrawal', scope: 'single', outcome: 'second' } as const
  await withDatabase(server, async (db) => {
    if (isOn)
      await db
        .insertInto('ledger.policies')
        .values({ ...rule, over_usd: '10' })
        .execute()
    else await db.deleteFrom('ledger.policies').where('subject', '=', rule.subject).execute()
  })
}
