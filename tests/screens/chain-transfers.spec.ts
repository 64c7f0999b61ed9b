import { listChainTransfers, refundTransfer, type ChainTransfer } from '../../contract/chain-transfers.ts'
import { errors } from '../../contract/errors.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const path = '/admin/chain-transfers'
const hash = 'ab'.repeat(32)
const id = '019b0000-0000-7000-8000-000000000000'

function aChainTransfer(fields: Partial<ChainTransfer> = {}): ChainTransfer {
  return {
    hash,
    log_index: 0,
    usdt: '250',
    from_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    to_address: 'TVctry2PqHMYnGGkp9RYS6WToFQmDutDCw',
    block_time: '2026-03-10T12:00:00.000Z',
    explorer_url: `https://tronscan.org/#/transaction/${hash}`,
    is_payable: true,
    is_disputed: false,
    pays: null,
    refund: null,
    suggestions: [],
    ...fields,
  }
}
const aBuy = {
  user_id: id,
  request_id: id,
  number: 'B-HTF0-R8',
  full_name: 'Ama One',
  member_id: 'ET-1',
  status: 'pending',
  usdt_amount: '250',
} as const

function give(answers: Answers, items: ChainTransfer[], isWatched = true): void {
  answers.give(listChainTransfers, ({ query }) => ({
    items: items.filter(({ refund }) => (query.list === 'refunded') === (refund !== null)),
    next_cursor: null,
    is_watched: isWatched,
  }))
}

test('a transfer that no request claims is shown with the buys that it may belong to', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  give(answers, [aChainTransfer({ is_disputed: true, suggestions: [{ ...aBuy, reasons: ['named', 'amount'] }] })])
  await page.goto(path)
  const row = page.getByRole('listitem').filter({ hasText: '250.0000' }).first()
  await expect(row).toContainText('Two members claim it')
  await expect(row).toContainText('names this hash, has this amount')
  await expect(row.getByRole('link', { name: 'B-HTF0-R8' })).toHaveAttribute('href', /deposit-approvals.*019b0000/)
  await expectAccessibleAtEveryWidth(page)
})

test('a refund is noted by its hash and a reason, with a proof, and is then shown with what the network says', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  const items = [aChainTransfer()]
  give(answers, items)
  answers.give(refundTransfer, ({ body }) => {
    const refund = {
      hash: body.refund_hash,
      reason: body.reason,
      noted_by_name: 'Grace Hopper',
      noted_at: '2026-03-10T13:00:00.000Z',
      check: 'waiting',
      explorer_url: `https://tronscan.org/#/transaction/${body.refund_hash}`,
    } as const
    items[0] = aChainTransfer({ refund })
    return {}
  })
  await page.goto(path)
  await page.getByRole('button', { name: 'Note a refund' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Note that 250.0000 USDT were sent back?' })
  await dialog.getByLabel('Reason').fill('Sent twice')
  await dialog.getByLabel('Hash of the refund').fill('abc')
  await dialog.getByRole('button', { name: 'Note the refund' }).click()
  await expect(dialog).toContainText(errors.payout_hash_not_valid.message)
  await dialog.getByLabel('Hash of the refund').fill('cd'.repeat(32))
  await dialog.getByRole('button', { name: 'Note the refund' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByLabel('Password', { exact: true })
    .fill('correct horse Battery 9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Each known transfer has its use.')).toBeVisible()
  await page.getByRole('tab', { name: 'Refunded' }).click()
  await expect(page.getByText('Recorded, not yet looked up')).toBeVisible()
  await expect(page.getByText('Sent twice')).toBeVisible()
})

test('an auditor reads the transfers and notes no refund, and without a provider nothing is said to be checked', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  give(answers, [aChainTransfer()], false)
  await page.goto(path)
  await expect(page.getByText('No provider of the network is set')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Note a refund' })).toHaveCount(0)
})
