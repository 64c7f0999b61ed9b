import type { Page } from '@playwright/test'
import { emptyTexts } from '../../contract/texts.ts'
import { buy, createAdmin, createBuyer, decide, useSession } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

/** Two lists for which the server reads a limited number of rows for each page, even if few of them match. */
const lists = [
  {
    path: '/admin/coins-ledger',
    calls: /\/api\/transactions\?/,
    count: 5,
    empty: emptyTexts.noTransactions,
  },
  { path: '/admin/all-activity', calls: /\/api\/all-requests\?/, count: 4, empty: emptyTexts.noRequests },
]

test('a search of which the server finds a little at a time goes on by itself, and says so until it is over', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  await useSession(page, admin)
  const buyer = await createBuyer(admin, { name: 'Wanda Sparse' })
  for (let number = 0; number < 3; number += 1) await decide(admin, await buy(buyer, 1_000), 'approved')

  for (const { path, calls, count, empty } of lists) {
    const rest = Promise.withResolvers<void>()
    let asked = 0
    await page.route(calls, async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      asked += 1
      if (asked === 3) await rest.promise
      await route.continue({ url: url.href })
    })
    await page.goto(`${path}?search=sparse`)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: 'Still searching…' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0)
    rest.resolve()
    await expect(rows(page)).toHaveCount(count)
    await expect(page.getByRole('status').filter({ hasText: `${count} ` })).toBeVisible()
    await expect(page.getByText('Still searching…')).toHaveCount(0)
    await expect(page.getByText('“Next” goes on with the search.')).toHaveCount(0)
    await page.unroute(calls)

    // Only the end of the list says that nothing matches. A search that stops earlier does not.
    let isEnd = false
    await page.route(calls, async (route) => {
      const isFirst = !route.request().url().includes('cursor=')
      if (isEnd || isFirst) await route.fulfill({ json: { items: [], next_cursor: isEnd ? null : 'further' } })
      else await route.abort()
    })
    await page.goto(`${path}?search=nobody`)
    await expect(page.getByText('Nothing so far.')).toBeVisible()
    await expect(page.getByText(empty)).toHaveCount(0)
    isEnd = true
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('There is nothing more.')).toBeVisible()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.reload()
    await expect(page.getByText(empty)).toBeVisible()
    await page.unroute(calls)
  }
})

test('a search in a queue goes on behind pages that are empty', async ({ page, server }) => {
  const admin = await createAdmin(server)
  await useSession(page, admin)
  const buyer = await createBuyer(admin, { name: 'Wilma Sparse' })
  await buy(buyer, 1_000)
  const cursors = ['first', 'second']
  await page.route(/\/api\/queues\/buy\?/, async (route) => {
    const url = new URL(route.request().url())
    const at = cursors.indexOf(url.searchParams.get('cursor') ?? '')
    const next = cursors[at + 1]
    if (next) return route.fulfill({ json: { items: [], next_cursor: next } })
    url.searchParams.delete('cursor')
    await route.continue({ url: url.href })
  })
  await page.goto('/admin/deposit-approvals?search=wilma')
  await expect(page.getByText('1 found.')).toBeVisible()
  await expect(page.getByRole('list', { name: /oldest first/ }).getByRole('listitem')).toHaveCount(1)
})

function rows(page: Page) {
  return page.locator('tbody tr')
}
