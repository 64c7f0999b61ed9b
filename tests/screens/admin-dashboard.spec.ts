import type { Locator, Page } from '@playwright/test'
import { getBackupState } from '../../contract/backups.ts'
import { getAdminDashboardData, getPlatformHistory, historyDays } from '../../contract/dashboards.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { getTreasury } from '../../contract/treasury.ts'
import { emptyTexts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import {
  aBuy,
  aLedgerEntry,
  anAdminProfile,
  aProfile,
  aTransfer,
  aWithdrawal,
  platformStats,
  requestCounts,
} from '../helpers/screen-data.ts'
import { aDay, giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { aTreasury } from '../helpers/screen-data/treasury.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const admin = anAdminProfile()
const member = aProfile({ full_name: 'Kofi Mensah' })

const kinds = [
  { title: 'Buy requests', counter: 'Pending buys', path: '/admin/deposit-approvals' },
  { title: 'Withdrawal requests', counter: 'Pending withdrawals', path: '/admin/withdrawal-approvals' },
  { title: 'Transfer requests', counter: 'Pending transfers', path: '/admin/transfer-approvals' },
]

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
})

test('without pending requests the dashboard says so, and administrators do not count as users [ADMDASH-01] [ADMDASH-02] [ADMDASH-11] [EMPTY-01] [EMPTY-02]', async ({
  page,
  answers,
}) => {
  const stats = platformStats({ balance_coins: '0' })
  giveAdminDashboard(answers, { profiles: [admin, member], stats, member_count: 1 })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${admin.full_name}`)
  for (const { title } of kinds) {
    await expect(cardOf(page, title)).toContainText(emptyTexts.allClear)
    await expect(cardOf(page, title)).toContainText(emptyTexts.noPendingRequests)
  }
  await expect(cardOf(page, 'Latest transactions')).toContainText(emptyTexts.noTransactions)
  expect(await readStats(page)).toMatchObject({ Users: '1', Circulation: '0 ET' })
  await expectAccessibleAtEveryWidth(page)
})

test('the treasury has its main figures and the difference, and leads to its page', async ({ page, answers }) => {
  giveAdminDashboard(answers)
  await page.goto('/admin')
  const card = cardOf(page, 'Treasury')
  await expect(card.getByRole('definition')).toHaveText(['308.179011', '60.00', '240.00', '1.166667'])
  answers.give(getTreasury, { ...aTreasury, received: { count: 0, usdt: '0' }, has_provider: false, balance: null })
  await page.reload()
  await expect(card.getByText('Not checked on chain')).toHaveCount(3)
  await card.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/admin\/treasury$/)
})

test('a late or missing backup is a warning, with its time, and a good one is not', async ({ page, answers }) => {
  giveAdminDashboard(answers)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('backup')).toHaveCount(0)
  answers.give(getBackupState, { state: 'none', last_backup_at: null, warn_hours: 48 })
  await page.reload()
  await expect(page.getByText('There is no backup.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  answers.give(getBackupState, { state: 'late', last_backup_at: '2026-03-01T02:00:00.000Z', warn_hours: 48 })
  await page.reload()
  await expect(page.getByText('The last backup is too old.')).toBeVisible()
  await expect(page.getByText('It should not be older than 48 hours.')).toBeVisible()
  answers.give(getBackupState, { state: 'unknown', last_backup_at: null, warn_hours: 48 })
  await page.reload()
  await expect(page.getByText('Backups are not checked here.')).toBeVisible()
})

test('pending requests are counted and listed, the newest five of each kind, with links to the queues [ADMDASH-04] [ADMDASH-05] [ADMDASH-06] [ADMDASH-07]', async ({
  page,
  answers,
}) => {
  giveWaitingRequests(answers)
  giveApprovals(answers, [])
  giveCounts(answers, 6)
  await page.goto('/admin')
  const counters = page.getByRole('navigation', { name: 'Pending requests' })
  for (const { title, counter, path } of kinds) {
    const link = counters.getByRole('link').filter({ hasText: counter })
    await expect(link).toHaveAttribute('href', path)
    await expect(link).toContainText(/6$/)
    const card = cardOf(page, title)
    await expect(card.getByRole('link', { name: 'View All' })).toHaveAttribute('href', path)
    await expect(card.getByRole('listitem')).toHaveCount(5)
    await expect(card.getByRole('listitem').getByRole('link').first()).toHaveAttribute(
      'href',
      new RegExp(`^${path}\\?request=[\\da-f-]{36}&member=${member.id}$`),
    )
  }
  await expect(cardOf(page, 'Buy requests').getByRole('listitem')).toHaveText([
    /Kofi Mensah.*6,000/,
    /5,000/,
    /4,000/,
    /3,000/,
    /2,000/,
  ])
  await counters.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
})

test('eight figures of the platform in short, in full on hover, below the live rate [ADMDASH-03] [ADMDASH-09] [ADMDASH-10] [FMT-08]', async ({
  page,
  answers,
}) => {
  // One package of 25,000 with its bonus costs 250 USD. Two requests lock 6,000 coins each.
  const stats = platformStats({ total_available_coins: '15500', average_purchase_price: '0.00909091' })
  giveAdminDashboard(answers, { stats, member_count: 3 })
  answers.give(getGlobalPlatformStats, stats)
  await page.goto('/admin')
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip).toContainText('$0.0100')
  await expect(strip).toContainText('27,500')
  // The dashboard's own rate bar, with its trend chart, above the figures.
  const band = page.getByRole('region', { name: 'Live rate', exact: true })
  await expect(band).toContainText(/^Live rate\$0\.0100/)
  await expect(band.getByRole('img', { name: /^Trend chart/ })).toBeVisible()
  const platform = page.getByRole('region', { name: 'Platform' })
  expect((await band.boundingBox())?.y).toBeLessThan((await platform.boundingBox())?.y ?? 0)
  await expect(strip).toContainText('$250.00')
  expect(await readStats(page)).toEqual({
    Users: '3',
    Circulation: '27.5K ET',
    Available: '15.5K ET',
    'Total Supply': '27.5K ET',
    'Total Invested': '$250',
    'Average Price': '$0.0091',
    Withdrawn: '0 ET',
    Transferred: '0 ET',
  })
  await expect(page.getByRole('region', { name: 'Platform' }).getByTitle('15,500 ET')).toBeVisible()
})

test('charts of purchases, withdrawals and members can be read by keyboard and as a table', async ({
  page,
  answers,
}) => {
  giveAdminDashboard(answers)
  giveHistory(answers, '2000')
  await page.goto('/admin')
  const card = cardOf(page, 'Over time')
  const [purchases, withdrawals, members] = ['Purchases', 'Withdrawals', 'New members'].map((name) =>
    card.getByRole('figure', { name }),
  ) as [Locator, Locator, Locator]
  await expect(purchases).toContainText('25,000')
  await expect(purchases).toContainText('worth $250.00')
  await expect(withdrawals.getByRole('img')).toHaveAccessibleName(/^Withdrawals, .+: 2,000 ET altogether; most in /)
  await expect(members).toContainText('3 in all')
  await expect(card.getByText('Days in UTC')).toBeVisible()

  // The slider chooses one day for all three charts. Nothing had happened yet on the first of the thirty days.
  const slider = purchases.getByRole('slider', { name: 'Day' })
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuetext', /: 25,000 ET$/)
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /: 0 ET$/)
  await expect(members).toContainText('0 in all')
  await card.getByText('1 year').click()
  await expect(card.getByRole('slider', { name: 'Week' })).toHaveCount(3)

  await card.getByText('90 days').click()
  await card.getByRole('button', { name: 'Show as table' }).click()
  const rows = card.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(90)
  await expect(rows.first()).toHaveText(/25,000\$250\.002,00033$/)
  await expectAccessibleAtEveryWidth(page)
  await card.getByRole('button', { name: 'Show as charts' }).click()

  // A decision elsewhere arrives without a reload.
  giveHistory(answers, '3000')
  answers.announce('wallet')
  await expect(withdrawals).toContainText('3,000')
})

test('requests that wait for more than four hours stand out by more than colour', async ({ page, answers }) => {
  giveAdminDashboard(answers)
  const oldest = new Date(Date.now() - (4 * 60 + 41.5) * 60_000).toISOString()
  giveCounts(answers, 6, { transfer: oldest })
  await page.goto('/admin')
  const counters = page.getByRole('navigation', { name: 'Pending requests' }).getByRole('link')
  await expect(counters.filter({ hasText: 'Pending transfers' })).toContainText('Oldest 4 h 41 m ago')
  await expect(counters.getByRole('img', { name: 'Long wait' })).toHaveCount(1)
})

test('on a phone pending requests come first, the figures are open, and the lists are folded', async ({
  page,
  answers,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  // A list of what is still to be set up would stand above.
  await readAsAdmin(page, answers, admin, { two_factor: { is_on: true, is_required: false, factors: ['app'] } })
  giveWaitingRequests(answers)
  giveHistory(answers, '2000')
  await page.goto('/admin')
  const counters = page.getByRole('navigation', { name: 'Pending requests' }).getByRole('link')
  await expect(counters).toHaveCount(3)
  for (const counter of await counters.all()) await expect(counter).toBeInViewport({ ratio: 1 })
  const figures = page.getByRole('region', { name: 'Platform' }).getByRole('definition')
  await expect(figures).toHaveCount(8)
  for (const figure of await figures.all()) await expect(figure).toBeVisible()
  const card = cardOf(page, 'Buy requests')
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await card.getByText('Buy requests').click()
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await expect(card.getByRole('link', { name: 'View All' })).toBeVisible()
  await cardOf(page, 'Over time').getByText('Over time').click()
  await expect(page.getByRole('slider')).toHaveCount(3)
  await expectAccessibleAtEveryWidth(page)
})

test('the newest ten transactions are listed with their member, and a new one appears by itself [ADMDASH-08]', async ({
  page,
  answers,
}) => {
  const names = ['Ama Five', 'Ama Four', 'Ama Three', 'Ama Two', 'Ama One']
  // A package makes two transactions: the coins and the bonus.
  const transactions = names.flatMap(boughtBy)
  giveAdminDashboard(answers, { transactions })
  await page.goto('/admin')
  const rows = page.getByRole('region', { name: 'Latest transactions' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Ama Five')
  await expect(rows.first()).toContainText('0.01000')
  await expect(rows.last()).toContainText('Ama One')
  await expectAccessibleAtEveryWidth(page)
  giveAdminDashboard(answers, { transactions: [...boughtBy('Ama Six'), ...transactions.slice(0, 8)] })
  answers.announce('wallet')
  await expect(rows.first()).toContainText('Ama Six')
  await expect(rows).toHaveCount(10)
})

test('figures that cannot be read are not invented', async ({ page, answers }) => {
  giveAdminDashboard(answers)
  answers.give(getAdminDashboardData, () => {
    throw new Refusal('forbidden')
  })
  await page.goto('/admin')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByText(emptyTexts.allClear)).toHaveCount(0)
  // No placeholder suggests that the figures are still loading.
  expect(Object.values(await readStats(page))).toEqual(Array.from({ length: 8 }, () => '—'))
  await expect(page.locator('main .animate-pulse')).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  giveWaitingRequests(answers)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
  await expect(cardOf(page, 'Buy requests').getByRole('listitem')).toHaveCount(5)
})

function cardOf(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
}

/** Returns the figures of the eight cards by their names. */
async function readStats(page: Page): Promise<Record<string, string>> {
  const cards = page.getByRole('region', { name: 'Platform' }).locator('dl > div')
  await expect(cards.locator('dd').first()).not.toBeEmpty()
  const shown = await cards.evaluateAll((all) =>
    all.map((card) => {
      const figure = card.querySelector('dd [aria-hidden=true]') ?? card.querySelector('dd')
      return [card.querySelector('dt')?.textContent ?? '', figure?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '']
    }),
  )
  return Object.fromEntries(shown) as Record<string, string>
}

/** Answers the dashboard with five of the six requests of each kind that wait. */
function giveWaitingRequests(answers: Answers): void {
  const friend = aProfile({ full_name: 'Amara Osei' })
  const amounts = ['6000', '5000', '4000', '3000', '2000']
  giveAdminDashboard(answers, {
    buy_requests: amounts.map((coins) => aBuy(member, { amount_coins: coins })),
    withdrawal_requests: amounts.map(() => aWithdrawal(member, { amount_coins: '1000' })),
    transfer_requests: amounts.map(() => aTransfer(member, friend, { amount_coins: '1000' })),
  })
}

/** Answers that this many requests of each kind wait, the oldest of a kind since a moment. */
function giveCounts(answers: Answers, pending: number, oldest: { transfer?: string } = {}): void {
  const { buy: none } = requestCounts()
  const counts = { ...none, total: pending, pending, oldest_pending_at: new Date().toISOString() }
  const transfer = { ...counts, oldest_pending_at: oldest.transfer ?? counts.oldest_pending_at }
  answers.give(getRequestCounts, requestCounts({ buy: counts, withdrawal: counts, transfer }))
}

/** Answers the history of a platform on which everything happened today. */
function giveHistory(answers: Answers, withdrawn: string): void {
  answers.give(getPlatformHistory, ({ query: { range } }) => {
    const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
    const days = Array.from({ length: historyDays[range] }, (_, at) => aDay(daysAgo(at), { members: 0 })).toReversed()
    const today = { purchases_coins: '25000', purchases_usd: '250', withdrawals_coins: withdrawn }
    return { days: [...days.slice(0, -1), aDay(daysAgo(0), { ...today, new_members: 3, members: 3 })] }
  })
}

function boughtBy(name: string) {
  const buyer = aProfile({ full_name: name })
  return [aLedgerEntry(buyer, { type: 'BONUS', amount: '500' }), aLedgerEntry(buyer, { amount: '10000' })]
}
