import type { Page, Route } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { cancelRequest, getRequest, type Request } from '../../contract/requests.ts'
import { emptyTexts, failureTitles } from '../../contract/texts.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  transfer,
  useSession,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const listCalls = /\/api\/requests(\?|$)/

test('requests of every kind are one list, newest first, and the tabs narrow it down [ACTIVITY-01] [ACTIVITY-02] [ACTIVITY-03] [ACTIVITY-04] [ACTIVITY-05]', async ({
  page,
  server,
}) => {
  const { member } = await createHistory(server)
  await useSession(page, member)
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  const all = [
    'Withdrawal 2,000 ET Cancelled',
    'Transfer 1,000 ET Pending',
    'Withdrawal 3,000 ET Rejected',
    'Buy 4,000 ET Pending',
    'Buy 25,000 ET Approved',
  ]
  const shows = async (expected: string[]) => expect.poll(() => listed(page)).toEqual(expected)
  await shows(all)
  const types = page.getByRole('tablist', { name: 'Type' })
  const statuses = page.getByRole('tablist', { name: 'Status' })
  await expect(types.getByRole('tab')).toHaveText(['All', 'Buy', 'Withdrawal', 'Transfer'])
  await expect(statuses.getByRole('tab')).toHaveText(['All', 'Pending', 'Approved', 'Rejected'])
  for (const type of ['Buy', 'Withdrawal', 'Transfer']) {
    await types.getByRole('tab', { name: type }).click()
    await shows(all.filter((line) => line.startsWith(type)))
  }
  await types.getByRole('tab', { name: 'All' }).click()
  for (const status of ['Pending', 'Approved', 'Rejected']) {
    await statuses.getByRole('tab', { name: status }).click()
    await shows(all.filter((line) => line.endsWith(status)))
  }
  // Both at once, by keyboard, in the address, and back again.
  await types.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await shows([])
  await expect(page).toHaveURL(/\?type=buy&status=rejected$/)
  await page.reload()
  await expect(types.getByRole('tab', { name: 'Buy' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await shows(['Withdrawal 3,000 ET Rejected'])
})

test('a request shows what an administrator wrote, its steps and its figures; a status is shown in its own word [ACTIVITY-06] [REQ-04]', async ({
  page,
  server,
}) => {
  const { member, requests } = await createHistory(server)
  await useSession(page, member)
  await page.goto('/dashboard/activity')
  const row = (text: string) => page.getByRole('list', { name: 'Requests' }).getByRole('link').filter({ hasText: text })
  await expect(row('Withdrawal 3,000')).toContainText('The wallet is not yours.')
  await expectSoundScreen(page)
  await row('Withdrawal 3,000').click()
  await expect(page).toHaveURL(new RegExp(`request=${requests.rejected.id}`))
  const detail = page.getByRole('region', { name: 'Request', exact: true }).or(page.getByRole('dialog'))
  await expect(detail.getByRole('blockquote')).toHaveText('The wallet is not yours.')
  await expect(detail.getByRole('listitem').last()).toContainText('Rejected, coins returned')
  await expect(detail).toContainText('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  await expectSoundScreen(page)
  // A link that somebody kept opens the same request.
  await page.goto(`/dashboard/activity?request=${requests.cancelled.id}`)
  await expect(detail.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(detail.getByRole('listitem').last()).toContainText('Cancelled, coins returned')
  // A status that this page has never heard of.
  await page.route(listCalls, (route) => withStatus(route, 'on_hold'))
  await page.goto('/dashboard/activity')
  await expect(row('Transfer 1,000').getByText('on_hold', { exact: true })).toBeVisible()
})

test('a pending request is taken back after a question, and only by its member', async ({ page, server }) => {
  const { member, requests } = await createHistory(server)
  await useSession(page, member)
  await page.goto(`/dashboard/activity?request=${requests.transfer.id}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this transfer request?' })
  await expect(dialog.getByRole('button', { name: 'Keep request' })).toBeFocused()
  await expect(dialog).toContainText('The locked coins return to your available balance.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await statusOf(member, requests.transfer)).toBe('pending')
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await expectSoundLayer(page)
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await expectToast(page, 'Request cancelled')
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  expect(await statusOf(member, requests.transfer)).toBe('cancelled')
})

test('a request that was decided meanwhile cannot be taken back, and the page says why', async ({
  page,
  server,
  isMobile,
}) => {
  const { admin, member, requests } = await createHistory(server)
  await useSession(page, member)
  await page.goto(`/dashboard/activity?request=${requests.topUp.id}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  // The page may not hear of the decision before the click.
  await page.route(listCalls, (route) => route.abort())
  await page.route(`**/api/requests/*/${requests.topUp.id}`, (route) => route.abort())
  await decide(admin, requests.topUp, 'approved')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(errors.already_processed.message)
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Keep request' }).click()
  // Over a narrow page the request is still open, and no toast could be reached behind it.
  if (!isMobile) await expectToast(page, failureTitles.update)
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
})

test('nothing to list, and a list that could not be read, are told apart [EMPTY-09]', async ({ page, server }) => {
  await useSession(page, await createMember(server))
  await page.goto('/dashboard/activity')
  await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy coins' }).last()).toHaveAttribute('href', '/dashboard/buy')
  await expectSoundScreen(page)
  await page.goto('/dashboard/activity?type=transfer')
  await expect(page.getByText('Nothing matches these tabs.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all requests' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await page.route(listCalls, (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }),
  )
  await page.reload()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByText(emptyTexts.noRequests)).toHaveCount(0)
  await expectSoundScreen(page)
})

/** A member with a request of each kind and in each status, the oldest first. */
async function createHistory(server: TestServer) {
  const admin = await createAdmin(server)
  const member = await createBuyer(admin)
  const recipient = await createMember(server, { name: 'Kofi Mensah' })
  const topUp = await buy(member, 4_000)
  const rejected = await withdraw(member, 3_000)
  await decide(admin, rejected, 'rejected', 'The wallet is not yours.')
  const sent = await transfer(member, recipient, 1_000)
  const cancelled = await withdraw(member, 2_000)
  await call(member, cancelRequest, { params: { requestId: cancelled.id } })
  return { admin, member, requests: { topUp, rejected, transfer: sent, cancelled } }
}

/** Each row as "Buy 1,000 ET Pending", in the order they stand. */
async function listed(page: Page): Promise<string[]> {
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('link')
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const parts = [row.querySelector('.font-semibold'), row.querySelector('[data-status]')]
      return parts.map((part) => part?.textContent?.replaceAll('\u00a0', ' ')).join(' ')
    }),
  )
}

async function statusOf(member: Person, { id }: Request) {
  return (await call(member, getRequest, { params: { userId: member.userId, requestId: id } })).status
}

/** Passes the answer of a list on, with every pending request in another status. */
async function withStatus(route: Route, status: string) {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replaceAll('"pending"', JSON.stringify(status)) })
}
