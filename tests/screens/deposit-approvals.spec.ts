import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { stopAutomaticApproval } from '../../contract/automatic-approval.ts'
import { listQueue } from '../../contract/queue.ts'
import { decideRequest } from '../../contract/requests.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { emptyTexts, failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { approveButton, buysOf, depositApprovals, openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { aProfile, depositInstructions, platformSettings } from '../helpers/screen-data.ts'
import { anEffect, aReview, balances, giveApprovals, sameFile } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const decisions = '**/api/requests/*/*/decision'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test(
  'pending buys alone are in the queue, the oldest first, below the totals; then none are left [ADMDEP-01] [ADMDEP-02] [REQ-06] [REQ-07] [EMPTY-05]',
  phone,
  async ({ page, answers }) => {
    const [first, second, third, fourth] = buysOf('Ama One', 'Ama Two', 'Ama Three', 'Ama Four')
    const approvals = giveApprovals(answers, [first, second, third, fourth])
    approvals.decide(second, 'approved')
    approvals.decide(third, 'rejected')
    await page.goto(depositApprovals)
    const tiles = page.getByRole('region', { name: 'Deposit totals' })
    await expect(tiles.locator('dt')).toHaveText(['total', /^pending/, 'approved', 'rejected'])
    await expect(tiles.locator('dd')).toHaveText(['4', '2', '1', '1'])
    await expect(requesterHeading(page, 'Ama One')).toBeVisible()
    await expect(await openQueue(page)).toHaveText([/Ama One/, /Ama Four/])
    expect(answers.callsOf(listQueue)).toMatchObject([{ params: { kind: 'buy' }, query: { order: 'oldest' } }])
    await closeQueue(page)
    await expectAccessibleAtEveryWidth(page)
    approvals.decide(first, 'approved')
    approvals.decide(fourth, 'approved')
    await expect(page.getByText(emptyTexts.noBuyRequests)).toBeVisible()
    await expect(tiles.locator('dd')).toHaveText(['4', '0', '3', '1'])
    // A cancelled request counts in the total alone, and the label says so.
    const [fifth] = buysOf('Ama Five')
    approvals.add({ ...fifth, status: 'cancelled' })
    await expect(tiles.locator('dt').first()).toHaveText('total, 1 cancelled')
    await expect(tiles.locator('dd')).toHaveText(['5', '0', '3', '1'])
    await expectAccessibleAtEveryWidth(page)
  },
)

test(
  'an approval is confirmed with an optional note, its buttons are busy meanwhile, and the next request gets the focus [REQ-03] [REQ-09] [REQ-10] [REQ-11] [REQ-12] [OK-07]',
  phone,
  async ({ page, answers, isMobile }) => {
    const [first, second] = buysOf('Ama One', 'Ama Two')
    giveApprovals(answers, [first, second])
    const answered = Promise.withResolvers<void>()
    await page.route(decisions, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.goto(depositApprovals)
    await page.getByLabel('Note to member').fill('Received, thank you.')
    await approveButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
    await expect(dialog).toContainText('Approve: Buy 25,000\u00a0ET')
    await expect(dialog).toContainText('Ama One')
    await expect(dialog.getByLabel('Notes')).toHaveValue('Received, thank you.')
    await expectAccessibleAtThisWidth(page)
    const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
    await confirm.dblclick()
    await expectBusy(confirm)
    for (const name of ['Approve', 'Reject']) {
      await expectBusy(page.getByRole('button', { name, exact: true, includeHidden: true }).first())
    }
    answered.resolve()
    await expectToast(page, toasts.requestApproved)
    await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been approved.')
    await expect(dialog).toHaveCount(0)
    const heading = requesterHeading(page, 'Ama Two')
    await expect(isMobile ? heading : page.getByRole('button', { name: /Ama Two/ })).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`request=${second.id}`))
    // An administrator with a pointer presses the same buttons for the next request.
    await page.evaluate(() => scrollTo(0, 0))
    for (const name of ['Approve', 'Reject']) {
      expect(await page.getByRole('button', { name, exact: true }).evaluate(isSeen)).toBe(true)
    }
    await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been approved.')
    expect(decisionsOf(answers)).toEqual([[first.id, 'approved', 'Received, thank you.']])
  },
)

test('a rejection is confirmed with a picked or typed reason, which the member reads [REQ-13] [OK-07]', async ({
  page,
  answers,
}) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [request])
  await page.goto(depositApprovals)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(new RegExp(errors.reason_required.message))
  expect(decisionsOf(answers)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await reason.fill('Ask your bank.')
  await dialog.getByRole('button', { name: 'The slip cannot be read.' }).click()
  await dialog.getByRole('button', { name: 'The payment has not arrived.' }).click()
  await expect(reason).toHaveValue('The payment has not arrived.\nAsk your bank.')
  await expect(dialog.getByRole('button', { name: 'The payment has not arrived.' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The keys work from the last pressed button as from anywhere in the dialog.
  await page.keyboard.press('Control+Enter')
  await expectToast(page, toasts.requestRejected)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been rejected.')
  expect(decisionsOf(answers)).toEqual([[request.id, 'rejected', 'The payment has not arrived.\nAsk your bank.']])
  // After the last request, the focus goes to the top of the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('no key approves a request before its review has been read', async ({ page, answers }) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [request])
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/requests/*/*/review', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto(depositApprovals)
  await approveButton(page).click()
  const confirm = page.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'An approval waits until' })).toBeVisible()
  await confirm.press('Enter')
  await page.getByLabel('Notes').press('Control+Enter')
  answered.resolve()
  await expect(confirm).toBeEnabled()
  expect(decisionsOf(answers)).toEqual([])
  await confirm.press('Enter')
  await expectToast(page, toasts.requestApproved)
  expect(decisionsOf(answers)).toEqual([[request.id, 'approved', '']])
})

test('the warnings about a request are repeated in the question and ticked before an approval', async ({
  page,
  answers,
}) => {
  const [first, second] = buysOf('Ama One', 'Ben Two')
  const suspended = { ...aReview(first).member, status: 'Suspended' } as const
  giveApprovals(answers, [first, second], (request) => ({
    ...(request === first && { member: suspended }),
    evidence: [sameFile(request === first ? second : first)],
    warnings: request === first ? ['same_file', 'owner_not_active'] : ['same_file'],
  }))
  await page.goto(depositApprovals)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(confirm).toBeDisabled()
  await expect(confirm).toHaveAccessibleDescription('Tick the warnings that you have read.')
  await expectAccessibleAtEveryWidth(page)
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('checkbox', { name: 'I know that the same file came with another request.' }).check()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'I know that this account is suspended.' }).check()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, toasts.requestApproved.title)
  const params = { userId: first.user_id, requestId: first.id }
  const body = { status: 'approved', admin_notes: '', acknowledged: ['same_file', 'owner_not_active'] }
  expect(answers.callsOf(decideRequest)).toMatchObject([{ params, body }])
})

test('a buy with a payment that was used before asks for a reason, and keeps it after a refusal', async ({
  page,
  answers,
}) => {
  const [first, second] = buysOf('Ama One', 'Ama Two')
  const { id, user_id, number } = second
  const earlier = { id, user_id, number, kind: 'same_file', full_name: 'Ama Two', member_id: 'ET-TWO' } as const
  giveApprovals(answers, [first], () => ({
    evidence: [sameFile({ ...second, status: 'approved' })],
    warnings: ['same_file'],
    earlier_uses: [earlier],
  }))
  await page.goto(depositApprovals)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(dialog).toContainText(`The file belongs to ${number} of Ama Two, which is approved.`)
  await dialog.getByRole('checkbox').check()
  await expect(confirm).toBeDisabled()
  await expect(confirm).toHaveAccessibleDescription('Say in at least 10 characters why this approval is right.')
  await expectAccessibleAtEveryWidth(page)
  const reason = dialog.getByRole('textbox', { name: 'Why is this approval right all the same?' })
  await reason.fill('One transfer paid for both requests.')
  answers.give(decideRequest, () => {
    throw new Refusal('request_held', { values: { until: '2026-01-01 10:00' } })
  })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(reason).toHaveValue('One transfer paid for both requests.')
  await expect.poll(() => answers.callsOf(decideRequest).length).toBe(1)
  const body = { acknowledged: ['same_file'], reuse_reason: 'One transfer paid for both requests.' }
  expect(answers.callsOf(decideRequest)).toMatchObject([{ body }])
})

test('an approved buy shows why it was approved although its payment was used before', async ({ page, answers }) => {
  const [first, second] = buysOf('Ama One', 'Ama Two')
  const { id: earlier_id, user_id: earlier_user_id, number: earlier_number } = second
  const given = { kind: 'same_file', administrator_name: 'Ines Carvalho', created_at: first.created_at } as const
  const reason = { ...given, reason: 'One transfer paid for both.', earlier_number, earlier_user_id, earlier_id }
  giveApprovals(answers, [{ ...first, status: 'approved' }], () => ({ reuse_reasons: [reason] }))
  await page.goto(`${depositApprovals}?request=${first.id}&member=${first.user_id}`)
  await expect(page.getByText('Approved although the payment was used before')).toBeVisible()
  await expect(page.getByText('One transfer paid for both.')).toBeVisible()
  await expect(page.getByRole('link', { name: earlier_number })).toHaveAttribute('href', new RegExp(earlier_id))
  await expectAccessibleAtEveryWidth(page)
})

test('a request without a slip can only be rejected, and its download gives the reason [REQ-08] [EMPTY-11] [ERR-17]', async ({
  page,
  answers,
}) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [{ ...request, payment_proof_id: null, payment_proof_url: null }])
  await page.goto(depositApprovals)
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip).toContainText(emptyTexts.noSlip)
  await expect(approveButton(page)).toBeDisabled()
  await expect(approveButton(page)).toHaveAccessibleDescription(/No Slip Attached/)
  expect(await page.getByText('this request can only be rejected.').evaluate(isSeen)).toBe(true)
  await approveButton(page).click({ force: true })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  await slip.getByRole('button', { name: 'Download slip' }).click()
  await expectToast(page, toasts.noAttachment)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
})

test('the later of two administrators reads the name of the faster one [ERR-06]', async ({ page, answers }) => {
  const [request, next] = buysOf('Ama One', 'Ama Two')
  giveApprovals(answers, [request, next])
  await page.goto(depositApprovals)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toBeEnabled()
  // The other decision is so new that the page has not heard of it.
  const decided_at = new Date().toISOString()
  Object.assign(request, { status: 'approved', decided_by_name: 'Bram de Vries', decided_at })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText(errors.already_processed.message)
  await expect(dialog.getByRole('alert')).toContainText('Approved by Bram de Vries')
  await expectAccessibleAtEveryWidth(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, failureTitles.update)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(errors.already_processed.message)
  await expect(requesterHeading(page, 'Ama Two')).toBeVisible()
})

test('a lost decision can be repeated with its note, and counts once [ERR-06]', async ({ page, answers }) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [request])
  const keys: (string | undefined)[] = []
  await page.route(decisions, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) return route.abort()
    return route.continue()
  })
  await page.goto(depositApprovals)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByLabel('Notes').fill('Seen.')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog.getByRole('alert')).toContainText(fallbackTexts.network)
  await expect(dialog.getByLabel('Notes')).toHaveValue('Seen.')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved)
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(decisionsOf(answers)).toEqual([[request.id, 'approved', 'Seen.']])
})

test('the effects of an approval are shown beforehand: prices, bonus, reward, and the balance of each person', async ({
  page,
  answers,
}) => {
  const [request] = buysOf('Ama One')
  const kofi = aProfile({ full_name: 'Kofi Mensah', member_id: 'ET-8Q2X51' })
  const reward = anEffect(request, {
    user_id: kofi.id,
    full_name: kofi.full_name,
    member_id: kofi.member_id ?? '',
    role: 'referrer',
    ...balances(['27500', '0'], ['32500', '0']),
  })
  giveApprovals(answers, [request], () => ({ effects: [anEffect(request), reward], referral_reward_coins: '5000' }))
  await page.goto(depositApprovals)
  const checks = page.getByRole('region', { name: 'Check of the figures' })
  await expect(checks.getByRole('row', { name: /^Coins/ })).toContainText('fits: multiple of 1,000')
  await expect(checks.getByRole('row', { name: /^Price in USD/ })).toContainText('fits: $250.00')
  await expect(checks.getByRole('row', { name: /^Referral reward/ })).toContainText('to Kofi Mensah')
  // The text names the comparison, and does not suggest that a person has checked the payment.
  const sum = page.getByText('Request matches the price list', { exact: true })
  await expect(sum).toHaveCSS('color', await colourOf(page, '--ink-2'))
  await expect(sum.locator('svg')).toHaveCount(0)
  await expect(checks.locator('.text-ok')).toHaveCount(0)
  await expect(page.getByText(/^Compare the slip/)).toHaveText(
    `Compare the slip: 250.0000\u00a0USDT to ${depositInstructions().address}`,
  )
  const forecast = page.getByRole('region', { name: 'Balances before and after an approval' })
  for (const [person, before, after, change] of [
    ['Ama One, member', '0', '27,500', '+27,500'],
    ['Kofi Mensah, referrer', '27,500', '32,500', '+5,000'],
  ] as const) {
    const group = forecast.locator('tbody', { hasText: person })
    await expect(group.getByRole('row', { name: /^Total/ }).locator('td')).toHaveText(['Total', before, after, change])
  }
})

test(
  'a reused file is reported with a link to the other request, which names its administrator',
  phone,
  async ({ page, answers, isMobile }) => {
    const [first, second] = buysOf('Ama One', 'Ama Two')
    const approvals = giveApprovals(answers, [first, second], (request) => ({
      evidence: [sameFile(request.id === first.id ? second : first)],
      warnings: ['same_file'],
    }))
    approvals.decide(first, 'rejected', { admin_notes: 'Not ours.' })
    await page.goto(depositApprovals)
    await expect(requesterHeading(page, 'Ama Two')).toBeVisible()
    const warning = page.locator('[data-tone="bad"]', { hasText: 'The same file came with' })
    await expect(warning).toContainText('another member · Rejected')
    const field = page.getByRole('searchbox', { name: 'Search the queue' })
    await openQueue(page)
    await field.fill('two')
    await expect(page).toHaveURL(/search=two/)
    if (isMobile) await closeQueue(page)
    await expectAccessibleAtEveryWidth(page)
    await warning.getByRole('link', { name: 'Buy of Ama One' }).first().click()
    await expect(requesterHeading(page, 'Ama One')).toBeVisible()
    // The queue is complete again, and the search field is empty.
    await openQueue(page)
    await expect(field).toHaveValue('')
    if (isMobile) await closeQueue(page)
    await expect(page.getByText('Rejected by Ines Carvalho')).toBeVisible()
    await expect(page.getByText('Not ours.')).toBeVisible()
    await expect(approveButton(page)).toHaveCount(0)
    // Today's price does not concern a decided request.
    const checks = page.getByRole('region', { name: 'Check of the figures' })
    await expect(checks.getByRole('columnheader')).toHaveText(['Check', 'Request'])
    await expect(page.getByText(/the price list|Prices have changed/)).toHaveCount(0)
    await page.reload()
    await expect(requesterHeading(page, 'Ama One')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the oldest that waits' }).click()
    await expect(requesterHeading(page, 'Ama Two')).toBeVisible()
    expect(decisionsOf(answers)).toEqual([])
  },
)

test('a request that another administrator decides stays on the screen with that name, and no other one replaces it', async ({
  page,
  answers,
}) => {
  const [first, second] = buysOf('Ama One', 'Ama Two')
  const approvals = giveApprovals(answers, [first, second])
  await page.goto(depositApprovals)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  approvals.decide(first, 'approved', { decided_by_name: 'Bram de Vries' })
  await expect(page.getByText('Approved by Bram de Vries')).toBeVisible()
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await expect(approveButton(page)).toHaveCount(0)
  await expect(await openQueue(page)).toHaveText([/Ama Two/])
})

test('the queue is searched on the server, from the address, too, and typing decides nothing', async ({
  page,
  answers,
}) => {
  giveApprovals(answers, buysOf('Ama One', 'Bea Two', 'Ama Three'))
  await page.goto(depositApprovals)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  const rows = await openQueue(page)
  const field = page.getByRole('searchbox', { name: 'Search the queue' })
  await field.pressSequentially('ama')
  await expect(rows).toHaveText([/Ama One/, /Ama Three/])
  await expect(page.getByText('2 found.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page).toHaveURL(/search=ama/)
  expect(answers.callsOf(listQueue).at(-1)?.query).toMatchObject({ search: 'ama' })
  await field.fill('nobody')
  await expect(page.getByText('No request matches.')).toBeVisible()
  await page.goto(`${depositApprovals}?search=bea`)
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
})

/** Returns the decisions that the page has sent. */
function decisionsOf(answers: Answers) {
  return answers.callsOf(decideRequest).map(({ params, body }) => [params.requestId, body.status, body.admin_notes])
}

async function closeQueue(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Runs in the page. True if no other element covers the middle of this one within the window. */
function isSeen(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Returns a colour of the theme as the browser reads it. */
async function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${token})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
}

/** Demands that the button shows a spinner and is disabled for clicks and screen readers. */
async function expectBusy(button: Locator) {
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button.locator('.animate-spin')).toHaveCount(1)
}

test('the automatic approval is named above the queue, and stopped at once after a question [A303]', async ({
  page,
  answers,
}) => {
  const settings = { is_automatic_approval_on: true }
  answers.give(getPlatformSettings, () => platformSettings(settings))
  answers.give(stopAutomaticApproval, () => {
    settings.is_automatic_approval_on = false
    return {}
  })
  giveApprovals(answers, buysOf('Ama One'))
  await page.goto(depositApprovals)
  await expect(page.getByText('Automatic approval is on')).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await page.getByRole('button', { name: 'Stop it now' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It stops at once, and all owners get a mail.')
  await question.getByRole('button', { name: 'Stop it now' }).click()
  await expectToast(page, 'Automatic Approval Stopped')
  await expect(page.getByText('Automatic approval is on')).toHaveCount(0)
  expect(answers.callsOf(stopAutomaticApproval)).toHaveLength(1)
})
