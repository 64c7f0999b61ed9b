import type { Page } from '@playwright/test'
import { countNotices, listNotices, markNoticesRead, type Notice } from '../../contract/notices.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'

const phone = { tag: '@phone' }
const requestId = '0198c0de-0000-7000-8000-000000000001'
const buy = { id: requestId, kind: 'buy', number: 'B-7K3M-94' } as const
const withdrawal = { id: requestId, kind: 'withdrawal', number: 'W-7K3M-94' } as const
const transfer = { id: requestId, kind: 'transfer', number: 'T-7K3M-94' } as const
const kofi = { full_name: 'Kofi Mensah', member_id: 'ET-12345678' }

type Facts = Pick<Notice, 'kind'> & Partial<Notice>

/** Every kind of notice with its sentence, the oldest first. */
const told: [Facts, string][] = [
  [{ kind: 'request_approved', request: buy }, 'Your purchase of 5,000 ET was approved.'],
  [{ kind: 'request_approved', request: buy, is_part: true }, 'Your purchase was approved in part: 5,000 ET were'],
  [{ kind: 'request_approved', request: withdrawal }, 'Your withdrawal of 5,000 ET was approved.'],
  [{ kind: 'request_approved', request: transfer }, 'Your transfer of 5,000 ET was approved.'],
  [{ kind: 'request_rejected', request: buy, note: 'No payment arrived' }, 'Your purchase of 5,000 ET was rejected.'],
  [{ kind: 'request_rejected', request: withdrawal }, 'Your withdrawal of 5,000 ET was rejected, and its coins are'],
  [{ kind: 'request_rejected', request: transfer }, 'Your transfer of 5,000 ET was rejected, and its coins are'],
  [{ kind: 'request_expired', request: buy }, 'Your purchase of 5,000 ET expired without a decision.'],
  [{ kind: 'coins_received', other: kofi }, 'Kofi Mensah sent you 5,000 ET.'],
  [{ kind: 'reward_received', other: kofi }, 'You earned 5,000 ET: Kofi Mensah bought a first package.'],
  [{ kind: 'balance_corrected', note: 'Mistyped' }, 'An administrator added 5,000 ET to your balance.'],
  [{ kind: 'balance_corrected', coins: '-7.5' }, 'An administrator took 7.5 ET from your balance.'],
  [{ kind: 'payout_sent', request: withdrawal, usdt_amount: '50' }, 'your withdrawal, 50.0000 USDT, was sent.'],
  [{ kind: 'payout_corrected', request: withdrawal, usdt_amount: '50' }, 'has another transaction hash now.'],
  [{ kind: 'payout_failed', request: withdrawal, usdt_amount: '50' }, 'failed. It will be sent again.'],
  [{ kind: 'payout_confirmed', request: withdrawal, usdt_amount: '50' }, 'is confirmed on the network.'],
  [{ kind: 'request_reversed', request: buy, note: 'Not paid' }, 'Your purchase of 5,000 ET was reversed.'],
  [{ kind: 'request_reversed', request: withdrawal }, 'Your withdrawal of 5,000 ET was reversed.'],
  [{ kind: 'request_reversed', request: transfer }, 'Your transfer of 5,000 ET was reversed.'],
  [{ kind: 'transfer_reversed', other: kofi }, 'The transfer of 5,000 ET that Kofi Mensah sent you was reversed.'],
  [{ kind: 'reward_reversed', other: kofi }, 'The first package of Kofi Mensah was reversed, and your reward of 5,000'],
  [{ kind: 'debt_repaid', request: buy }, '5,000 ET of the coins that you received have repaid what you owed'],
]

const toNotice = (facts: Facts, at: number): Notice => ({
  number: at + 1,
  request: null,
  coins: '5000',
  is_part: false,
  usdt_amount: null,
  other: null,
  note: null,
  created_at: '2026-03-10T12:00:00.000Z',
  ...facts,
})
const all = told.map(([facts], at) => toNotice(facts, at)).toReversed()

/** Answers as a server with these notices, which counts those that are read. */
function giveNotices(answers: Answers, notices: Notice[], unread: number) {
  const last = notices.length
  let read = last - unread
  answers.give(countNotices, () => ({ last_number: last, unread: last - read }))
  answers.give(listNotices, { items: notices, next_cursor: null })
  answers.give(markNoticesRead, ({ body: { number } }) => {
    read = Math.max(read, Math.min(number, last))
    return { last_number: last, unread: last - read }
  })
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const rows = (page: Page) => page.getByRole('main').getByRole('list', { name: 'What happened' }).getByRole('listitem')

test('each kind of event is a sentence, with the place that it leads to', phone, async ({ page, answers }) => {
  await readAsMember(page, answers)
  giveNotices(answers, all, 2)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(rows(page)).toHaveCount(told.length)
  for (const [at, [facts, sentence]] of told.toReversed().entries()) {
    const row = rows(page).nth(at)
    await expect(row).toContainText(sentence)
    const place = facts.request
      ? `/dashboard/activity?request=${requestId}`
      : facts.kind === 'reward_received'
        ? '/dashboard/referrals'
        : '/dashboard'
    await expect(row.getByRole('link')).toHaveAttribute('href', place)
    if (facts.note) await expect(row).toContainText(facts.note)
    if (facts.request) await expect(row).toContainText(facts.request.number)
  }
  await expectAccessibleAtEveryWidth(page)
})

test('the page marks as read what it shows, and keeps the marks of the new ones until it is left', async ({
  page,
  answers,
}) => {
  await readAsMember(page, answers)
  giveNotices(answers, all, 2)
  await page.goto('/dashboard/notifications')
  await expect(rows(page).filter({ hasText: 'New' })).toHaveCount(2)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(answers.callsOf(markNoticesRead).map(({ body }) => body)).toEqual([{ number: told.length }])
  answers.announce('notices')
  await expect.poll(() => answers.callsOf(listNotices).length).toBeGreaterThan(1)
  await expect(rows(page).filter({ hasText: 'New' })).toHaveCount(2)
  expect(answers.callsOf(markNoticesRead)).toHaveLength(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(told.length)
  await expect(rows(page).filter({ hasText: 'New' })).toHaveCount(0)
})

test(
  'the bell counts up to nine, is read aloud when it changes, and leads to the page',
  phone,
  async ({ page, answers }) => {
    const { profile } = await readAsMember(page, answers)
    giveOverview(answers, profile)
    answers.give(countNotices, { last_number: 3, unread: 3 })
    answers.give(listNotices, { items: [], next_cursor: null })
    await page.goto('/dashboard')
    await expect(bell(page)).toHaveAccessibleName('Notifications 3 unread')
    answers.give(countNotices, { last_number: 12, unread: 12 })
    answers.announce('notices')
    await expect(bell(page)).toHaveAccessibleName('Notifications 12 unread')
    await expect(bell(page).getByText('9+', { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').locator('[aria-live=polite]')).toHaveText('12 unread notifications')
    await bell(page).click()
    await expect(page).toHaveURL(/\/dashboard\/notifications$/)
  },
)

test('an administrator has no bell, and asks for no count', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
  await page.goto('/admin')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Chat/ })).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
  expect(answers.callsOf(countNotices)).toEqual([])
})

test('an empty list says what will come, a failed one offers another try, and a long one goes on', async ({
  page,
  answers,
}) => {
  await readAsMember(page, answers)
  giveNotices(answers, [], 0)
  await page.goto('/dashboard/notifications')
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  answers.give(listNotices, () => {
    throw new Refusal('forbidden')
  })
  await page.reload()
  await expect(page.getByRole('main')).toContainText('This could not be loaded.')
  answers.give(listNotices, ({ query: { cursor } }) =>
    cursor === undefined ? { items: all.slice(0, 3), next_cursor: 'n3' } : { items: all.slice(3), next_cursor: null },
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows(page)).toHaveCount(told.length)
})
