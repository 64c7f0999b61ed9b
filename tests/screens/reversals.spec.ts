import { getRequestOrigins } from '../../contract/request-review.ts'
import type { BuyRequest } from '../../contract/requests.ts'
import { checkWalletAddress, getWalletChange } from '../../contract/own-profile.ts'
import { listRecentRecipients } from '../../contract/recent-recipients.ts'
import { previewReversal, reverseRequest, type ReversalPreview } from '../../contract/reversals.ts'
import { listProposedChanges } from '../../contract/proposed-changes.ts'
import { listWaitingRequests } from '../../contract/second-approvals.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { aBuy, anAdminProfile, aProfile, ownStats, walletCheck } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { giveRequestList } from '../helpers/screen-data/request-list.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'

const reason = 'The payment was for another member.'
const member = aProfile({ full_name: 'Amara Osei' })
const approved = (): BuyRequest => aBuy(member, { status: 'approved', decided_by_name: 'Ines Carvalho' })

function aPreview({ id }: { id: string }, fields: Partial<ReversalPreview> = {}): ReversalPreview {
  return {
    obstacle: null,
    effects: [
      {
        user_id: id,
        full_name: 'Amara Osei',
        member_id: 'ET-1A2B3C',
        role: 'member',
        coins: '-27500',
        available_before: '7500',
        available_after: '0',
        locked_coins: '0',
        debt_before: '0',
        debt_after: '20000',
      },
    ],
    debt_coins: '20000',
    first_purchase: 'restored',
    package_name: null,
    transfers: 1,
    payout_state: null,
    worth_usd: '275',
    need: 'nothing',
    rule: null,
    ...fields,
  }
}

test('an administrator sees what a reversal moves, gives a reason, and reads that it was done', async ({
  page,
  answers,
}) => {
  const request = approved()
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(getRequestOrigins, { items: [] })
  giveRequestList(answers, [request])
  answers.give(previewReversal, aPreview(member))
  await page.goto(`/admin/all-activity?request=${request.id}&member=${member.id}`)
  await page.getByRole('link', { name: 'Reverse this request…' }).click()
  await expect(page).toHaveURL(/reverse=yes/)
  const dialog = page.getByRole('alertdialog', { name: `Reverse the request ${request.number}?` })
  const person = dialog.getByRole('region', { name: 'Member: Amara Osei' })
  await expect(person).toContainText('27,500\u00a0ET')
  await expect(person).toContainText('7,500\u00a0ET → 0\u00a0ET')
  await expect(person).toContainText('0\u00a0ET → 20,000\u00a0ET')
  await expect(dialog).toContainText('the next first package earns the reward again')
  await expect(dialog).toContainText('can pay for another request afterwards')
  await expectAccessibleAtThisWidth(page)
  const action = dialog.getByRole('button', { name: 'Reverse the request' })
  await action.click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
  await dialog.getByLabel('Reason').fill(reason)
  answers.give(reverseRequest, () => {
    throw new Refusal('reversal_differs', { values: { coins: '25000' } })
  })
  await action.click()
  await expect(dialog.getByRole('alert')).toContainText('a debt of 25,000 ET')
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
  answers.give(reverseRequest, () => {
    Object.assign(request, { reversal: { at: '2026-03-11T12:00:00.000Z', reason } })
    return { request, is_reversed: true }
  })
  await action.click()
  await expect(dialog).toHaveCount(0)
  const sheet = page.getByRole('dialog', { name: 'Request' })
  await expect(sheet.getByRole('status')).toContainText('The request was reversed.')
  await expect(sheet.locator('[data-status="reversed"]')).toHaveText('Reversed')
  await expect(sheet).toContainText(reason)
  await expect(page.getByRole('link', { name: 'Reverse this request…' })).toHaveCount(0)
  expect(answers.callsOf(reverseRequest).map(({ body }) => body)).toEqual([
    { reason, debt_coins: '20000' },
    { reason, debt_coins: '20000' },
  ])
})

test('a reversal that cannot be made says why, and one of great worth is proposed', async ({ page, answers }) => {
  const request = approved()
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(getRequestOrigins, { items: [] })
  giveRequestList(answers, [request])
  answers.give(previewReversal, aPreview(member, { obstacle: 'payout_sent_already', effects: [], debt_coins: '0' }))
  const address = `/admin/all-activity?request=${request.id}&member=${member.id}&reverse=yes`
  await page.goto(address)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('alert')).toContainText('has been sent, so the withdrawal cannot be reversed')
  await expect(dialog.getByRole('button', { name: 'Reverse the request' })).toHaveAttribute('aria-disabled', 'true')
  const rule = { scope: 'single', over_usd: '10000', before_usd: '0' } as const
  answers.give(previewReversal, aPreview(member, { worth_usd: '12300', need: 'second', rule }))
  answers.give(reverseRequest, { request, is_reversed: false })
  await page.goto(address)
  await expect(dialog).toContainText('Another administrator must confirm it.')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Propose the reversal' }).click()
  await expect(page.getByRole('dialog', { name: 'Request' }).getByRole('status')).toContainText(
    'The reversal was noted.',
  )
})

test('a support person has no button to reverse', async ({ page, answers }) => {
  const request = approved()
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'support' }))
  answers.give(getRequestOrigins, { items: [] })
  giveRequestList(answers, [request])
  await page.goto(`/admin/all-activity?request=${request.id}&member=${member.id}`)
  await expect(page.getByRole('dialog', { name: 'Request' })).toContainText(request.number)
  await expect(page.getByRole('link', { name: 'Reverse this request…' })).toHaveCount(0)
})

test('a second owner sees a proposed reversal with what it does now, and approves it', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(listWaitingRequests, { items: [], has_more: false })
  answers.give(previewReversal, aPreview(member, { worth_usd: '12300' }))
  const id = '01a20a82-8516-78a5-9832-a7b04df3ed83'
  answers.give(listProposedChanges, {
    items: [
      {
        id,
        kind: 'reversal',
        subject: { id: member.id, full_name: 'Amara Osei' },
        before: null,
        after: { requestId: id, kind: 'buy', coins: '25000', worthUsd: '12300' },
        reason,
        proposer: { id, full_name: 'Grace Hopper' },
        created_at: '2026-01-02T03:04:05.000Z',
        expires_at: '2026-01-09T03:04:05.000Z',
        ready_at: null,
        may_approve: true,
      },
    ],
  })
  await page.goto('/admin/second-approvals')
  const item = page.getByRole('listitem').filter({ hasText: 'Reversal of a request' }).first()
  await expect(item).toContainText('0\u00a0ET → 20,000\u00a0ET')
  await expect(item).toContainText(reason)
  await expect(item.getByRole('link', { name: 'Look at the request' })).toHaveAttribute(
    'href',
    `/admin/all-activity?request=${id}&member=${member.id}`,
  )
  await expectAccessibleAtEveryWidth(page)
  await item.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Gives back')
})

test('a member reads what is owed wherever coins are bought or spent', async ({ page, answers }) => {
  await readAsMember(page, answers, member)
  giveOverview(answers, member)
  answers.give(listRecentRecipients, { items: [] })
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  answers.give(getUserDashboardStats, ownStats({ available_coins: '0', debt_coins: '1234.5' }))
  for (const address of ['/dashboard', '/dashboard/withdraw', '/dashboard/transfer']) {
    await page.goto(address)
    const note = page.getByRole('main').getByText('You owe 1,234.5\u00a0ET.')
    await expect(note, address).toBeVisible()
  }
  await expectAccessibleAtThisWidth(page)
  answers.give(getUserDashboardStats, ownStats())
  await page.goto('/dashboard')
  await expect(page.getByText(/^You owe/)).toHaveCount(0)
})
