import type { Page } from '@playwright/test'
import { getAllRequestTotals, listAllRequests } from '../../contract/admin-request-list.ts'
import { listQueue } from '../../contract/queue.ts'
import { emptyTexts } from '../../contract/texts.ts'
import { getTransactionTotals, listTransactions } from '../../contract/transactions.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, aLedgerEntry, aProfile, onePage } from '../helpers/screen-data.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const buyer = aProfile({ full_name: 'Wanda Sparse' })

/** Two lists for which the server reads a limited number of rows for each page, even if few of them match. */
const lists = [
  {
    path: '/admin/coins-ledger',
    count: 5,
    empty: emptyTexts.noTransactions,
    give: (answers: Answers, readPage: ReadPage) => {
      const rows = Array.from({ length: 5 }, () => aLedgerEntry(buyer))
      answers.give(listTransactions, async ({ query: { cursor } }) => readPage(rows, cursor))
      answers.give(getTransactionTotals, {
        count: 5,
        coins_in: '125000',
        coins_out: '0',
        net_coins: '125000',
        value_in_usd: '1250',
        value_out_usd: '0',
      })
    },
  },
  {
    path: '/admin/all-activity',
    count: 4,
    empty: emptyTexts.noRequests,
    give: (answers: Answers, readPage: ReadPage) => {
      const rows = Array.from({ length: 4 }, () => aBuy(buyer))
      answers.give(listAllRequests, async ({ query: { cursor } }) => readPage(rows, cursor))
      answers.give(getAllRequestTotals, { count: 4, coins: '100000' })
    },
  },
]

/** Returns a part of the rows, as a server does that looks no further than it can at once. */
type ReadPage = <Row>(rows: Row[], cursor: string | undefined) => Promise<{ items: Row[]; next_cursor: string | null }>

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test('a search with partial results continues by itself, and says so until it ends', async ({ page, answers }) => {
  for (const { path, give, count, empty } of lists) {
    const rest = Promise.withResolvers<void>()
    let asked = 0
    give(answers, async (found, cursor) => {
      const at = Number(cursor ?? 0)
      asked += 1
      if (asked === 3) await rest.promise
      return onePage(found.slice(at, at + 1), at + 1 < found.length ? String(at + 1) : null)
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

    // Only the end of the list says that nothing matches. A search that stops earlier does not.
    let isEnd = false
    give(answers, async (_, cursor) => {
      if (!isEnd && cursor !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds: 10 })
      return onePage([], isEnd ? null : 'further')
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
  }
})

test('a search in a queue continues past empty pages', async ({ page, answers }) => {
  const request = aBuy(buyer)
  giveApprovals(answers, [request])
  const pages = [onePage([], 'first'), onePage([], 'second'), onePage([request])]
  const cursors = [undefined, 'first', 'second']
  answers.give(listQueue, ({ query: { cursor } }) => ({
    ...(pages[cursors.indexOf(cursor)] ?? onePage([])),
    claims: [],
  }))
  await page.goto('/admin/deposit-approvals?search=wanda')
  await expect(page.getByText('1 found.')).toBeVisible()
  await expect(page.getByRole('list', { name: /oldest first/ }).getByRole('listitem')).toHaveCount(1)
})

function rows(page: Page) {
  return page.locator('tbody tr')
}
