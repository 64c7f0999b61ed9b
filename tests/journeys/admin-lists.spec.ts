import { readFile } from 'node:fs/promises'
import {
  buy,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  transfer,
  signInBrowser,
  withdraw,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { saveCsv } from '../helpers/screens.ts'

test('members’ movements are on the dashboard, in the ledger and its file, among all requests and in the search, and new ones appear by themselves [ADMDASH-08] [ADMLEDGER-01] [ADMLEDGER-02] [ADMTX-02] [ADMACT-01]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const amara = await createBuyer(admin, { name: 'Amara Listed' })
  const kofi = await createMember(server, { name: 'Kofi Listed' })
  await decide(admin, await withdraw(amara, 2_000), 'approved')
  await decide(admin, await transfer(amara, kofi, 3_000), 'approved')
  const waiting = await buy(amara, 7_000)
  await signInBrowser(page, admin)

  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: 'Pending requests' }).getByRole('link').first()).toContainText(/1$/)
  await expect(page.getByRole('region', { name: 'Platform' }).getByTitle('25,500 ET').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest transactions' }).locator('tbody tr')).toHaveCount(5)

  await page.goto('/admin/coins-ledger?search=amara+listed')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(4)
  const totals = page.locator('dl[aria-label^=Totals]')
  await expect(totals).toHaveText('In+27,500 ET$275.00Out−5,000 ET$50.00Net+22,500 ET')
  await decide(admin, waiting, 'approved')
  await expect(totals).toContainText('Net+29,500 ET')
  await expect(rows).toHaveCount(5)
  const file = await saveCsv(page)
  expect(file.suggestedFilename()).toMatch(/^et-transactions-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines.filter((line) => line.includes(',Transfer sent,,3000,'))).toHaveLength(1)

  await page.goto('/admin/transactions?search=listed')
  const chart = page.getByRole('region', { name: 'Coins in and out per day' })
  await expect(chart.getByRole('img')).toHaveAccessibleName(/37,500 ET in and 5,000 ET out altogether/)

  await page.goto('/admin/all-activity?search=amara+listed&status=approved')
  await expect(page.getByRole('status').filter({ hasText: /^4 requests, 37,000\sET, newest first$/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kofi listed')
  await expect(page.getByRole('group', { name: 'Members' }).getByRole('option')).toContainText(kofi.memberId)
})
