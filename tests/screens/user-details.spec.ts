import type { Locator, Page } from '@playwright/test'
import { adjustBalance, getAdjustment, type Adjustment } from '../../contract/adjustments.ts'
import { listAllRequests } from '../../contract/admin-request-list.ts'
import { getConversation, listMessages } from '../../contract/chat.ts'
import { errors } from '../../contract/errors.ts'
import type { Profile } from '../../contract/profiles.ts'
import { emptyTexts, fallbackTexts, userNotFoundText } from '../../contract/texts.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { stepUp } from '../../contract/two-factor.ts'
import {
  changeUserStatus,
  getUser,
  listLoginHistory,
  listUsers,
  listUserSessions,
  resendConfirmation,
  resetTwoFactor,
  signOutUser,
} from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import {
  aBuy,
  aLedgerEntry,
  anAdminProfile,
  aProfile,
  aTransfer,
  onePage,
  ownStats,
  walletAddress,
} from '../helpers/screen-data.ts'
import { aLogin, detailsOf, giveDetails, nameOf } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const noon = '2026-03-10T12:00:00.000Z'
const walletLink = `https://tronscan.org/#/address/${walletAddress}`

const admin = anAdminProfile()

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([]))
})

test('a person is shown with place, referral and first purchase, and Back leads to the previous page [ADMUSER-01] [ADMUSER-02] [ADMUSER-03] [ADMUSER-04] [ADMUSER-11]', async ({
  page,
  answers,
}) => {
  const friend = aProfile({ full_name: 'Referring Friend', first_purchase_done: false })
  const member = aProfile({ area: 'Leith', referral_code: 'FACTS123', referred_by_id: friend.id })
  answers.give(listUsers, onePage([member]))
  giveDetails(answers, detailsOf(member, { referrer: nameOf(friend) }), detailsOf(friend))
  await page.goto(`/admin/users?search=${member.member_id}`)
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${member.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: member.full_name })).toBeVisible()
  for (const [name, text] of [
    ['Member ID', member.member_id ?? ''],
    ['Status', 'Active'],
    ['Registered', '10 Mar'],
    ['Location', 'Edinburgh, Scotland, United Kingdom'],
    ['Area', 'Leith'],
    ['Contact number', '+44 20 7946 0018'],
    ['Referral code', 'FACTS123'],
    ['Referred by', 'Referring Friend'],
    ['First purchase', 'Completed'],
  ] as const) {
    await expect(fact(page, name), name).toContainText(text)
  }
  await expectAccessibleAtEveryWidth(page)
  await fact(page, 'Referred by').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Referring Friend' })).toBeVisible()
  await expect(fact(page, 'First purchase')).toHaveText('Not completed')
  await expect(fact(page, 'Area')).toHaveText('None')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.full_name })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?search=${member.member_id}$`))
})

test(
  'the wallet has its sums, its shortened address with a link, and the other members with that address [ADMUSER-05] [ADMUSER-06] [ADMUSER-07] [FMT-09]',
  phone,
  async ({ page, answers, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [member, twin] = [aProfile({ wallet_link: walletLink }), aProfile({ full_name: 'Twin Wallet' })]
    const coins = { total_coins: '27500', locked_coins: '5000', available_coins: '22500' }
    const details = { wallet: { user_id: member.id, ...coins }, wallet_twins: [nameOf(twin)] }
    giveDetails(answers, detailsOf(member, details), detailsOf(twin))
    await page.goto(`/admin/users/${member.id}`)
    await expect(fact(page, 'Locked')).toHaveText('5,000\u202fET')
    await expect(fact(page, 'Total')).toHaveText('27,500\u202fET')
    await expect(fact(page, 'Available')).toHaveText('22,500\u202fET')
    await expectRoomForFigures(page)
    const address = fact(page, 'Wallet address')
    await expect(address.getByTitle(walletAddress)).toContainText('TQn9Y2khEs…')
    await address.getByRole('button', { name: /Copy the wallet address/ }).click()
    await expectToast(page, 'Copied to clipboard!')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(walletAddress)
    // A touch screen has no pointer that rests, so the page shows the whole address for comparison.
    await address.getByRole('button', { name: 'Show all of the address' }).click()
    await expect(address.getByText(walletAddress, { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(fact(page, 'Wallet link').getByRole('link')).toHaveAttribute('href', walletLink)
    const warning = page.locator('[data-tone=warn]')
    await expect(warning).toContainText('The same wallet address is also used by')
    await warning.getByRole('link', { name: /Twin Wallet/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Twin Wallet' })).toBeVisible()
  },
)

test('the log-ins are listed with result, IP address, device and time [ADMUSER-09] [ADMUSER-10] [EMPTY-10]', async ({
  page,
  answers,
}) => {
  const [member, newcomer] = [aProfile({ full_name: 'Often Here' }), aProfile({ full_name: 'Never Here' })]
  giveDetails(answers, detailsOf(member), detailsOf(newcomer))
  const logins = [aLogin(member, { status: 'failed' }), aLogin(member)]
  answers.give(listLoginHistory, ({ params }) => onePage(params.userId === member.id ? logins : []))
  await page.goto(`/admin/users/${member.id}?tab=logins`)
  const lines = page.getByRole('region', { name: 'Login history' }).locator('tbody tr')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0).locator('[data-status=failed]')).toHaveText('Failed')
  await expect(lines.nth(1).locator('[data-status=success]')).toHaveText('Success')
  await expect(lines.nth(0)).toContainText('203.0.113.7')
  await expect(lines.nth(0).locator('time')).toHaveAttribute('datetime', /T/)
  await page.goto(`/admin/users/${newcomer.id}?tab=logins`)
  await expect(page.getByText(emptyTexts.noLoginHistory)).toBeVisible()
})

test('many log-ins load page by page', async ({ page, answers }) => {
  const member = aProfile()
  giveDetails(answers, detailsOf(member))
  const logins = Array.from({ length: 31 }, () => aLogin(member))
  answers.give(listLoginHistory, ({ query: { cursor } }) =>
    cursor === 'second' ? onePage(logins.slice(25)) : onePage(logins.slice(0, 25), 'second'),
  )
  await page.goto(`/admin/users/${member.id}?tab=logins`)
  const lines = page.getByRole('region', { name: 'Login history' }).locator('tbody tr')
  await expect(lines).toHaveCount(25)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(lines).toHaveCount(31)
})

test(
  'transactions, requests and log-ins have tabs in the address, with links to the full lists [ADMUSER-08] [EMPTY-09]',
  phone,
  async ({ page, answers }) => {
    const [member, friend] = [aProfile({ full_name: 'Well Known' }), aProfile({ full_name: 'Known Friend' })]
    giveDetails(answers, detailsOf(member, { open_request_count: 1, has_conversation: true }))
    const bonus = aLedgerEntry(member, { type: 'BONUS', amount: '2500', balance_after: '27500' })
    answers.give(listTransactions, onePage([bonus, aLedgerEntry(member)]))
    const requests = [aTransfer(member, friend), aBuy(member, { status: 'approved' })]
    answers.give(listAllRequests, ({ query: { status = null } }) =>
      onePage(requests.filter((request) => status === null || request.status === status)),
    )
    answers.give(getConversation, conversationOf(member))
    const message = aMessage(member, 'Where is my <b>bonus</b>?')
    answers.give(listMessages, { items: [message], last_number: 1, has_more: false })
    answers.give(listUserSessions, { items: [aSessionOfUser()] })
    await page.goto(`/admin/users/${member.id}`)
    const transactions = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
    await expect(transactions.filter({ hasText: 'Package bonus' })).toHaveCount(1)
    await expect(transactions.last()).toContainText('Buy')
    await expect(transactions.last()).toContainText(/\+[\d,]+\u202fET/)
    await expectAccessibleAtEveryWidth(page)

    // The arrow keys move along the tabs, and only Enter opens one.
    await page.getByRole('tab', { name: 'Transactions' }).focus()
    for (const name of ['Logins', 'Requests']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name })).toBeFocused()
    }
    await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?tab=requests$/)
    const lines = page.getByRole('region', { name: 'Requests' }).locator('tbody tr')
    await expect(lines).toHaveCount(2)
    await page.getByRole('link', { name: 'Open requests (1)' }).click()
    await expect(page).toHaveURL(/\?tab=requests&status=pending#history$/)
    await expect(lines).toHaveCount(1)
    const decide = lines.getByRole('link', { name: /^Decide/ })
    await expect(decide).toHaveAttribute('href', /transfer-approvals\?request=/)
    await page.getByLabel('Status').scrollIntoViewIfNeeded()
    await expect(decide, 'the way to the request is in sight on a phone, too').toBeInViewport({ ratio: 1 })
    await page.getByLabel('Status').selectOption('rejected')
    await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()

    await page.getByRole('tab', { name: 'Chat' }).click()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Where is my <b>bonus</b>?')
    await expect(page.getByRole('tabpanel')).toContainText('1 unread')
    await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Open the conversation' })).toHaveAttribute(
      'href',
      `/admin/chat?user=${member.id}`,
    )
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    await page.reload()
    const sessions = page.getByRole('tab', { name: 'Sessions' })
    await expect(sessions).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tablist').scrollIntoViewIfNeeded()
    await expect(sessions, 'the chosen tab is not beyond the edge').toBeInViewport({ ratio: 1 })
  },
)

test(
  'a balance is corrected after a preview of the result, and the correction is reversed',
  phone,
  async ({ page, answers }) => {
    const books = keepBooks(answers, aProfile({ full_name: 'Wrongly Credited' }))
    await page.goto(`/admin/users/${books.member.id}`)
    const adjust = page.getByRole('button', { name: 'Adjust balance' })
    await adjust.click()
    const dialog = page.getByRole('dialog', { name: 'Adjust balance' })
    await dialog.getByRole('button', { name: 'Review' }).click()
    for (const fault of ['Please choose whether', 'Amount is required.', 'Reason is required.']) {
      await expect(dialog.getByText(fault)).toBeVisible()
    }
    await dialog.getByText('Take coins away').click()
    await dialog.getByLabel('Amount').fill('5,000')
    await expect(dialog.getByText('The member has less than that available.')).toBeVisible()
    await dialog.getByText('Add coins').click()
    await dialog.getByLabel('Reason').fill('Paid by bank.')
    await expectAccessibleAtThisWidth(page)
    // The typed values stay after a reload.
    await page.reload()
    await adjust.click()
    await dialog.getByRole('button', { name: 'Review' }).click()
    const review = page.getByRole('dialog', { name: 'Check the adjustment' })
    await expect(review).toContainText('+5,000\u202fET')
    await expect(review).toContainText(/Available after\s*5,000/)
    await expect(review).toContainText('Paid by bank.')
    await review.getByRole('button', { name: 'Add coins' }).click()
    await expectToast(page, 'Balance Adjusted')
    const lines = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
    await expect(lines).toHaveCount(1)
    await expect(fact(page, 'Available')).toHaveText('5,000\u202fET')

    await lines.getByRole('button', { name: /Why/ }).click()
    const behind = page.getByRole('dialog', { name: 'Adjustment' })
    await expect(behind).toContainText('Paid by bank.')
    await expect(behind).toContainText(admin.full_name)
    await behind.getByLabel('Reason for reversing it').fill('The bank took it back.')
    await expectAccessibleAtThisWidth(page)
    // The question stays open until its call is answered.
    const isBooked = Promise.withResolvers<void>()
    books.waitFor(isBooked.promise)
    await behind.getByRole('button', { name: 'Reverse it' }).click()
    await expect(behind.getByRole('button', { name: 'Reverse it' })).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await behind.getByRole('button', { name: 'Close' }).click()
    isBooked.resolve()
    await expectToast(page, 'Adjustment Reversed')
    await expect(lines).toHaveCount(2)
    await expect(fact(page, 'Available')).toHaveText('0\u202fET')
    await lines.last().getByRole('button', { name: /Why/ }).click()
    await expect(behind).toContainText('Reversed')
    await expect(behind.getByRole('button', { name: 'Reverse it' })).toHaveCount(0)
    const [made, reversal] = answers.callsOf(adjustBalance).map(({ body }) => body)
    expect(made).toEqual({ coins: 5000, reason: 'Paid by bank.' })
    expect(reversal).toEqual({
      coins: -5000,
      reason: 'The bank took it back.',
      reverses_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  },
)

test('an unknown person is reported with a link back to the users [ERR-23] [ADMUSER-12]', async ({ page, answers }) => {
  answers.give(listUsers, onePage([admin]))
  giveDetails(answers)
  for (const id of ['01a1fc04-d21f-71f6-b847-7891256c252e', 'nonsense']) {
    await page.goto(`/admin/users/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: userNotFoundText.title })).toBeVisible()
    await expect(page.getByText(userNotFoundText.description)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  answers.give(getUser, () => {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 10 })
  })
  await page.goto(`/admin/users/${admin.id}`)
  await expect(page.getByText(userNotFoundText.description)).toBeVisible()
  giveDetails(answers, detailsOf(admin))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: admin.full_name })).toBeVisible()
})

test('a suspension needs a reason, which a failure keeps; it ends the sessions', async ({ page, answers }) => {
  const member = aProfile({ full_name: 'Soon Suspended' })
  giveDetails(answers, detailsOf(member))
  answers.give(changeUserStatus, ({ body: { status } }) => {
    const profile = { ...member, status }
    giveDetails(answers, detailsOf(profile, { session_count: 0 }))
    return { profile }
  })
  await page.goto(`/admin/users/${member.id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change status' })
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(dialog.getByText('Please choose a status.')).toBeVisible()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await dialog.getByRole('radio', { name: /^Suspended/ }).check()
  await expect(dialog).toContainText('Signed out at once')
  await expect(dialog).toContainText('Pending requests stay')
  await dialog.getByLabel('Reason').fill('Asked to by phone.')
  await page.route('**/api/users/*/status', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(fallbackTexts.network)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Asked to by phone.')
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'Status Updated')
  await expect(fact(page, 'Status')).toHaveText('Suspended')
  await expect(fact(page, 'Signed in on')).toHaveText('No device')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
  expect(answers.callsOf(changeUserStatus)).toMatchObject([
    { params: { userId: member.id }, body: { status: 'Suspended', reason: 'Asked to by phone.' } },
  ])
})

test('an action that is not possible gives its reason', async ({ page, answers }) => {
  const unconfirmed = aProfile({ status: 'Inactive' })
  giveDetails(answers, detailsOf(admin), detailsOf(unconfirmed, { email_confirmed: false, session_count: 0 }))
  await page.goto(`/admin/users/${admin.id}`)
  for (const name of ['Change status', 'Sign out everywhere']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/This is your own account/)
    await button.click({ force: true })
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('Administrators hold no coins.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.goto(`/admin/users/${unconfirmed.id}`)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveAccessibleDescription(/Nobody/)
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('radio', { name: /^Active/ })).toBeDisabled()
  await expect(page.getByRole('alertdialog')).toContainText(errors.email_not_confirmed.message)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
})

test('every device of a person is signed out, and the page follows changes by others', async ({ page, answers }) => {
  const member = aProfile({ full_name: 'Often Signed In' })
  giveDetails(answers, detailsOf(member))
  answers.give(signOutUser, () => {
    giveDetails(answers, detailsOf(member, { session_count: 0 }))
    return { ended: 1 }
  })
  await page.goto(`/admin/users/${member.id}`)
  await expect(fact(page, 'Signed in on')).toHaveText('1 device')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await dialog.getByLabel('Reason').fill('Lost the phone.')
  await expectAccessibleAtThisWidth(page)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed Out')
  await expect(fact(page, 'Signed in on')).toHaveText('No device')
  expect(answers.callsOf(signOutUser)).toMatchObject([
    { params: { userId: member.id }, body: { reason: 'Lost the phone.' } },
  ])
  for (const status of ['Inactive', 'Active'] as const) {
    giveDetails(answers, detailsOf({ ...member, status }, { session_count: 0 }))
    answers.announce('profile')
    await expect(fact(page, 'Status')).toHaveText(status)
  }
})

test('the confirmation is mailed again while it is needed', async ({ page, answers }) => {
  const [waiting, confirmed] = [aProfile({ status: 'Inactive' }), aProfile()]
  giveDetails(answers, detailsOf(waiting, { email_confirmed: false, session_count: 0 }), detailsOf(confirmed))
  answers.give(resendConfirmation, {})
  await page.goto(`/admin/users/${waiting.id}`)
  await expect(fact(page, 'Email')).toHaveText('Not confirmed yet')
  await page.getByRole('button', { name: 'Resend confirmation' }).click()
  await expectToast(page, 'Confirmation Sent')
  expect(answers.callsOf(resendConfirmation)).toMatchObject([{ params: { userId: waiting.id } }])
  await page.goto(`/admin/users/${confirmed.id}`)
  await expect(fact(page, 'Email')).toHaveText('Confirmed')
  await expect(page.getByRole('button', { name: 'Resend confirmation' })).toHaveCount(0)
})

test('a lost second factor is removed after a proof, and the typed reason is never lost', async ({ page, answers }) => {
  const member = aProfile({ full_name: 'Lost Phone' })
  giveDetails(answers, detailsOf(member, { two_factor_on: true }))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(resetTwoFactor, () => {
    giveDetails(answers, detailsOf(member))
    return {}
  })
  await page.goto(`/admin/users/${member.id}`)
  await expect(fact(page, 'Two-factor')).toHaveText('On')
  const remove = page.getByRole('button', { name: 'Remove two-factor' })
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove two-factor' })
  await dialog.getByLabel('Reason').fill('Showed a passport.')
  await expectAccessibleAtThisWidth(page)
  // The typed values stay after a reload.
  await page.reload()
  await remove.click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Showed a passport.')
  await dialog.getByRole('button', { name: 'Remove two-factor' }).click()
  // A cancel of the question changes nothing and shows no message.
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await question.getByText('Cancel', { exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Showed a passport.')
  await dialog.getByRole('button', { name: 'Remove two-factor' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Two-Factor Removed')
  await expect(fact(page, 'Two-factor')).toHaveText('Off')
  await expect(remove).toHaveCount(0)
  expect(answers.callsOf(stepUp).map(({ body: { call: name, ...form } }) => [name.length, form])).toEqual([
    [43, { action: 'two_factor', password }],
  ])
  expect(answers.callsOf(resetTwoFactor)).toMatchObject([
    { params: { userId: member.id }, body: { reason: 'Showed a passport.' } },
  ])
})

function fact(page: Page, name: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
}

/** Demands that even the largest figures of the wallet neither overlap nor leave the card. */
async function expectRoomForFigures(page: Page): Promise<void> {
  const figures = page.locator('dl', { has: page.getByText('Available', { exact: true }) }).locator('dd > span')
  const boxes = await figures.evaluateAll((all) => {
    const texts = all.map((figure) => figure.firstChild)
    const before = texts.map((text) => text?.nodeValue ?? '')
    for (const text of texts) if (text) text.nodeValue = '999,999,999,999.9999'
    const edge = all[0]?.closest('section')?.getBoundingClientRect().right ?? 0
    const places = all.map((figure) => figure.getBoundingClientRect())
    texts.forEach((text, at) => {
      if (text) text.nodeValue = before[at] ?? ''
    })
    return places.map(({ left, right, top, bottom }) => ({ left, right, top, bottom, edge }))
  })
  expect(boxes).toHaveLength(3)
  for (const [at, box] of boxes.entries()) {
    expect(box.right).toBeLessThan(box.edge)
    const next = boxes[at + 1]
    if (next) expect(next.left >= box.right || next.top >= box.bottom).toBe(true)
  }
}

/** Answers corrections of a balance that begins at zero, with the transactions that come of them. */
function keepBooks(answers: Answers, member: Profile) {
  let balance = 0
  let delay: Promise<void> | undefined
  const entries: { transaction: ReturnType<typeof aLedgerEntry>; adjustment: Adjustment }[] = []
  answers.give(getUser, () => {
    const coins = { total_coins: `${balance}`, locked_coins: '0', available_coins: `${balance}` }
    return detailsOf(member, { wallet: { user_id: member.id, ...coins } })
  })
  answers.give(listTransactions, () => onePage(entries.map(({ transaction }) => transaction)))
  answers.give(adjustBalance, async ({ body: { coins, reason, reverses_id: reversesId = null } }) => {
    await delay
    balance += coins
    const transaction = aLedgerEntry(member, {
      type: coins > 0 ? 'ADJUSTMENT_IN' : 'ADJUSTMENT_OUT',
      amount: `${Math.abs(coins)}`,
      balance_after: `${balance}`,
    })
    const { created_at: createdAt } = transaction
    const reversed = entries.find(({ adjustment }) => adjustment.movement_id === reversesId)
    if (reversed) reversed.adjustment.reversed_at = createdAt
    const adjustment = {
      movement_id: crypto.randomUUID(),
      coins: `${coins}`,
      reason,
      made_by_name: admin.full_name,
      created_at: createdAt,
      reverses_id: reversesId,
      reversed_at: null,
    }
    entries.unshift({ transaction, adjustment })
    return { movement_id: adjustment.movement_id, stats: ownStats({ balance_coins: `${balance}` }) }
  })
  answers.give(getAdjustment, ({ params: { transactionId } }) => {
    const found = entries.find(({ transaction }) => transaction.id === transactionId)
    if (!found) throw new Refusal('not_found')
    return found.adjustment
  })
  return {
    member,
    waitFor(promise: Promise<void>) {
      delay = promise
    },
  }
}

function conversationOf({ id: userId }: Profile) {
  return {
    id: crypto.randomUUID(),
    user_id: userId,
    admin_id: null,
    last_number: 1,
    user_unread_count: 0,
    admin_unread_count: 1,
    created_at: noon,
  }
}

function aMessage({ id: senderId }: Profile, content: string) {
  return {
    id: crypto.randomUUID(),
    conversation_id: crypto.randomUUID(),
    number: 1,
    sender_id: senderId,
    is_from_support: false,
    sender_name: null,
    client_message_id: crypto.randomUUID(),
    content,
    files: [],
    request_id: null,
    created_at: noon,
  }
}

function aSessionOfUser() {
  return {
    id: crypto.randomUUID(),
    created_at: noon,
    last_active_at: noon,
    expires_at: '2100-01-01T00:00:00.000Z',
    ip_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  }
}
