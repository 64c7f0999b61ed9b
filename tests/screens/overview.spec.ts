import type { Page } from '@playwright/test'
import { dashboardOpenRequestCount, getBalanceHistory, getUserDashboardData } from '../../contract/dashboards.ts'
import { errors } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operation.ts'
import { checkWalletAddress, getWalletChange } from '../../contract/own-profile.ts'
import type { Profile } from '../../contract/profiles.ts'
import { listRequests, type BuyRequest, type Request } from '../../contract/requests.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import type { Answers } from '../helpers/answers.ts'
import { chooseSlip, review, submit } from '../helpers/buy-screens.ts'
import { aBuy, aProfile, aTransaction, aWithdrawal, onePage, ownStats, walletCheck } from '../helpers/screen-data.ts'
import { readAsNewMember } from '../helpers/screen-data/buys.ts'
import { diamond } from '../helpers/screen-data/packages.ts'
import { giveOverview, userDashboard } from '../helpers/screen-data/overview.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { showBuyStep } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const liveWithinMs = 1_500
// A call with this failure is not retried, so the page reports it at once.
const refusal = { status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }

const noCoins = {
  balance_coins: '0',
  locked_coins: '0',
  available_coins: '0',
  profit_loss: '0',
  investment_usd: '0',
  balance_usd_value: '0',
  debt_coins: '0',
  maturing_coins: '0',
  next_maturing: null,
}

test('a new member sees a welcome by name and the way to the first purchase [OVERVIEW-01] [OVERVIEW-02]', async ({
  page,
  answers,
}) => {
  const member = await readOverview(page, answers, {
    member: aProfile({ first_purchase_done: false }),
    transactions: [],
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${member.full_name}`)
  await expect(page.getByText(`Member ${member.member_id} · Gold package`)).toBeVisible()
  const steps = page.locator('section', { has: page.getByRole('heading', { name: 'Your first coins' }) })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps.getByRole('link', { name: 'Buy your first coins' })).toHaveAttribute('href', '/dashboard/buy')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('four figures show total, available and locked coins and the gain, beside the quick actions [OVERVIEW-03] [OVERVIEW-04]', async ({
  page,
  answers,
}) => {
  await readOverview(page, answers, {})
  answers.give(getUserDashboardStats, ownStats({ available_coins: '25500', locked_coins: '2000' }))
  const reading = Promise.withResolvers<void>()
  await page.route('**/api/rpc/get_user_dashboard_*', async (route) => {
    await reading.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const balance = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).toContainText('Profit / Loss')
  await page.evaluate('document.fonts.ready.then(() => {})')
  const room = await balance.boundingBox()
  reading.resolve()
  const words = await figures(page)
  // The figures appear in the room that was kept for them.
  expect(await balance.boundingBox()).toEqual(room)
  expect(words).toEqual([
    'Available 25,500 ET ≈ $255.00 at $0.0100',
    'Total Balance 27,500 ET ≈ $275.00',
    'Locked 2,000 ET in open requests',
    'Profit / Loss +$25.00 on $250.00 invested',
  ])
  const links = balance.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(['buy', 'transfer', 'withdraw', 'activity', 'referrals'].map((end) => `/dashboard/${end}`))
  const latest = page.getByRole('region', { name: 'Latest activity' })
  await expect(latest.getByRole('row')).toHaveCount(3)
  await expect(latest).toContainText('+25,000')
  await expect(latest).toContainText('+2,500')
  await expectAccessibleAtEveryWidth(page)
})

test('amounts can be hidden during a visit and shown again', async ({ page, answers }) => {
  const member = aProfile()
  await readOverview(page, answers, { member, open_requests: onePage([aTopUp(member, '4000')]) })
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  await page.goto('/dashboard')
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect(page.getByText('Buy 4,000')).toBeVisible()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  const shows = page.getByRole('button', { name: 'Show amounts' })
  // The name of the button says what it does. A pressed state would suggest that amounts are shown.
  await expect(shows).not.toHaveAttribute('aria-pressed')
  const amounts = page.getByText(/27,500|2,500|25,000|4,000|40\.0000|\$275|\$250|\$25\.00/)
  await expect(amounts).toHaveCount(0)
  await page.reload()
  await expect(shows).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest activity' })).toContainText('••••••')
  await expect(page.getByRole('region', { name: 'Balance over time' })).toContainText('Amounts are hidden.')
  await expect(amounts).toHaveCount(0)
  await shows.click()
  await expect(page.getByText('27,500').first()).toBeVisible()
  // On the pages that spend coins, the largest amount reveals the balance, so it is hidden as well.
  await page.goto('/dashboard/withdraw')
  const most = page.getByRole('button', { name: /^Max/ })
  await expect(most).toHaveAccessibleName(/^Max.*27,000 ET$/)
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(most).toHaveAccessibleName('Max')
  await expect(most).not.toHaveAttribute('title')
})

test('an open request shows its steps, and its coins arrive without a reload [REQ-14]', async ({ page, answers }) => {
  const member = aProfile({ first_purchase_done: false })
  await readOverview(page, answers, { member, transactions: [] })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your first coins' })).toBeVisible()
  await page.evaluate(() => (document.body.dataset['loaded'] = 'once'))
  const request = aBuy(member)
  answers.give(getUserDashboardData, userDashboard(member, { open_requests: onePage([request]) }))
  answers.announce('requests')
  const open = page.getByRole('region', { name: 'Open request' })
  await expect(open.getByRole('heading')).toHaveText('Buy 25,000\u00a0ET', { timeout: liveWithinMs })
  await expect(open.getByText('Pending', { exact: true })).toBeVisible()
  await expect(open.locator('[aria-current=step]')).toContainText('Under review')
  await expect(open.getByRole('listitem')).toHaveText([
    /Slip uploaded.*250\.0000\u00a0USDT/,
    /Under review/,
    /Coins credited/,
  ])
  await expect(open.getByRole('link', { name: 'View request' })).toHaveAttribute(
    'href',
    `/dashboard/activity?request=${request.id}`,
  )
  await readOverview(page, answers, { member: { ...member, first_purchase_done: true } })
  answers.announce('requests', 'wallet', 'profile')
  await expect(page.getByRole('region', { name: 'Balance', exact: true }).getByText('27,500').first()).toBeVisible({
    timeout: liveWithinMs,
  })
  await expect(open.getByText('No open request')).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once')
})

test('every open request is on the overview, even an old one, and further ones are a click away', async ({
  page,
  answers,
}) => {
  const member = aProfile()
  const requests: Request[] = [aTopUp(member, '3000'), aWithdrawal(member, { amount_coins: '2000' })]
  const [, oldest] = requests
  await readOverview(page, answers, { member, open_requests: onePage([...requests]) })
  await page.goto('/dashboard')
  const open = page.getByRole('region', { name: 'Open requests' })
  await expect(open.getByRole('heading')).toHaveText(/^Buy 3,000/)
  const others = open.getByRole('list', { name: 'Other open requests' }).getByRole('link')
  await expect(others).toHaveText([/^Withdrawal 2,000/])
  await expect(others).toHaveAttribute('href', `/dashboard/activity?request=${oldest?.id}`)
  const all = open.getByRole('link', { name: 'Show all open requests' })
  await expect(all).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)

  for (let count = 0; count < 9; count += 1) requests.unshift(aWithdrawal(member, { amount_coins: '1000' }))
  const newest = onePage(requests.slice(0, dashboardOpenRequestCount), 'more')
  answers.give(getUserDashboardData, userDashboard(member, { open_requests: newest }))
  answers.give(listRequests, onePage(requests))
  answers.announce('requests')
  await expect(others).toHaveCount(9)
  await expectAccessibleAtEveryWidth(page)
  await all.click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?status=pending$/)
  await expect(page.getByRole('list', { name: 'Requests' }).getByRole('link')).toHaveCount(11)
})

test('a rejected first purchase stays on the overview with its reason, and can be sent again unchanged', async ({
  page,
  answers,
}) => {
  const hash = 'a'.repeat(64)
  const reason = 'The slip cannot be read.\nPlease send the whole page.'
  const world = await readAsNewMember(page, answers)
  const { member } = world
  const first = aBuy(member, {
    amount_coins: '50000',
    package_id: diamond.id,
    package_name: 'Diamond',
    bonus_coins: diamond.bonus_coins,
    amount_usd: '500',
    usdt_amount: '500',
    transaction_hash: hash,
    status: 'rejected',
    admin_notes: reason,
    decided_by_name: 'Ines Carvalho',
    decided_at: '2026-03-10T13:00:00.000Z',
  })
  giveOverview(answers, member)
  answers.give(getUserDashboardData, () => {
    const open = onePage<Request>([...world.requests])
    return userDashboard(member, { open_requests: open, failed_buy: first })
  })
  await page.goto('/dashboard')
  const rejected = page.getByRole('region', { name: 'Rejected request' })
  await expect(rejected.getByRole('heading')).toHaveText('Buy 50,000\u00a0ET')
  await expect(rejected.getByRole('blockquote')).toHaveText(reason, { useInnerText: true })
  await expect(page.getByRole('link', { name: 'Buy your first coins' })).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)

  await rejected.getByRole('button', { name: 'Send again' }).click()
  await expect(page).toHaveURL(/\/dashboard\/buy$/)
  const notice = page.locator('main').getByText('You are sending a rejected request again.').locator('..')
  await expect(notice).toContainText('The slip cannot be read.')
  await expect(notice).toContainText('do not send it a second time')
  await expect(notice).toContainText('Please upload it here once more')
  await expect(page.getByRole('radio', { name: 'Diamond' })).toBeChecked()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('50,000')
  await expectAccessibleAtEveryWidth(page)
  await showBuyStep(page, 'slip')
  await expect(page.getByLabel('Transaction hash')).toHaveValue(hash)
  // The hash is still there after a reload, as typed values are.
  await page.reload()
  await expect(page.getByLabel('Transaction hash')).toHaveValue(hash)
  await chooseSlip(page)
  await expect(notice).not.toContainText('Please upload it here once more')
  await review(page)
  await submit(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Submitted!')
  await page.getByRole('link', { name: 'Back to Overview' }).click()
  await expect(page.getByRole('region', { name: 'Open requests' }).getByRole('heading')).toHaveText(/^Buy 50,000/)
  await expect(rejected).toHaveCount(0)
})

test('the balance over time has a chart, a sentence and a table, and pointer and keys read out its values', async ({
  page,
  answers,
}) => {
  await readOverview(page, answers, {})
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  answers.give(getBalanceHistory, {
    from: daysAgo(30),
    to: now.toISOString(),
    points: [
      { at: daysAgo(30), balance_coins: '0' },
      { at: daysAgo(20), balance_coins: '27500' },
      { at: daysAgo(0), balance_coins: '24500' },
    ],
  })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Balance over time' })
  const image = card.getByRole('img')
  await expect(image).toHaveAccessibleName(
    /^Balance since \d+ \w+: 0 ET at first, 24,500 ET now; lowest 0 ET on \d+ \w+, highest 27,500 ET on \d+ \w+\.$/,
  )
  const readout = card.getByRole('figure').locator('p')
  await expect(readout).toHaveText(/^24,500\s?ETnow$/)
  // The keys lead to the beginning, one step on, and back to the end.
  const slider = card.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(readout).toHaveText(/^0\s?ET\d+ \w+, \d\d:\d\d$/)
  await expect(slider).toHaveAttribute('aria-valuetext', /^0 ET, \d+ \w+, \d\d:\d\d$/)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /^27,500 ET, /)
  // The pointer rests in the first third and in the last.
  const box = await image.boundingBox()
  if (!box) throw new Error('the chart has no place')
  const point = async (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
  await point(0.2)
  await expect(readout).toHaveText(/^0\s?ET/)
  await point(0.7)
  await expect(readout).toHaveText(/^27,500\s?ET/)

  await card.getByRole('button', { name: 'Show as table' }).click()
  await expect(card.getByRole('row')).toHaveText([
    'As ofChangeBalance',
    /−3,000\s?ET24,500\s?ET$/,
    /\+27,500\s?ET27,500\s?ET$/,
    /at first0\s?ET$/,
  ])
  await expectAccessibleAtThisWidth(page)
  // Another range makes another call. The page shows a failure of that call and offers a retry.
  await page.route('**/api/balance-history?range=90d', (route) => route.fulfill(refusal))
  await card.getByText('90 days').click()
  await expect(card.getByText('This could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('row')).toHaveCount(4)
  await expect(card.getByRole('radio', { name: '90 days' })).toBeChecked()
})

test('a failed read keeps the shown data with its age, and is only logged [ERR-24] [ERR-25]', async ({
  page,
  answers,
}) => {
  const member = aProfile()
  await readOverview(page, answers, { member })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/dashboard')
  // Both reads have answered once: the figures and the list of movements.
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect(page.getByText('Package bonus')).toBeVisible()
  await page.route('**/api/rpc/get_user_dashboard_*', (route) => route.fulfill(refusal))
  // A new request of the member refreshes both reads.
  const open = onePage<Request>([aTopUp(member, '1000')])
  answers.give(getUserDashboardData, userDashboard(member, { open_requests: open }))
  answers.announce('requests')
  await expect(page.getByText(/^Data from \d\d:\d\d\. It could not be refreshed\./)).toBeVisible()
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
  expect(logged.join('\n')).toContain('get_user_dashboard_data')
  await expectAccessibleAtEveryWidth(page)
  await page.unroute('**/api/rpc/get_user_dashboard_*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/It could not be refreshed/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Open request' }).getByRole('heading')).toHaveText(/Buy 1,000/)
})

test('a page that failed to load says so until it loads, and a retry keeps the message and the focus', async ({
  page,
  answers,
}) => {
  await readOverview(page, answers, {})
  await page.route('**/api/rpc/get_user_dashboard_*', (route) => route.fulfill(refusal))
  await page.goto('/dashboard')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  const retry = page.getByRole('button', { name: 'Retry' })
  const answering = Promise.withResolvers<void>()
  await page.route('**/api/rpc/get_user_dashboard_*', async (route) => {
    await answering.promise
    await route.fulfill(refusal)
  })
  await retry.press('Enter')
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  await expect(retry).toBeFocused()
  answering.resolve()
  await expect(retry).not.toHaveAttribute('aria-busy')
  await expect(retry).toBeFocused()
  await page.unrouteAll()
  await retry.press('Enter')
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect(retry).toHaveCount(0)
})

/** Returns each figure of the balance card with its name and note, in the order of the card. */
async function figures(page: Page): Promise<string[]> {
  const card = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(card.getByText('27,500')).toBeVisible()
  const first = await card.locator(':scope > p').allInnerTexts()
  const others = await card.locator('dl > div').allInnerTexts()
  return [first.join(' '), ...others].map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** Makes the page's browser that of a member. Unless the fields say otherwise, the member has bought a package. */
async function readOverview(
  page: Page,
  answers: Answers,
  { member = aProfile(), ...fields }: { member?: Profile } & Partial<OutputOf<typeof getUserDashboardData>>,
): Promise<Profile> {
  await readAsMember(page, answers, member)
  giveOverview(answers, member)
  const hasBought = fields.transactions === undefined
  answers.give(getUserDashboardStats, hasBought ? ownStats() : noCoins)
  const transactions = [
    aTransaction(member, { type: 'BONUS', amount: '2500', total_usd_value: '25', balance_after: '27500' }),
    aTransaction(member),
  ]
  answers.give(getUserDashboardData, userDashboard(member, { transactions, ...fields }))
  return member
}

/** A purchase of this many coins without a package. */
function aTopUp(member: Profile, coins: string): BuyRequest {
  const price = String(Number(coins) / 100)
  const figures = { amount_coins: coins, amount_usd: price, usdt_amount: price, bonus_coins: '0' }
  return aBuy(member, { ...figures, package_id: null, package_name: null })
}
