import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { getUserDashboardData } from '../../contract/dashboards.ts'
import type { Profile } from '../../contract/profiles.ts'
import { emptyTexts } from '../../contract/texts.ts'
import {
  exportTransactions,
  getTransactionTotals,
  listTransactionDays,
  listTransactions,
} from '../../contract/transactions.ts'
import { listUsers } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aLedgerEntry, aProfile, onePage } from '../helpers/screen-data.ts'
import { giveLedger, type LedgerEntry } from '../helpers/screen-data/ledger.ts'
import { giveOverview, userDashboard } from '../helpers/screen-data/overview.ts'
import { detailsOf, findPeople, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { escapePattern, saveCsv } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const columns = ['Date', 'User', 'Type', 'Coins In', 'Coins Out', 'Rate', 'Value (USD)', 'Balance']
const csv = 'Date,Member,Type,In,Out\r\n2026-03-10,Amara,Transfer sent,,3000,\r\n'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test('every transaction has eight columns and a sign, and each column sorts both ways [ADMLEDGER-01] [ADMLEDGER-03] [ADMLEDGER-04] [FMT-05] [FMT-06]', async ({
  page,
  answers,
}) => {
  const { amara } = playLedger(answers, 'Columns')
  await page.goto('/admin/coins-ledger?search=columns')
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await expect(rows(page)).toHaveCount(6)
  await expect(page.locator('[aria-sort]')).toHaveText('Date')
  await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'descending')
  // The newest transaction comes first, so the purchase, which was the first, is the last row.
  await expect(rows(page).last()).toContainText('Buy')
  const withdrawal = rows(page).filter({ hasText: 'Withdrawal' })
  await expect(withdrawal.getByRole('cell')).toHaveText([
    /\d\d:\d\d/,
    `${amara.full_name} ${amara.member_id}`,
    'Withdrawal',
    '',
    '−2,000',
    '$0.01000',
    '$20.00',
    '32,500',
  ])
  await expect(rows(page).filter({ hasText: 'Package bonus' }).getByRole('cell').nth(3)).toHaveText('+2,500')
  await expect(totals(page)).toHaveText('In+37,500 ET$375.00Out−5,000 ET$50.00Net+32,500 ET')

  for (const [index, name] of columns.entries()) {
    const orders =
      index === 0
        ? ['ascending', 'descending']
        : ['User', 'Type'].includes(name)
          ? ['ascending', 'descending']
          : ['descending', 'ascending']
    for (const order of orders) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.locator('[aria-sort]')).toHaveText(name)
      await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', order)
      if (index > 0) await expect.poll(() => isSorted(page, index, order), `${name} ${order}`).toBe(true)
    }
  }
  await expect(page.getByRole('status').filter({ hasText: '6 transactions, by balance, smallest first' })).toBeVisible()
  await expect(page).toHaveURL(/\?search=columns&sort=balance&order=asc$/)

  // The chosen row height stays after a reload.
  const height = async () => (await rows(page).first().boundingBox())?.height ?? 0
  const wide = await height()
  await page.getByRole('button', { name: 'Show the rows closer together' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show the rows further apart' })).toBeVisible()
  await expect(rows(page)).toHaveCount(6)
  expect(await height()).toBeLessThan(wide)

  // The columns are too wide here, so the keyboard scrolls them behind the first column.
  await page.setViewportSize({ width: 768, height: 900 })
  // Both ends of a range stay in one line, even if the filters take two lines.
  const tops = [page.getByLabel('From'), page.getByLabel('To', { exact: true })].map(async (field) => {
    const box = await field.boundingBox()
    return box?.y
  })
  expect(new Set(await Promise.all(tops)).size).toBe(1)
  const region = page.getByRole('region', { name: 'Transactions' })
  const date = rows(page).first().getByRole('cell').first()
  const x = (await date.boundingBox())?.x
  await region.focus()
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect((await date.boundingBox())?.x).toBe(x)
})

test('a search finds by name, email, member ID or type, filters apply, and Back restores the list [ADMLEDGER-02] [EMPTY-08]', async ({
  page,
  answers,
}) => {
  const { amara, kofi, entries } = playLedger(answers, 'Searched')
  answers.give(listUsers, ({ query }) => onePage(findPeople([amara, kofi], query)))
  answers.give(exportTransactions, csv)
  await page.goto('/admin/coins-ledger')
  await expect(rows(page).first()).toBeVisible()
  const asked = () => answers.callsOf(listTransactions).map(({ query }) => query.search)
  // The key leads to the search. In a field it is a letter.
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.pressSequentially('kofi/', { delay: 30 })
  await expect(field).toHaveValue('kofi/')
  await expect(page.getByText(emptyTexts.noTransactions)).toBeVisible()
  expect(asked()).toEqual([undefined, 'kofi/'])
  for (const text of ['KOFI searched', kofi.email, kofi.member_id?.toLowerCase() ?? '']) {
    await field.fill(text)
    await expect.poll(() => cells(page, 2), text).toEqual(['Transfer received'])
  }
  // A late answer of an earlier search is not shown.
  const held = Promise.withResolvers<void>()
  answers.give(listTransactions, async ({ query: { search } }) => {
    if (search === 'early') await held.promise
    return onePage(search === 'early' ? entries : entries.filter(({ type }) => type === 'BONUS'))
  })
  await field.fill('early')
  await expect.poll(() => asked().at(-1)).toBe('early')
  await field.fill('package bo')
  await expect.poll(async () => [...new Set(await cells(page, 2))]).toEqual(['Package bonus'])
  held.resolve()
  await page.waitForTimeout(300)
  expect(new Set(await cells(page, 2))).toEqual(new Set(['Package bonus']))
  giveLedger(answers, entries)
  await field.fill('')
  await expect(page).toHaveURL(/coins-ledger$/)

  await page.getByRole('button', { name: 'Member Anyone' }).click()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(amara.member_id ?? '')
  await expectAccessibleAtThisWidth(page)
  await page.getByRole('list', { name: 'Found' }).getByRole('button').click()
  await expect(rows(page)).toHaveCount(5)
  await page.getByLabel('At least').fill('2,500')
  await expect(rows(page)).toHaveCount(4)
  await page.getByLabel('At most').fill('lots')
  await expect(page.getByText('Please enter a valid number.')).toBeVisible()
  await page.getByLabel('At most').fill('10000')
  await expect.poll(() => cells(page, 2)).toEqual(['Transfer sent', 'Buy', 'Package bonus'])
  await page.getByLabel('Type').selectOption('Transfer sent')
  await expect(totals(page)).toContainText('Out−3,000 ET$30.00Net−3,000 ET')
  const url = page.url()

  // The file has the filters of the list.
  const file = await saveCsv(page)
  expect(await readFile(await file.path(), 'utf8')).toBe(csv)
  expect(answers.callsOf(exportTransactions).map(({ query }) => query)).toEqual([
    { user_id: amara.id, min_coins: '2500', max_coins: '10000', type: 'TRANSFER_OUT', sort: 'date', order: 'desc' },
  ])

  await rows(page).getByRole('link', { name: amara.full_name }).click()
  await expect(page.getByRole('heading', { level: 1, name: amara.full_name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(url)
  await expect(page.getByLabel('At most')).toHaveValue('10000')
  await expect.poll(() => cells(page, 2)).toEqual(['Transfer sent'])
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(page).toHaveURL(/coins-ledger$/)
  // The pressed button has gone, so the focus is on the message with the result.
  await expect(page.getByRole('status').filter({ hasText: 'transactions, newest first' })).toBeFocused()
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await expect(page.getByText(emptyTexts.noTransactions)).toBeVisible()
})

test('new rows wait while the pointer is on the list, a failed read keeps the rows, and a long list keeps its place', async ({
  page,
  answers,
}) => {
  const { amara, entries } = playLedger(answers, 'Steady')
  for (let number = 0; number < 24; number += 1) entries.unshift(bought(amara, '1000'))
  await page.goto('/admin/coins-ledger')
  await expect(rows(page)).toHaveCount(25)
  const third = rows(page).nth(2)
  await third.hover()
  const before = { text: await third.textContent(), y: (await third.boundingBox())?.y }
  entries.unshift(bought(amara, '9000'))
  answers.announce('wallet')
  const news = page.getByRole('button', { name: '1 new' })
  await expect(news).toBeVisible()
  expect({ text: await third.textContent(), y: (await third.boundingBox())?.y }).toEqual(before)
  // On the way to the button the rows still wait, because the button would otherwise vanish under the pointer.
  await news.hover()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await third.textContent()).toBe(before.text)
  await news.click()
  await expect(rows(page).first()).toContainText('+9,000')
  await expect(news).toHaveCount(0)

  answers.give(listTransactions, refuse)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  giveLedger(answers, entries)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('[aria-sort]')).toHaveText('Rate')
  await page.goBack()
  await expect(rows(page)).toHaveCount(25)
  entries.unshift(bought(amara, '8000'))
  answers.give(listTransactions, refuse)
  answers.announce('wallet')
  await expect(page.getByText(/Data from .+ It could not be refreshed\./)).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  giveLedger(answers, entries)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).first()).toContainText('+8,000')

  // The next page has its own address, and the way back from its middle restores the place. A running export continues
  // meanwhile.
  const held = Promise.withResolvers<void>()
  answers.give(exportTransactions, async () => {
    await held.promise
    return csv
  })
  const saving = saveCsv(page)
  await expect(page.getByRole('button', { name: /^Preparing/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.getByRole('button', { name: /^Preparing/ })).toBeVisible()
  held.resolve()
  await saving
  // While an answer is loading, the pressed button keeps the focus.
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'transactions, newest first' })).toBeVisible()
  const answer = Promise.withResolvers<void>()
  answers.give(listTransactions, async () => {
    await answer.promise
    return onePage(entries.slice(0, 25), '25')
  })
  const previous = page.getByRole('button', { name: 'Previous' })
  await previous.press('Enter')
  await expect(page).not.toHaveURL(/cursor=/)
  await expect(page.getByRole('region', { name: 'List' }).locator('[aria-busy]').first()).toBeVisible()
  await expect(previous).toBeFocused()
  answer.resolve()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).not.toHaveAttribute('aria-disabled')
  await expect(previous).toBeFocused()
  giveLedger(answers, entries)
  const region = page.getByRole('region', { name: 'Transactions' })
  await expect(region).toBeVisible()
  await rows(page).nth(22).getByRole('link').scrollIntoViewIfNeeded()
  const scrolled = () => region.evaluate((element) => Math.round(element.scrollTop))
  const place = await scrolled()
  expect(place).toBeGreaterThan(0)
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeInViewport()
  await rows(page).nth(22).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: amara.full_name })).toBeVisible()
  await page.goBack()
  await expect.poll(scrolled).toBe(place)
})

test('the transactions page has the ledger below a chart of the days, which keys and a table read out [ADMTX-01] [ADMTX-02] [EMPTY-03]', async ({
  page,
  answers,
}) => {
  const { amara, kofi, entries } = playLedger(answers, 'Charted')
  await page.goto('/admin/transactions?search=charted')
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(rows(page)).toHaveCount(6)
  const chart = page.getByRole('region', { name: 'Coins in and out per day' })
  await expect(chart.getByRole('img')).toHaveAccessibleName(/37,500 ET in and 5,000 ET out altogether; most in on/)
  await expect(chart).toContainText('30 days, 6 transactions')
  await chart.getByRole('slider', { name: 'Day' }).press('ArrowLeft')
  await expect(chart).toContainText(', 0 transactions')
  await chart.getByRole('slider', { name: 'Day' }).press('End')
  await expect(chart).toContainText(', 6 transactionsIn+37,500 ETOut−5,000 ET')
  await expect(chart.getByText('Days in UTC')).toBeVisible()
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.locator('tbody tr')).toHaveCount(1)
  await expect(chart.locator('tbody tr')).toContainText('+37,500−5,000')
  await expect(totals(page)).toContainText('Net+32,500 ET')
  // The server does not add up too many transactions.
  const none = {
    count: null,
    coins_in: null,
    coins_out: null,
    net_coins: null,
    value_in_usd: null,
    value_out_usd: null,
  }
  answers.give(getTransactionTotals, none)
  answers.give(listTransactionDays, { days: [], is_complete: false })
  await page.getByLabel('Type').selectOption('Buy')
  await expect(page.getByRole('status').filter({ hasText: '2 transactions on this page' })).toBeVisible()
  await expect(page.getByText('Too many transactions would have to be read to add these up.')).toHaveCount(2)
  giveLedger(answers, entries)
  await page.getByLabel('Type').selectOption('Transfer received')
  await expect.poll(() => cells(page, 1)).toEqual([`${kofi.full_name} ${kofi.member_id}`])
  await expect(chart.locator('tbody tr')).toContainText('+3,0000')
  // A zero in the column of outgoing coins is not marked as a loss.
  await expect(chart.locator('tbody td').last().getByText('0', { exact: true })).not.toHaveClass(/text-bad/)
  await page.getByRole('searchbox', { name: 'Search' }).fill(amara.email)
  await expect(page.getByText(emptyTexts.noMatchingTransactions)).toBeVisible()
  await expect(chart).toContainText('Nothing moved on these days.')
  // Future days show nothing instead of the latest days.
  await page.goto('/admin/transactions?search=charted&from=2900-01-01')
  await expect(page.getByText(emptyTexts.noMatchingTransactions)).toBeVisible()
  await expect(chart).toContainText('Nothing moved on these days.')
})

test('a phone has cards, and the filters and the order in sheets', async ({ page, answers }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { amara, entries } = playLedger(answers, 'Pocket')
  const held = Promise.withResolvers<void>()
  answers.give(listTransactions, async () => {
    await held.promise
    return onePage(entries)
  })
  const summed = page.waitForResponse('**/api/transaction-totals*')
  await page.goto('/admin/coins-ledger?search=pocket')
  await summed
  // The sums wait for the rows, which would otherwise move out of sight.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(totals(page)).toHaveCount(0)
  held.resolve()
  await expect(totals(page)).toBeVisible()
  giveLedger(answers, entries)
  const cards = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  await expect(cards).toHaveCount(6)
  // Two people may have the same name.
  await expect(cards.filter({ hasText: amara.member_id ?? '' })).toHaveCount(5)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Type').selectOption('Buy')
  // The rows behind the sheet are pale until those of the filter are there.
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  await expectAccessibleAtThisWidth(page)
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect(cards).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  // Even the largest sums show in full.
  await page.setViewportSize({ width: 320, height: 812 })
  const most = '9999999999999.9999'
  const sums = { coins_in: most, coins_out: most, net_coins: most, value_in_usd: most, value_out_usd: most }
  answers.give(getTransactionTotals, { count: 6, ...sums })
  await page.reload()
  await expect(totals(page)).toContainText('9,999,999,999,999.9999')
  const width = await totals(page).evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(width).toBe(0)
  giveLedger(answers, entries)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.reload()
  // The last typed filter counts, even if the sheet is closed at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByLabel('At least').fill('20000')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect(cards).toHaveCount(1)
  await page.goto('/admin/coins-ledger?search=pocket')
  await page.getByRole('button', { name: /Sort, now Newest first/ }).click()
  await page.getByRole('radio', { name: 'Coins Out' }).check()
  await expect(page.getByRole('radio', { name: 'largest first' })).toBeChecked()
  await expectAccessibleAtThisWidth(page)
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect(cards.first()).toContainText('−3,000')
  await expect(page).toHaveURL(/sort=coins_out&order=desc$/)
})

test('coins in are green and coins out are red in both themes [ENT-19] [ENT-20]', async ({ page, answers }) => {
  const { amara, entries } = playLedger(answers, 'Colours')
  entries.unshift(
    aLedgerEntry(amara, { type: 'ADJUSTMENT_IN', amount: '250' }),
    aLedgerEntry(amara, { type: 'ADJUSTMENT_OUT', amount: '500' }),
  )
  const ledger = ['−2,000', '−3,000', '−500', '+250', '+3,000', '+7,000', '+2,500', '+25,000']
  const own = ledger.filter((amount) => amount !== '+3,000')
  giveOverview(answers, amara)
  const transactions = entries.filter(({ user_id: userId }) => userId === amara.id)
  answers.give(getUserDashboardData, userDashboard(amara, { transactions }))
  const lists = [
    { area: 'admin', path: '/admin/coins-ledger?search=colours', list: rows(page), amounts: ledger },
    { area: 'admin', path: `/admin/users/${amara.id}`, list: page.getByRole('main'), amounts: own },
    { area: 'member', path: '/dashboard', list: page.getByRole('main'), amounts: own },
  ]
  for (const { area, path, list, amounts } of lists) {
    if (area === 'member') await readAsMember(page, answers, amara)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      for (const amount of amounts) {
        const shown = list.getByText(new RegExp(`^${escapePattern(amount)}(\\sET)?$`)).first()
        const colour = amount.startsWith('+') ? 'green' : 'red'
        await expect.poll(() => colourOf(shown), `${amount} in ${colorScheme} on ${path}`).toBe(colour)
      }
    }
  }
})

/** Returns the name of the strongest of the three parts of a text's drawn colour. */
async function colourOf(text: Locator): Promise<string> {
  const drawn = await text.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, green = 0, blue = 0] = (drawn.match(/^rgb\((\d+), (\d+), (\d+)\)$/) ?? []).slice(1).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 40) return `grey ${drawn}`
  return red > Math.max(green, blue) ? 'red' : green > Math.max(red, blue) ? 'green' : drawn
}

/** Two purchases, a bonus, a withdrawal, and a transfer to another member: six transactions of two people. */
function playLedger(answers: Answers, family: string) {
  const amara = aProfile({ full_name: `Amara ${family}`, email: 'amara@example.org', member_id: 'ET-1A2B3C' })
  const kofi = aProfile({ full_name: `Kofi ${family}`, email: 'kofi@example.org', member_id: 'ET-4D5E6F' })
  const now = { created_at: new Date().toISOString() }
  const entries = [
    aLedgerEntry(kofi, { type: 'TRANSFER_IN', amount: '3000', total_usd_value: '30', balance_after: '3000', ...now }),
    aLedgerEntry(amara, {
      type: 'TRANSFER_OUT',
      amount: '3000',
      total_usd_value: '30',
      balance_after: '29500',
      ...now,
    }),
    aLedgerEntry(amara, { type: 'WITHDRAWAL', amount: '2000', total_usd_value: '20', balance_after: '32500', ...now }),
    aLedgerEntry(amara, { type: 'BUY', amount: '7000', total_usd_value: '70', balance_after: '34500', ...now }),
    aLedgerEntry(amara, { type: 'BONUS', amount: '2500', total_usd_value: '25', balance_after: '27500', ...now }),
    aLedgerEntry(amara, now),
  ]
  giveLedger(answers, entries)
  giveDetails(answers, detailsOf(amara), detailsOf(kofi))
  return { amara, kofi, entries }
}

function bought(member: Profile, amount: string): LedgerEntry {
  return aLedgerEntry(member, { amount, created_at: new Date().toISOString() })
}

function refuse(): never {
  throw new Refusal('too_many_requests', { retryAfterSeconds: 10 })
}

function rows(page: Page) {
  return page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
}

function totals(page: Page) {
  return page.locator('dl[aria-label^=Totals]')
}

function cells(page: Page, index: number): Promise<string[]> {
  return rows(page)
    .locator(`td:nth-child(${index + 1})`)
    .allTextContents()
}

/** True if the shown names or figures are in this order. A side without a movement has no figure. */
async function isSorted(page: Page, index: number, order: string): Promise<boolean> {
  const texts = (await cells(page, index)).filter(Boolean)
  const values = index <= 2 ? texts : texts.map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  const ascending = values.toSorted((one, other) =>
    typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other), 'en'),
  )
  return JSON.stringify(values) === JSON.stringify(order === 'ascending' ? ascending : ascending.toReversed())
}
