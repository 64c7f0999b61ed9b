import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { assignRequests, listAssignees, lookAtRequest } from '../../contract/desk.ts'
import { lookSeconds } from '../../contract/endpoints/desk.ts'
import { listQueue } from '../../contract/queue.ts'
import { decideRequest } from '../../contract/requests.ts'
import { errors } from '../../contract/errors.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { approveButton, buysOf, depositApprovals, openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { setVisibility } from '../helpers/screens.ts'

let ownId: string
test.beforeEach(async ({ page, answers }) => {
  const { profile } = await readAsAdmin(page, answers)
  ownId = profile.id
  answers.give(listAssignees, { items: [{ id: ownId, full_name: profile.full_name }] })
})

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen requests' })
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) })
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a request that only leaves a narrowed list can be decided, and is no longer chosen', async ({
  page,
  answers,
}) => {
  const [first, second] = buysOf('Ama One', 'Bea Two')
  const approvals = giveApprovals(answers, [first, second])
  answers.give(assignRequests, ({ body }) => {
    const assignee = { id: ownId, full_name: 'Me' }
    for (const { request_id: id } of body.requests) approvals.claims.set(id, { assignee, lookers: [] })
    answers.announce('desk')
    return { count: body.requests.length }
  })
  await page.goto(`${depositApprovals}?assigned=none`)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 chosen')
  await page.keyboard.press('m')
  await expect(rowOf(page, 'Ama One')).toContainText('No longer pending, or not in this part')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('No longer pending', { exact: true })).toHaveCount(0)
  await approveButton(page).click()
  await page.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  expect(answers.callsOf(decideRequest)).toMatchObject([{ params: { requestId: first.id } }])
})

test('a batch says which slip was seen, and leaves one that was replaced meanwhile', async ({ page, answers }) => {
  const [first, second] = buysOf('Ama One', 'Bea Two')
  first.slip_revision = 2
  const approvals = giveApprovals(answers, [first, second])
  answers.give(decideRequest, ({ params: { requestId } }) => {
    if (requestId === second.id) throw new Refusal('slip_replaced')
    return approvals.decide(first, 'rejected')
  })
  await page.goto(depositApprovals)
  await boxOf(page, 'Ama One').check()
  await boxOf(page, 'Bea Two').check()
  await bar(page).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reject 2 requests' })
  await dialog.getByLabel('Reason', { exact: true }).fill('It cannot be read.')
  await dialog.getByRole('button', { name: 'Reject 2' }).press('Enter')
  await expect(rowOf(page, 'Bea Two').last()).toContainText(`Needs a look of its own: ${errors.slip_replaced.message}`)
  expect(answers.callsOf(decideRequest).map(({ body }) => body.slip_revision)).toEqual([2, undefined])
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
})

test('a chosen request that a search takes out of sight takes no room', async ({ page, answers }) => {
  giveApprovals(answers, buysOf('Ama One', 'Bea Two'))
  await page.goto(depositApprovals)
  await boxOf(page, 'Ama One').check()
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('Bea')
  await expect(await openQueue(page)).toHaveText([/Bea Two/])
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('')
  await expect(boxOf(page, 'Ama One')).not.toBeChecked()
})

test('a typed search drops the filter by side', async ({ page, answers }) => {
  giveApprovals(answers, buysOf('Ama One', 'Bea Two'))
  await page.goto(`${depositApprovals}?waits=member`)
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('Bea')
  await expect(page).toHaveURL(/search=Bea/)
  expect(page.url()).not.toContain('waits')
  await expect(await openQueue(page)).toHaveText([/Bea Two/])
})

test('a page that becomes hidden gives its look back', async ({ page, answers }) => {
  giveApprovals(answers, buysOf('Ama One'))
  await page.goto(depositApprovals)
  const told = () => answers.callsOf(lookAtRequest).map(({ body }) => body.is_open)
  await expect.poll(told).toEqual([true])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(told).toEqual([true, false])
})

test('a hidden page neither looks nor asks who else looks', async ({ page, answers }) => {
  await page.clock.install()
  const [first] = buysOf('Ama One')
  const approvals = giveApprovals(answers, [first])
  approvals.claims.set(first.id, { assignee: null, lookers: [{ id: randomUUID(), full_name: 'Noor Haddad' }] })
  await page.goto(depositApprovals)
  await expect(rowOf(page, 'Ama One')).toContainText('Noor Haddad')
  const reads = () => answers.callsOf(listQueue).length
  const before = reads()
  await page.clock.runFor(1.2 * lookSeconds * 1000)
  await expect.poll(reads).toBeGreaterThan(before)
  await setVisibility(page, 'hidden')
  await expect.poll(() => answers.callsOf(lookAtRequest).at(-1)?.body).toEqual({ is_open: false })
  const [readsThen, looksThen] = [reads(), answers.callsOf(lookAtRequest).length]
  await page.clock.runFor(1.3 * lookSeconds * 1000)
  expect([reads(), answers.callsOf(lookAtRequest).length]).toEqual([readsThen, looksThen])
})

test('a decision that fails after its page was left leads back to its request', async ({ page, answers }) => {
  const [first, second] = buysOf('Ama One', 'Bea Two')
  giveApprovals(answers, [first, second])
  giveAdminDashboard(answers)
  const answer = Promise.withResolvers<never>()
  answers.give(decideRequest, () => answer.promise)
  await page.goto(depositApprovals)
  await expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/admin$/)
  answer.reject(new Error(`The database is away: ${randomUUID()}`))
  await page.getByRole('button', { name: 'Go back to it' }).click()
  await expect(page).toHaveURL(new RegExp(`deposit-approvals.*${first.id}`))
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
})
