import { errors } from '../../contract/errors.ts'
import { checkDeposit, getAdminSettings, getRateImpact, listRateChanges } from '../../contract/admin-settings.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listLoginHistory } from '../../contract/users.ts'
import { aProfile, aTransfer, aWithdrawal, onePage, ownStats, platformSettings } from '../helpers/screen-data.ts'
import { adminSettings } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals, giveTerms } from '../helpers/screen-data/approvals.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { readAsSpender } from '../helpers/screen-data/spending.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const at = '2100-01-01T12:00:00.000Z'
const waiting = ownStats({ maturing_coins: '7500', next_maturing: { coins: '2500', at } })

test('a member reads on the forms how many coins mature and from when on, and cannot spend them before', async ({
  page,
  answers,
}) => {
  await readAsSpender(page, answers)
  answers.give(getUserDashboardStats, waiting)
  for (const path of ['/dashboard/withdraw', '/dashboard/transfer']) {
    await page.goto(path)
    const coins = page.getByRole('region', { name: 'Your coins' })
    await expect(coins).toContainText('20,000 ET')
    await expect(coins).toContainText('7,500 ET')
    await expect(coins).toContainText('2,500 ET can be withdrawn and sent from')
    await expect(coins.locator('time')).toHaveAttribute('datetime', at)
    await page.getByRole('button', { name: /^Max/ }).click()
    const amount = page.getByLabel('Amount', { exact: true })
    await expect(amount).toHaveValue(/20.?000/)
    await amount.fill('21000')
    await amount.blur()
    await expect(page.getByRole('main')).toContainText(
      errors.coins_maturing.message.replace('{coins}', '7,500').replace('{from}', '2100-01-01 12:00'),
    )
  }
  await expectAccessibleAtEveryWidth(page)
})

test('the overview counts coins as available once they can be spent, and shows the date of the others', async ({
  page,
  answers,
}) => {
  const { member } = await readAsSpender(page, answers)
  giveOverview(answers, member)
  answers.give(getUserDashboardStats, waiting)
  await page.goto('/dashboard')
  const balance = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).toContainText('Available20,000 ET')
  await expect(balance).toContainText('27,500 ET')
  await expect(balance).toContainText('Maturing7,500 ET2,500 ET can be withdrawn and sent from')
  await expect(balance.locator('time')).toHaveAttribute('datetime', at)
  await expectAccessibleAtEveryWidth(page)
})

test('the operator sets the days, and reads the gain of a package at once without its bonus', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  answers.give(getAdminSettings, adminSettings({ maturity_days: '7' }))
  answers.give(getPlatformSettings, platformSettings({ maturity_days: '7' }))
  answers.give(listRateChanges, onePage([]))
  answers.give(checkDeposit, { warnings: [] })
  answers.give(getRateImpact, ({ query }) => ({
    rate: query.rate,
    current_rate: '0.01',
    circulation_coins: '27500',
    total_invested_usd: '250',
    average_purchase_price: '0.01',
    worth_now_usd: '275',
    worth_usd: '550',
    beyond_invested_usd: '300',
  }))
  await page.goto('/admin/settings')
  await expect(page.getByRole('textbox', { name: 'Days until bonus coins mature' })).toHaveValue('7')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('0.02')
  // The largest package on offer costs $250, and its 25,000 coins without the bonus are worth $500.
  const facts = page.locator('[aria-live=polite]')
  await expect(facts).toContainText('Members can gain $250.00 each time.')
  await expect(facts).toContainText('Its bonus is not part of that, because it matures after 7 days.')
})

test('an administrator reads how many coins of a member wait, on the member’s page and beside a withdrawal and a transfer', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  const member = aProfile()
  const maturing = { coins: '7500', next: { coins: '2500', at } }
  const expectNote = async () => {
    const note = page.getByText('7,500 ET of the available coins are bonuses or rewards')
    await expect(note).toContainText('can be neither withdrawn nor sent yet. The next 2,500 ET can be from')
    await expect(note.locator('time')).toHaveAttribute('datetime', at)
    await expectAccessibleAtEveryWidth(page)
  }
  giveDetails(answers, detailsOf(member, { maturing }))
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([]))
  await page.goto(`/admin/users/${member.id}`)
  await expectNote()
  giveTerms(answers, member)
  giveApprovals(answers, [aWithdrawal(member), aTransfer(member, aProfile())], () => ({ maturing }))
  await page.goto('/admin/withdrawal-approvals')
  await expectNote()
  await page.goto('/admin/transfer-approvals')
  await expectNote()
})
