import { getStatement } from '../../contract/statement.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { buy, call, createAdmin, createMember, decide, signInBrowser, transfer } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

const reason = 'The payment was for another member.'

test('a first package is reversed with its reward; the member reads why, owes what has left, and the next purchase repays it', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const referrer = await createMember(server, { name: 'Rosa Referrer' })
  const friend = await createMember(server, { referredBy: referrer.memberId })
  const other = await createMember(server, { name: 'Kofi Mensah' })
  const bought = await buy(friend, 'Gold')
  await decide(admin, bought, 'approved')
  await decide(admin, await transfer(friend, other, 20_000), 'approved')

  await signInBrowser(page, admin)
  await page.goto(`/admin/all-activity?request=${bought.id}&member=${friend.userId}`)
  await page.getByRole('link', { name: 'Reverse this request…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('region', { name: 'Referrer: Rosa Referrer' })).toContainText(
    '5,000\u00a0ET → 0\u00a0ET',
  )
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Reverse the request' }).click()
  await expect(page.getByRole('dialog', { name: 'Request' }).getByText('The request was reversed.')).toBeVisible()

  await signInBrowser(page, friend)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText(/^You owe 20,000/)).toBeVisible()
  await page.goto(`/dashboard/activity?request=${bought.id}`)
  await expect(page.locator('[data-status="reversed"]').first()).toBeVisible()
  await expect(page.getByText(reason).first()).toBeVisible()
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(
    'Your purchase of 25,000 ET was reversed.',
  )
  await signInBrowser(page, referrer)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(
    'your reward of 5,000 ET was taken back',
  )

  // The next first package earns the reward again, and repays what is owed.
  await decide(admin, await buy(friend, 'Gold'), 'approved')
  const stats = await call(friend, getUserDashboardStats, { query: {} })
  expect(stats).toMatchObject({ debt_coins: '0', available_coins: '7500' })
  expect((await call(referrer, getUserDashboardStats, { query: {} })).available_coins).toBe('5000')
  const { items } = await call(friend, getStatement, { query: {} })
  expect(items[0]).toMatchObject({ type: 'DEBT_OUT', coins: '-20000', reason, request: { id: bought.id } })
})
