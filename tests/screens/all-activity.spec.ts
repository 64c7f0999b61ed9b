import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { exportAllRequests } from '../../contract/admin-request-list.ts'
import { getRequestOrigins, type CallOrigin } from '../../contract/request-review.ts'
import { emptyTexts } from '../../contract/texts.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, anAdminProfile, aProfile, aTransfer, aWithdrawal, walletAddress } from '../helpers/screen-data.ts'
import { giveApprovals, giveTerms } from '../helpers/screen-data/approvals.ts'
import { giveRequestList } from '../helpers/screen-data/request-list.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { saveCsv } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const admin = anAdminProfile()

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
  answers.give(getRequestOrigins, { items: [] })
})

test('requests of every kind and status are in one list, newest first, with search and filters [ADMACT-01] [ADMACT-02] [ADMACT-03] [ADMACT-04] [ADMACT-05] [EMPTY-09]', async ({
  page,
  answers,
}) => {
  const { kofi } = playRequests(answers, 'Listed')
  answers.give(exportAllRequests, 'Date,Type\r\n')
  await page.goto('/admin/all-activity')
  const all = [
    'Buy Pending',
    'Transfer Rejected',
    'Withdraw Cancelled',
    'Withdraw Pending',
    'Buy Approved',
    'Buy Approved',
  ]
  await expect.poll(() => look(page)).toEqual(all)
  await expect(page.getByRole('status').filter({ hasText: /^6 requests, [\d,]+\sET, newest first$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Date' }).click()
  await expect.poll(() => look(page)).toEqual(all.toReversed())
  await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Date' }).click()

  const type = page.getByLabel('Type')
  await expect(type.getByRole('option')).toHaveText(['All', 'Buy', 'Withdraw', 'Transfer'])
  await type.selectOption('Withdraw')
  await expect.poll(() => look(page)).toEqual(['Withdraw Cancelled', 'Withdraw Pending'])
  await expect(page.getByRole('status').filter({ hasText: '2 requests, 3,000 ET, newest first' })).toBeVisible()
  const status = page.getByLabel('Status')
  await expect(status.getByRole('option')).toHaveText([
    'All',
    'Pending',
    'Approved',
    'Rejected',
    'Cancelled',
    'Expired',
  ])
  await status.selectOption('Cancelled')
  await expect.poll(() => look(page)).toEqual(['Withdraw Cancelled'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  for (const [name, kinds] of [
    ['Pending', ['Buy Pending', 'Withdraw Pending']],
    ['Approved', ['Buy Approved', 'Buy Approved']],
    ['Rejected', ['Transfer Rejected']],
  ] as const) {
    await status.selectOption(name)
    await expect.poll(() => look(page), name).toEqual(kinds)
  }
  await status.selectOption('All')

  const field = page.getByRole('searchbox', { name: 'Search' })
  for (const text of ['KOFI listed', kofi.email, 'et-4d5e6f']) {
    await field.fill(text)
    await expect.poll(() => look(page), text).toEqual(['Buy Pending', 'Buy Approved'])
  }
  await field.fill('ET-1A2B3C')
  await expect.poll(async () => (await look(page)).length).toBe(4)
  const file = await saveCsv(page)
  expect(await readFile(await file.path(), 'utf8')).toBe('Date,Type\r\n')
  expect(answers.callsOf(exportAllRequests).map(({ query }) => query)).toEqual([
    { search: 'ET-1A2B3C', order: 'newest' },
  ])
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()

  // Frequent views are one click away.
  await page.getByRole('link', { name: 'This week’s, rejected' }).click()
  await expect.poll(() => look(page)).toEqual(['Transfer Rejected'])
  await expect(page.locator('[aria-label="Saved views"] [aria-current]')).toHaveText('This week’s, rejected')
  await expect(status).toHaveValue('rejected')
  await expect(page.getByLabel('From')).not.toHaveValue('')
})

test('a row opens beside the list, which keeps its filter, and leads to the approvals and to the member', async ({
  page,
  answers,
}) => {
  const { amara, pending, requests } = playRequests(answers, 'Opened')
  giveApprovals(answers, requests)
  giveTerms(answers, amara)
  const origin: CallOrigin = {
    call: 'submit',
    caller_name: amara.full_name,
    ip_address: '203.0.113.9',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    session_id: pending.id,
    created_at: pending.created_at,
  }
  answers.give(getRequestOrigins, { items: [origin] })
  await page.goto('/admin/all-activity?search=opened&kind=withdrawal')
  await expect.poll(() => look(page)).toEqual(['Withdraw Cancelled', 'Withdraw Pending'])
  const opener = page.getByRole('link', { name: `Open Withdraw 2,000 ET, ${amara.full_name}` })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Request' })
  await expect(sheet).toContainText('Withdraw 2,000 ET')
  await expect(sheet).toContainText(walletAddress)
  const line = sheet.getByRole('region', { name: 'Where the calls came from' }).getByRole('listitem')
  await expect(line).toContainText(/Submitted · .*203\.0\.113\.9 · Firefox on Windows/)
  await expectAccessibleAtThisWidth(page)
  const shared = page.url()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(/\?search=opened&kind=withdrawal$/)
  await page.goto(shared)
  await expect(sheet.getByRole('link', { name: amara.full_name })).toHaveAttribute('href', `/admin/users/${amara.id}`)
  await sheet.getByRole('link', { name: 'Decide this request' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/withdrawal-approvals\\?request=${pending.id}&member=${amara.id}`))
  await page.goBack()
  await expect(sheet).toContainText('Withdraw 2,000 ET')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Type')).toHaveValue('withdrawal')
  await expect.poll(() => look(page)).toEqual(['Withdraw Cancelled', 'Withdraw Pending'])
})

test('a request that another administrator decides stays in its place under the pointer, and says that it has changed', async ({
  page,
  answers,
}) => {
  const { pending } = playRequests(answers, 'Shared')
  await page.goto('/admin/all-activity?search=shared&status=pending')
  const pendingOnes = ['Buy Pending', 'Withdraw Pending']
  await expect.poll(() => look(page)).toEqual(pendingOnes)
  const last = page.getByRole('region', { name: 'Requests' }).locator('tbody tr').last()
  await last.hover()
  const y = (await last.boundingBox())?.y
  pending.status = 'rejected'
  answers.announce('requests')
  await expect.poll(() => look(page)).toEqual(['Buy Pending', 'Withdraw Has changed'])
  expect((await last.boundingBox())?.y).toBe(y)
  await page.getByRole('button', { name: '1 changed' }).click()
  await expect.poll(() => look(page)).toEqual(['Buy Pending'])
})

test('a filter is saved under a name in this browser, for its administrator alone', async ({ page, answers }) => {
  giveRequestList(answers, [])
  await page.goto('/admin/all-activity')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await expect(views.getByRole('link')).toHaveCount(5)
  // A view with a name cannot be saved again.
  const saver = page.getByRole('button', { name: 'Save view' })
  await expect(saver).toHaveCount(0)
  await page.getByLabel('Type').selectOption('Withdraw')
  await page.getByLabel('Status').selectOption('Rejected')
  await saver.click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  const name = dialog.getByLabel('Name')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription('Name is required.')
  await name.fill('everything')
  await expect(name).toHaveAccessibleDescription('There is a view of that name already.')
  await expectAccessibleAtThisWidth(page)
  await name.fill('No payout')
  await name.press('Enter')
  await expect(dialog).toHaveCount(0)
  const remover = page.getByRole('button', { name: 'Remove view No payout' })
  await expect(remover).toBeFocused()
  const own = views.getByRole('link', { name: 'No payout' })
  await expect(own).toHaveAttribute('aria-current', 'page')

  await page.reload()
  await views.getByRole('link', { name: 'Everything' }).click()
  await expect(page).toHaveURL(/all-activity$/)
  await own.click()
  await expect(page).toHaveURL(/\?kind=withdrawal&status=rejected$/)
  await expect(page.getByLabel('Status')).toHaveValue('rejected')
  await readAsAdmin(page, answers, anAdminProfile())
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('rejected')
  await expect(views.getByRole('link')).toHaveCount(5)
  await readAsAdmin(page, answers, admin)
  await page.reload()
  // A view that was removed by accident can be saved again.
  await remover.click()
  await expect(own).toHaveCount(0)
  await expect(saver).toBeFocused()
  await page.reload()
  await expect(saver).toBeVisible()
  await expect(views.getByRole('link')).toHaveCount(5)
})

/** Two first purchases, then a request of each kind and outcome: six requests of two people. */
function playRequests(answers: Answers, family: string) {
  const amara = aProfile({ full_name: `Amara ${family}`, email: 'amara@example.org', member_id: 'ET-1A2B3C' })
  const kofi = aProfile({ full_name: `Kofi ${family}`, email: 'kofi@example.org', member_id: 'ET-4D5E6F' })
  const now = { created_at: new Date().toISOString() }
  const pending = aWithdrawal(amara, { amount_coins: '2000', ...now })
  const requests = [
    aBuy(kofi, { amount_coins: '5000', ...now }),
    aTransfer(amara, kofi, { amount_coins: '3000', status: 'rejected', admin_notes: 'Not now.', ...now }),
    aWithdrawal(amara, { amount_coins: '1000', status: 'cancelled', ...now }),
    pending,
    aBuy(kofi, { status: 'approved', ...now }),
    aBuy(amara, { status: 'approved', ...now }),
  ]
  giveRequestList(answers, requests)
  return { amara, kofi, pending, requests }
}

/** Returns the type and the status of each row. */
async function look(page: Page): Promise<string[]> {
  const rows = page.getByRole('region', { name: 'Requests' }).locator('tbody tr')
  const [types, statuses] = [
    await rows.locator('td:nth-child(3)').allTextContents(),
    await rows.locator('td:nth-child(7)').allTextContents(),
  ]
  return types.map((type, index) => `${type} ${statuses[index]}`)
}
