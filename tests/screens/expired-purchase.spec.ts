import { getUserDashboardData } from '../../contract/dashboards.ts'
import { errors } from '../../contract/errors.ts'
import { getBuyQuote, getRequest, listRequests } from '../../contract/requests.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { openBuyPage } from '../helpers/buy-screens.ts'
import { aBuy, aProfile, onePage } from '../helpers/screen-data.ts'
import { readAsNewMember } from '../helpers/screen-data/buys.ts'
import { giveOverview, userDashboard } from '../helpers/screen-data/overview.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const expiredAt = '2026-03-18T12:00:00.000Z'
const advice = /No administrator decided it in time\. If you have paid, send it again or write to support/

test('a purchase that has expired says so in the list, and what to do about it', async ({ page, answers }) => {
  const member = aProfile()
  await readAsMember(page, answers, member)
  const request = aBuy(member, { status: 'expired', decided_at: expiredAt })
  answers.give(listRequests, onePage([request]))
  answers.give(getRequest, request)
  giveNoRate(answers)
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('link', { name: /Buy 25,000.*Expired/ })).toBeVisible()
  await page.goto(`/dashboard/activity?request=${request.id}`)
  const detail = page.getByRole('region', { name: 'Request' }).or(page.getByRole('dialog')).first()
  await expect(detail).toContainText('Expired without a decision')
  await expect(detail).toContainText(advice)
  await expect(detail.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  await detail.getByRole('button', { name: 'Send again' }).click()
  await expect(page).toHaveURL(/\/dashboard\/buy$/)
  await expect(page.getByText('You are sending an expired request again.')).toBeVisible()
})

test('a first purchase that has expired stands on the overview, and can be sent again', async ({ page, answers }) => {
  const member = aProfile({ first_purchase_done: false })
  await readAsMember(page, answers, member)
  giveOverview(answers, member)
  const request = aBuy(member, { status: 'expired', decided_at: expiredAt })
  answers.give(getUserDashboardData, userDashboard(member, { failed_buy: request, buy_requests: [request] }))
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Expired request' })
  await expect(card).toContainText(advice)
  await expect(card.getByRole('button', { name: 'Send again' })).toBeVisible()
})

test('while no exchange rate is to be had, the form says that buying is closed for the moment', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  giveNoRate(answers)
  await openBuyPage(page)
  await expect(page.getByText(errors.exchange_rate_missing.message).first()).toBeVisible()
  await expect(page.getByText(/^You pay/)).toHaveCount(0)
})

function giveNoRate(answers: Answers): void {
  answers.give(getBuyQuote, () => {
    throw new Refusal('exchange_rate_missing')
  })
}
