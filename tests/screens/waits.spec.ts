import { listOwnWaits, type OwnWait } from '../../contract/decision-times.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { getUserDashboardData } from '../../contract/dashboards.ts'
import { getRequest, listRequests } from '../../contract/requests.ts'
import { overdueMax } from '../../contract/endpoints/decision-times.ts'
import { errors } from '../../contract/errors.ts'
import { openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { aBuy, aProfile, onePage, requestCounts } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals, giveTerms } from '../helpers/screen-data/approvals.ts'
import { giveOverview, userDashboard } from '../helpers/screen-data/overview.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'

const hour = 3600
const usual = { half_seconds: 3 * hour, most_seconds: 10 * hour }

test('a member reads the place of an open request and how long decisions took, on the overview and in the details', async ({
  page,
  answers,
}) => {
  const member = aProfile()
  await readAsMember(page, answers, member)
  const request = aBuy(member)
  giveOverview(answers, member)
  answers.give(getUserDashboardData, userDashboard(member, { open_requests: onePage([request]) }))
  answers.give(listRequests, onePage([request]))
  answers.give(getRequest, request)
  const give = (fields: Partial<OwnWait>) =>
    answers.give(listOwnWaits, {
      items: [{ request_id: request.id, earlier: 2, held_until: null, second_check: null, usual, ...fields }],
    })
  give({})
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Open requests' })
  await expect(card).toContainText('Number 3 in line')
  await expect(card).toContainText(
    'In the last 30 days, half of such requests were decided within 3 h, nine in ten within 10 h.',
  )
  await expectAccessibleAtEveryWidth(page)

  give({ earlier: 0, usual: null, held_until: '2100-01-01T09:00:00.000Z' })
  answers.announce('requests')
  await expect(card).toContainText('Next in line')
  await expect(card).toContainText('It is held, and can be approved from 1 Jan 2100')
  await expect(card).toContainText('Too few such requests were decided in the last 30 days to say how long it takes.')

  give({ second_check: 'administrator' })
  answers.announce('requests')
  await expect(card).toContainText('An administrator has approved it. A second administrator checks it now.')
  give({ second_check: 'time' })
  answers.announce('requests')
  await expect(card).toContainText('An administrator has approved it, and has to confirm it after a waiting time.')

  give({ earlier: 200 })
  await page.goto(`/dashboard/activity?request=${request.id}`)
  await expect(page.getByText('Behind 200 or more in line')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('a place that cannot be read says so', async ({ page, answers }) => {
  const member = aProfile()
  await readAsMember(page, answers, member)
  giveOverview(answers, member)
  answers.give(getUserDashboardData, userDashboard(member, { open_requests: onePage([aBuy(member)]) }))
  await page.route('**/api/request-waits', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }),
  )
  await page.goto('/dashboard')
  await expect(page.getByText('Its place in line is not available at the moment.')).toBeVisible()
})

test('a desk says how long decisions took, how many requests are overdue and which', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  const kofi = aProfile({ full_name: 'Kofi Mensah' })
  const ago = (hours: number) => new Date(Date.now() - hours * hour * 1000).toISOString()
  const [late, early] = [aBuy(kofi, { created_at: ago(11) }), aBuy(kofi, { created_at: ago(9) })]
  giveTerms(answers, kofi)
  giveApprovals(answers, [late, early])
  const counts = { ...requestCounts().buy, total: 2, pending: 2, oldest_pending_at: late.created_at }
  const standing = { usual, promise_seconds: 10 * hour, overdue: 1 }
  answers.give(getRequestCounts, requestCounts({ buy: { ...counts, ...standing } }))
  await page.goto('/admin/deposit-approvals')
  await expect(
    page.getByText(
      'In the last 30 days, half were decided within 3 h, nine in ten within 10 h. One is overdue after 10 h.',
    ),
  ).toBeVisible()
  const rows = await openQueue(page)
  await expect(rows.getByText('Overdue', { exact: true })).toHaveCount(1)
  await expect(page.getByText('1 overdue')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await expect(requesterHeading(page, 'Kofi Mensah')).toBeVisible()

  giveAdminDashboard(answers, { buy_requests: [late, early] })
  answers.give(getRequestCounts, requestCounts({ buy: { ...counts, ...standing, overdue: overdueMax } }))
  await page.goto('/admin')
  const counter = page.getByRole('navigation', { name: 'Pending requests' }).getByRole('link').first()
  await expect(counter).toContainText('1,000 or more overdue')
  await expect(counter).toHaveAttribute('href', '/admin/deposit-approvals')
  await expectAccessibleAtEveryWidth(page)
})

test('a desk with too few decisions gives no figure', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  const kofi = aProfile({ full_name: 'Kofi Mensah' })
  giveTerms(answers, kofi)
  giveApprovals(answers, [aBuy(kofi)])
  answers.give(
    getRequestCounts,
    requestCounts({ buy: { ...requestCounts().buy, pending: 1, promise_seconds: 72 * hour } }),
  )
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByText(/^Too few of these requests were decided .* One is overdue after 3 d\.$/)).toBeVisible()
})
