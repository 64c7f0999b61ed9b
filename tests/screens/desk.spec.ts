import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { assignRequests, getNextRequest, listAssignees, lookAtRequest } from '../../contract/desk.ts'
import { decideRequest, type TransferRequest } from '../../contract/requests.ts'
import { emptyTexts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { approveButton, buysOf, depositApprovals, openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { aProfile, anAdminProfile, aTransfer } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { aReview, giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, onPhone, readAsAdmin, test } from '../helpers/screen.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const desk = '/admin/transfer-approvals'
const maya = { id: randomUUID(), full_name: 'Maya Okafor' }

let ownId: string
test.beforeEach(async ({ page, answers }) => {
  const { profile } = await readAsAdmin(page, answers)
  ownId = profile.id
  answers.give(listAssignees, { items: [{ id: ownId, full_name: profile.full_name }, maya] })
})

function transfersOf(...names: string[]): TransferRequest[] {
  return names.map((fullName) => aTransfer(aProfile({ full_name: fullName }), aProfile({ full_name: 'Rui Recipient' })))
}

function boxOf(page: Page, name: string) {
  return page.getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) })
}

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen requests' })

test('keys choose requests: X, Shift with J or K, and Escape for none', async ({ page, answers }) => {
  giveApprovals(answers, transfersOf('Ama One', 'Ama Two', 'Ama Three', 'Ama Four'))
  await page.goto(desk)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 chosen')
  await expect(boxOf(page, 'Ama One')).toBeChecked()
  await page.keyboard.press('x')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('3 chosen')
  await expect(requesterHeading(page, 'Ama Three')).toBeVisible()
  await expect(boxOf(page, 'Ama Four')).not.toBeChecked()
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  // A letter in a text chooses nothing.
  await page.getByRole('searchbox', { name: 'Search the queue' }).pressSequentially('x')
  await expect(bar(page)).toHaveCount(0)
})

test('a batch judges each request alone, shows each outcome, and tries again what was not answered', async ({
  page,
  answers,
}) => {
  const requests = transfersOf(
    'Ama One',
    'Bea Second',
    'Cyd Decided',
    'Dee Warned',
    'Eve Lost',
    'Fay Looked',
    'Gil Held',
  )
  const [one, second, decided, warned, lost, looked, held] = requests as [TransferRequest, ...TransferRequest[]]
  const approvals = giveApprovals(answers, requests)
  approvals.claims.set(looked?.id ?? '', { assignee: null, lookers: [maya] })
  let isDown = true
  answers.give(decideRequest, ({ params: { requestId } }) => {
    if (second && requestId === second.id) return { ...second, status: 'pending' as const }
    if (requestId === decided?.id) {
      approvals.decide(decided, 'approved', { decided_by_name: 'Bram de Vries' })
      throw new Refusal('already_processed', { status: 'approved' })
    }
    if (requestId === warned?.id) throw new Refusal('warning_unread', { warnings: ['owner_not_active'] })
    if (requestId === held?.id) throw new Refusal('held_by_policy', { values: { time: '2026-12-01 10:00' } })
    if (requestId === lost?.id && isDown) throw new Error('The database is away.')
    return approvals.decide(requests.find(({ id }) => id === requestId) ?? one, 'approved')
  })
  await page.goto(desk)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await page.keyboard.press('j')
  for (let count = 1; count < requests.length; count += 1) await page.keyboard.press('Shift+J')
  await page.keyboard.press('a')
  const dialog = page.getByRole('alertdialog', { name: 'Approve 7 requests' })
  await expect(dialog).toContainText('6 requests:')
  await expect(dialog.getByRole('button', { name: 'Approve 6' })).toBeFocused()
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row('Fay Looked')).toContainText('Left out: Maya Okafor is looking at this')
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Enter')
  await expect(row('Ama One')).toContainText('Approved')
  await expect(row('Bea Second')).toContainText('it needs a second administrator')
  await expect(row('Cyd Decided')).toContainText('Already decided: Approved by Bram de Vries')
  await expect(row('Dee Warned')).toContainText('Needs a look of its own')
  await expect(row('Gil Held')).toContainText('until 2026-12-01 10:00 UTC')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  const keys = answers.callsOf(decideRequest).map(({ params, key }) => [params.requestId, key] as const)
  expect(new Set(keys.map(([, key]) => key)).size).toBe(6)
  isDown = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(row('Eve Lost')).toContainText('Approved')
  // The second try has the key of the first, and nothing else is sent again.
  const again = answers.callsOf(decideRequest).slice(6)
  expect(again.map(({ params, key }) => [params.requestId, key])).toEqual(keys.filter(([id]) => id === lost?.id))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(await openQueue(page)).toHaveText([/Bea Second/, /Dee Warned/, /Fay Looked/, /Gil Held/])
  await expect(boxOf(page, 'Fay Looked')).toBeChecked()
})

test('a batch of rejections needs one reason, which every member reads', async ({ page, answers }) => {
  giveApprovals(answers, transfersOf('Ama One', 'Bea Two'))
  await page.goto(desk)
  await boxOf(page, 'Ama One').check()
  await boxOf(page, 'Bea Two').check()
  await bar(page).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reject 2 requests' })
  await dialog.getByRole('button', { name: 'Reject 2' }).click()
  await expect(dialog.getByLabel('Reason', { exact: true })).toBeFocused()
  expect(answers.callsOf(decideRequest)).toEqual([])
  await dialog.getByLabel('Reason', { exact: true }).fill('The recipient is not known.')
  await dialog.getByRole('button', { name: 'Reject 2' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rejected' })).toHaveCount(2)
  const notes = answers.callsOf(decideRequest).map(({ body }) => [body.status, body.admin_notes])
  expect(notes).toEqual([
    ['rejected', 'The recipient is not known.'],
    ['rejected', 'The recipient is not known.'],
  ])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(emptyTexts.noTransferRequests)).toBeVisible()
})

test('a purchase is approved in a batch only once its slip has been on the screen', async ({ page, answers }) => {
  giveApprovals(answers, buysOf('Ama One', 'Bea Two'))
  await page.goto(depositApprovals)
  await expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await boxOf(page, 'Ama One').check()
  await boxOf(page, 'Bea Two').check()
  await bar(page).getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Approve 2 requests' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Bea Two' })).toContainText('Needs a look')
  await dialog.getByRole('button', { name: 'Approve 1' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ama One' })).toContainText('Approved')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  expect(answers.callsOf(decideRequest)).toHaveLength(1)
})

test('colleagues are seen live in the row, in the pane and before a decision', async ({ page, answers }) => {
  const [first, second] = transfersOf('Ama One', 'Bea Two') as [TransferRequest, TransferRequest]
  const approvals = giveApprovals(answers, [first, second])
  await page.goto(desk)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await expect.poll(() => answers.callsOf(lookAtRequest).map(({ body }) => body.is_open)).toEqual([true])
  const row = page.getByRole('listitem').filter({ hasText: 'Ama One' })
  const place = await row.boundingBox()
  approvals.claims.set(first.id, { assignee: { ...maya, full_name: 'Noor Haddad' }, lookers: [maya] })
  answers.announce('desk')
  await expect(row).toContainText('Maya Okafor is looking at this')
  await expect(page.locator('[data-foot-bar]')).toContainText('Assigned to Noor Haddad')
  expect(await row.boundingBox()).toEqual(place)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Assigned to Noor Haddad · Maya Okafor is looking at this')
  await expectAccessibleAtThisWidth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect
    .poll(() =>
      answers
        .callsOf(lookAtRequest)
        .slice(0, 2)
        .map(({ body }) => body.is_open),
    )
    .toEqual([true, false])
})

test('a request is assigned by the menu and by a key, and the queue is narrowed in the address', async ({
  page,
  answers,
}) => {
  const [first, second] = transfersOf('Ama One', 'Bea Two') as [TransferRequest, TransferRequest]
  const approvals = giveApprovals(answers, [first, second])
  answers.give(assignRequests, ({ body }) => {
    const assignee = [maya, { id: ownId, full_name: 'Me' }].find(({ id }) => id === body.assignee_id) ?? null
    for (const { request_id: id } of body.requests) approvals.claims.set(id, { assignee, lookers: [] })
    answers.announce('desk')
    return { count: body.requests.length }
  })
  await page.goto(desk)
  const bottom = page.locator('[data-foot-bar]')
  await bottom.getByRole('button', { name: 'Assign…' }).click()
  await page.getByRole('menuitem', { name: 'Maya Okafor' }).click()
  await expect(bottom).toContainText('Assigned to Maya Okafor')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('m')
  await expect(bottom).toContainText('Assigned to you')
  await page.getByRole('button', { name: 'Not assigned' }).click()
  await expect(page).toHaveURL(/assigned=none/)
  await expect(await openQueue(page)).toHaveText([/Bea Two/])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.keyboard.press('m')
  await expect(bottom).not.toContainText('Assigned to')
})

test('the next request of another kind opens after the last one, by a key, and from the dashboard', async ({
  page,
  answers,
}) => {
  const [buy] = buysOf('Bea Buyer')
  const [transfer] = transfersOf('Ama One') as [TransferRequest]
  const approvals = giveApprovals(answers, [buy, transfer])
  answers.give(getNextRequest, ({ query: { after } }) => {
    const next = approvals.requests.find(({ id, status }) => status === 'pending' && id !== after)
    if (!next) return { next: null }
    const user_id = next.kind === 'transfer' ? next.sender_id : next.user_id
    return { next: { ...next, user_id, is_overdue: false } }
  })
  giveAdminDashboard(answers)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Start with the oldest request' }).click()
  await expect(requesterHeading(page, 'Bea Buyer')).toBeVisible()
  await expect(page.getByText(/^Next: Buy 25,000\sET, waiting/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(requesterHeading(page, 'Bea Buyer')).toBeVisible()
  await expect(page.getByText(/^Next: Buy 25,000\sET, waiting/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('No other request waits for you.', { exact: true })).toBeVisible()
})

test('a decision by keys goes on at once, counts only once it is answered, and leads back if it fails', async ({
  page,
  answers,
}) => {
  const [first, second] = transfersOf('Ama One', 'Bea Two') as [TransferRequest, TransferRequest]
  const approvals = giveApprovals(answers, [first, second])
  const answer = Promise.withResolvers<boolean>()
  answers.give(decideRequest, async () => {
    if (!(await answer.promise)) throw new Error('The database is away.')
    return approvals.decide(first, 'approved')
  })
  await page.goto(desk)
  await expect(approveButton(page)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Ama One' })
  await expect(row).toContainText('Being decided…')
  await expect(page.getByText('The request has been approved.')).toHaveCount(0)
  answer.resolve(false)
  await expect(row).toContainText('Not decided:')
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to it' }).click()
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  // The same decision again has the key of the first, as that one may have arrived.
  answers.give(decideRequest, () => approvals.decide(first, 'approved'))
  await approveButton(page).click()
  await page.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(row).toHaveCount(0)
  expect(new Set(answers.callsOf(decideRequest).map(({ key }) => key)).size).toBe(1)
})

test('an auditor sees colleagues, and chooses and assigns nothing', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  const [first] = transfersOf('Ama One') as [TransferRequest]
  giveApprovals(answers, [first], () => aReview(first)).claims.set(first.id, { assignee: maya, lookers: [] })
  await page.goto(desk)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ama One' })).toContainText('Assigned to Maya Okafor')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Assign…' })).toHaveCount(0)
  expect(answers.callsOf(lookAtRequest)).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('requests are chosen by touch, and the bar has room', async ({ page, answers }) => {
    giveApprovals(answers, transfersOf('Ama One', 'Bea Two'))
    await page.goto(desk)
    await expect(requesterHeading(page, 'Ama One')).toBeVisible()
    await openQueue(page)
    await boxOf(page, 'Ama One').tap()
    await boxOf(page, 'Bea Two').tap()
    await expect(bar(page)).toContainText('2 chosen')
    await expectAccessibleAtThisWidth(page)
    await bar(page).getByRole('button', { name: 'Approve…' }).tap()
    const dialog = page.getByRole('alertdialog', { name: 'Approve 2 requests' })
    await dialog.getByRole('button', { name: 'Approve 2' }).tap()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Approved' })).toHaveCount(2)
    await expectAccessibleAtThisWidth(page)
  })
})
