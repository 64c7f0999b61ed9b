import type { ChainCandidate, ChainReview } from '../../contract/chain-review.ts'
import { decideRequest } from '../../contract/requests.ts'
import { approveButton, buysOf, depositApprovals } from '../helpers/approvals-page.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const phone = { tag: '@phone' }
const noon = '2025-03-10T12:00:00.000Z'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

function aTransfer(fields: Partial<ChainCandidate> = {}): ChainCandidate {
  const hash = 'ab'.repeat(32)
  return {
    hash,
    log_index: 0,
    usdt: '250',
    from_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    explorer_url: `https://tronscan.org/#/transaction/${hash}`,
    block_time: noon,
    amount: 'exact',
    is_right_address: true,
    timing: 'in_time',
    sender: 'unknown',
    is_named: false,
    named_by_others: 0,
    same_amount_open: 0,
    strength: 'B',
    used: null,
    ...fields,
  }
}
const aChain = (fields: Partial<ChainReview>): ChainReview => ({
  state: 'found',
  read_at: noon,
  named: null,
  transfers: [],
  ...fields,
})

for (const [state, text] of [
  ['not_checked', 'Not checked on chain.'],
  ['not_possible', 'The chain could not be checked.'],
  ['nothing_found', 'No payment is found yet.'],
] as const) {
  test(`the state ${state} has words of its own`, async ({ page, answers }) => {
    giveApprovals(answers, buysOf('Ama One'), () => ({ chain: aChain({ state }) }))
    await page.goto(depositApprovals)
    const section = page.getByRole('region', { name: 'Payment on chain' })
    await expect(section).toContainText(text)
    for (const other of ['Not checked on chain.', 'The chain could not be checked.', 'No payment is found yet.']) {
      if (other !== text) await expect(section).not.toContainText(other)
    }
  })
}

test('a chosen transfer pays for the request, and the dialog says so', phone, async ({ page, answers }) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [request], () => ({ chain: aChain({ transfers: [aTransfer()] }) }))
  await page.goto(depositApprovals)
  const section = page.getByRole('region', { name: 'Payment on chain' })
  await expect(section).toContainText('Exactly the amount of the request')
  await expect(section.getByRole('link', { name: 'Explorer' })).toHaveAttribute('href', /tronscan\.org/)
  await expectAccessibleAtEveryWidth(page)
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toContainText('No transfer on chain is chosen.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('checkbox', { name: 'This transfer pays for the request' }).check()
  await approveButton(page).click()
  await expect(dialog).toContainText('Paid by a transfer of 250.0000 USDT.')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog).toHaveCount(0)
  const { hash, log_index } = aTransfer()
  expect(answers.callsOf(decideRequest).map(({ body }) => body)).toMatchObject([{ transfers: [{ hash, log_index }] }])
})

test('less than the price is credited only if a part is chosen', async ({ page, answers }) => {
  const [request] = buysOf('Ama One')
  const transfer = aTransfer({ usdt: '100', amount: 'under', strength: 'A', sender: 'own' })
  giveApprovals(answers, [request], () => ({ chain: aChain({ transfers: [transfer] }) }))
  await page.goto(depositApprovals)
  const section = page.getByRole('region', { name: 'Payment on chain' })
  await section.getByRole('checkbox', { name: 'This transfer pays for the request' }).check()
  await expect(approveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await section.getByRole('checkbox', { name: /Credit a part: 10,000\sET for \$100\.00/ }).check()
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toContainText('Only a part is credited')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog).toHaveCount(0)
  expect(answers.callsOf(decideRequest).map(({ body }) => body)).toMatchObject([{ credit: 'part' }])
})

test('a transfer that another member names is chosen only with an acknowledgement', async ({ page, answers }) => {
  const [request] = buysOf('Ama One')
  giveApprovals(answers, [request], () => ({
    chain: aChain({ transfers: [aTransfer({ named_by_others: 1, strength: 'C', is_named: true })] }),
  }))
  await page.goto(depositApprovals)
  const section = page.getByRole('region', { name: 'Payment on chain' })
  await expect(section).toContainText('Another member names this transfer, too')
  await section.getByRole('checkbox', { name: 'This transfer pays for the request' }).check()
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('checkbox', { name: /another member names one of these transfers/ }).check()
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  expect(answers.callsOf(decideRequest).map(({ body }) => body)).toMatchObject([{ acknowledged: ['transfer_claimed'] }])
})
