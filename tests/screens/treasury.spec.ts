import { checkTreasuryBalances, getTreasury, type Treasury } from '../../contract/treasury.ts'
import { getVerification, releaseFinding } from '../../contract/verification.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { anEmptyTreasury, aTreasury } from '../helpers/screen-data/treasury.ts'
import { aFinding, goodBooks } from '../helpers/screen-data/verification.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const path = '/admin/treasury'
const checkNow = { name: 'Check now' }

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(getTreasury, aTreasury)
  answers.give(getVerification, goodBooks)
})

/** The address of the treasury with these changes. */
function withAddress(fields: Partial<Treasury['addresses'][number]>): Treasury['addresses'] {
  return aTreasury.addresses.map((address) => ({ ...address, ...fields }))
}

test('each difference between the requests and the addresses has a line with its exact amount', async ({ page }) => {
  await page.goto(path)
  const lines = {
    '4 approved buys asked for': '400.00',
    '6 approved withdrawals are worth': '− 210.00',
    'By the requests': '190.00',
    '1 approved buy without a transfer': '− 100.00',
    'Buys paid too little': '− 66.666667',
    'Buys paid too much': '+ 5.50',
    'Transfers without a request': '+ 12.345678',
    '1 payout still to pay': '+ 60.00',
    '2 payouts sent, not confirmed': '+ 90.00',
    'Withdrawals from before payouts were recorded': '+ 10.00',
    'Payouts from other addresses': '+ 30.00',
    'Should be on the addresses': '231.179011',
    'On the addresses': '240.00',
    'Received since then': '+ 12.345678',
    'Left since then': '− 20.00',
    'Not explained by requests': '1.166667',
  }
  const card = page.locator('section').filter({ hasText: 'From the requests to the addresses' })
  await expect(card.getByRole('term')).toHaveText(Object.keys(lines))
  await expect(card.getByRole('definition')).toHaveText(Object.values(lines))
  await expect(page.getByText('1 payout of 50.00 USDT is contradicted by the network.')).toBeVisible()
  await expect(page.getByText('As of final block 67000123')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('without a provider the requests are shown, and nothing of the chain is claimed', async ({ page, answers }) => {
  answers.give(getTreasury, {
    ...aTreasury,
    has_provider: false,
    received: { count: 0, usdt: '0' },
    balance: null,
    addresses: withAddress({ received: { count: 0, usdt: '0' }, balance: null }),
  })
  await page.goto(path)
  await expect(page.getByText('No provider of the network is set.')).toBeVisible()
  const card = page.locator('section').filter({ hasText: 'From the requests to the addresses' })
  await expect(card.getByRole('definition')).toHaveText(['400.00', '− 210.00', '190.00', 'Not checked on chain'])
  await expect(page.getByText('Recorded, not checked')).toBeVisible()
  await expect(page.getByText('Should be on the addresses')).toBeHidden()
  await expect(page.getByRole('button', checkNow)).toBeHidden()
  await expectAccessibleAtEveryWidth(page)
})

test('a balance that was never read, could not be read, or cannot be read is never shown as a figure', async ({
  page,
  answers,
}) => {
  const unanswered = '2026-11-24T11:00:00.000Z'
  answers.give(getTreasury, {
    ...aTreasury,
    balance: null,
    addresses: [
      ...withAddress({ balance: null }),
      ...withAddress({ address: 'TJ', balance: null, unanswered_at: unanswered, is_current: false }),
      ...withAddress({ address: '0xabc', balance: null, is_checkable: false, is_current: false }),
    ],
  })
  await page.goto(path)
  await expect(page.getByText('Not checked yet')).toHaveCount(6)
  await expect(page.getByText('This says nothing about the balance.')).toBeVisible()
  await expect(page.getByText('No address of the TRON network, so it is not checked.')).toBeVisible()
})

test('a click asks for the balances, and a failure keeps what is shown', async ({ page, answers }) => {
  await page.goto(path)
  answers.give(checkTreasuryBalances, () => {
    throw new Refusal('server_busy')
  })
  await page.getByRole('button', checkNow).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('As of final block 67000123')).toBeVisible()
  answers.give(checkTreasuryBalances, {
    ...aTreasury,
    balance: aTreasury.balance && { ...aTreasury.balance, usdt: '555.5', unexplained_usdt: '-3' },
  })
  await page.getByRole('button', checkNow).click()
  await expect(page.getByText('555.50')).toHaveCount(2)
  await expect(page.getByText('−3.00')).toHaveCount(2)
})

test('an auditor saves the file and asks for nothing, an approver the other way round', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^CSV/ })).toBeVisible()
  await expect(page.getByRole('button', checkNow)).toBeHidden()
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'approver' }))
  await page.reload()
  await expect(page.getByRole('button', checkNow)).toBeVisible()
  await expect(page.getByRole('button', { name: /^CSV/ })).toBeHidden()
})

test('a treasury without a history, and one that cannot be read', async ({ page, answers }) => {
  answers.give(getTreasury, anEmptyTreasury)
  await page.goto(path)
  await expect(page.getByText('No deposit address has been set yet.')).toBeVisible()
  answers.give(getTreasury, () => {
    throw new Refusal('server_busy')
  })
  await page.reload()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByText('Should be on the addresses')).toBeHidden()
})

test('books that are right say when they were checked, and late or missing checks never pass as right', async ({
  page,
  answers,
}) => {
  await page.goto(path)
  const card = page.locator('section').filter({ hasText: 'Check of the books' })
  await expect(card.getByText('The entries of the ledger agree with one another.')).toBeVisible()
  await expect(card.getByText('340')).toBeVisible()
  const reach = card
    .locator('div')
    .filter({ has: page.getByText('Time until a changed row is found', { exact: true }) })
  await expect(reach.getByRole('definition')).toHaveText('33 seconds')
  for (const [state, text] of [
    ['late', 'The check of the books is late.'],
    ['never', 'The books have not been checked yet.'],
  ] as const) {
    answers.give(getVerification, { ...goodBooks, state, ...(state === 'never' && { whole: null, balances: null }) })
    await page.reload()
    await expect(card.getByText(text)).toBeVisible()
    await expect(card.getByText('agree with one another')).toHaveCount(0)
  }
})

test('an owner releases a finding with a reason once it is right again, and not before', async ({ page, answers }) => {
  answers.give(getVerification, { ...goodBooks, state: 'open', open_count: 1, findings: [aFinding] })
  await page.goto(path)
  const card = page.locator('section').filter({ hasText: 'Check of the books' })
  await expect(card.getByText('The books have 1 open finding.')).toBeVisible()
  await expect(card.getByText('49001 + 1000')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Release' })).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)

  const settled = { ...aFinding, settled_at: '2026-03-10T11:59:30.000Z' }
  answers.give(getVerification, { ...goodBooks, state: 'open', open_count: 1, findings: [settled] })
  answers.give(releaseFinding, () => {
    throw new Refusal('finding_persists')
  })
  await page.reload()
  await card.getByRole('button', { name: 'Release' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('The row was put right from its lines')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const prove = async () => {
    await proof.getByLabel('Password', { exact: true }).fill(password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
  }
  await dialog.getByRole('button', { name: 'Release' }).click()
  await prove()
  await expect(dialog.getByText('The last check has found this fault again.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The row was put right from its lines')
  answers.give(releaseFinding, {})
  await dialog.getByRole('button', { name: 'Release' }).click()
  await prove()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, { title: 'Finding Released', description: 'Decisions go on.' })
})
