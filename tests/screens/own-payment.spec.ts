import { getOwnPayment, type OwnPayment } from '../../contract/own-payment.ts'
import { getRequest, listRequests, type BuyRequest } from '../../contract/requests.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, aProfile, onePage, platformSettings } from '../helpers/screen-data.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'

const phone = { tag: '@phone' }
const hash = 'ab'.repeat(32)

type Transaction = OwnPayment['transactions'][number]

function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  return {
    hash,
    is_final: true,
    reason: 'suggests',
    usdt: '250',
    block_time: '2026-03-10T12:00:00.000Z',
    explorer_url: `https://tronscan.org/#/transaction/${hash}`,
    ...fields,
  }
}
const unknown = { is_final: false, usdt: null, block_time: null }

/** Answers one buy of a member and its payment, which the test may change. */
function giveBuy(answers: Answers, fields: Partial<BuyRequest> = {}): { path: string; payment: OwnPayment } {
  const request = aBuy(aProfile(), fields)
  const world: { path: string; payment: OwnPayment } = {
    path: `/dashboard/activity?request=${request.id}`,
    payment: { state: 'nothing_seen', transactions: [] },
  }
  answers.give(listRequests, onePage([request]))
  answers.give(getRequest, request)
  answers.give(getOwnPayment, () => world.payment)
  return world
}

test.beforeEach(async ({ page, answers }) => {
  await readAsMember(page, answers)
})

test(
  'a member sees a payment on the network, and then that it is final, without a reload',
  phone,
  async ({ page, answers }) => {
    const world = giveBuy(answers)
    await page.goto(world.path)
    const section = page.getByRole('region', { name: 'Payment on the network' })
    await expect(section).toContainText('No payment is seen on the network yet.')
    world.payment = { state: 'seen', transactions: [aTransaction(unknown)] }
    answers.announce('requests')
    await expect(section).toContainText('Seen on the network')
    await expect(section).toContainText('It counts once it is final, after about a minute.')
    await expect(section).not.toContainText('received')
    world.payment = { state: 'final', transactions: [aTransaction()] }
    answers.announce('requests')
    await expect(section).toContainText('250.0000 USDT received')
    await expect(section).toContainText('An administrator compares this payment with your request.')
    await expect(section.getByRole('link', { name: 'Open in the explorer' })).toHaveAttribute(
      'href',
      /tronscan\.org.*abab/,
    )
    await expectAccessibleAtEveryWidth(page)
  },
)

test('nothing is claimed while the network is not read', async ({ page, answers }) => {
  const world = giveBuy(answers)
  world.payment = { state: 'not_checked', transactions: [] }
  await page.goto(world.path)
  await expect(page.getByText('Slip uploaded')).toBeVisible()
  await expect(page.getByText('network')).toHaveCount(0)
})

test('a transaction that was named alone has no amount, and a person is said to check it', async ({
  page,
  answers,
}) => {
  const world = giveBuy(answers)
  world.payment = { state: 'final', transactions: [aTransaction({ reason: 'named', usdt: null, block_time: null })] }
  await page.goto(world.path)
  const section = page.getByRole('region', { name: 'Payment on the network' })
  await expect(section).toContainText('You named this transaction.')
  await expect(section).not.toContainText('received')
})

test('a demonstration links to no explorer', async ({ page, answers }) => {
  const world = giveBuy(answers)
  world.payment = { state: 'final', transactions: [aTransaction()] }
  answers.give(getPlatformSettings, { ...platformSettings(), is_demo: true })
  await page.goto(world.path)
  const section = page.getByRole('region', { name: 'Payment on the network' })
  await expect(section).toContainText('Made up')
  await expect(section.getByRole('link')).toHaveCount(0)
})
