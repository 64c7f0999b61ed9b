import { expect, test } from 'vitest'
import type { BuyRequest, WithdrawalRequest } from '../../../../contract/requests.ts'
import type { RequestReview } from './kinds/kind-review.ts'
import { requestChecks } from './request-checks.ts'

const request: BuyRequest = {
  kind: 'buy',
  id: '0198f2c4-0000-7000-8000-000000000001',
  number: 'B-7K3M-94',
  user_id: '0198f2c4-0000-7000-8000-000000000002',
  profile: { full_name: 'Amara Osei', email: 'amara@example.com', member_id: 'ET-004182' },
  amount_coins: '10000',
  amount_usd: '100',
  usdt_amount: '100.1001',
  usdt_tail: null,
  usdt_rate: '0.999',
  usdt_rate_is_fallback: false,
  transaction_hash: null,
  slip_revision: 0,
  slip_asked_at: null,
  slip_reason: null,
  rate: '0.01',
  bonus_coins: '2000',
  payment_proof_id: null,
  payment_proof_url: null,
  package_id: '0198f2c4-0000-7000-8000-000000000003',
  package_name: 'Gold',
  received_usdt: null,
  credited_coins: null,
  credited_usd: null,
  status: 'pending',
  admin_notes: null,
  decided_by_name: null,
  decided_at: null,
  created_at: '2026-11-20T14:02:00Z',
  updated_at: '2026-11-20T14:02:00Z',
  reversal: null,
}

const review: RequestReview = {
  request,
  member: {
    status: 'Active',
    first_purchase_done: true,
    available_coins: '43000',
    locked_coins: '5000',
    approved_buys: 6,
    rejected_buys: 0,
  },
  package: {
    id: '0198f2c4-0000-7000-8000-000000000003',
    package_name: 'Gold',
    min_coin_purchase: '10000',
    coin_price: '0.01',
    bonus_percentage: '20',
    bonus_coins: '2000',
    total_coins: '12000',
    total_price: '100',
    withdrawal_time: '24 hours',
    withdrawal_rules: null,
    icon: 'Crown',
    created_at: '2026-01-01T00:00:00Z',
  },
  expected: { amount_usd: '100', usdt_amount: '100.1001' },
  deposit_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  effects: [],
  bonus_coins: '2000',
  referral_reward_coins: '0',
  evidence: [],
  earlier_uses: [],
  reuse_reasons: [],
  warnings: [],
  is_first_transfer: null,
  attachment: null,
  wallet: null,
  outgoing: null,
  maturing: null,
  needs_step_up: false,
  chain: null,
  first_payment: null,
  former_slips: [],
  slip_sent_at: null,
  outlook: null,
}

test('shows the frozen figures beside those of today', () => {
  expect(requestChecks(request, review)).toEqual([
    { name: 'Coins', request: '10,000\u00a0ET', expected: 'multiple of 1,000', agrees: true },
    { name: 'Bonus of Gold', request: '2,000\u00a0ET', expected: '2,000\u00a0ET', agrees: true },
    { name: 'Price in USD', request: '$100.00', expected: '$100.00', agrees: true },
    { name: 'USDT at 0.9990', request: '100.1001', expected: '100.1001', agrees: true },
  ])
})

test('marks the figures that differ today', () => {
  const changed = { ...review, expected: { amount_usd: '110', usdt_amount: '100.1001' }, package: null }
  const disagreeing = requestChecks(request, changed).filter(({ agrees }) => agrees === false)
  expect(disagreeing.map(({ name }) => name)).toEqual(['Bonus of Gold', 'Price in USD'])
})

test('names the reward and the referrer who gets it', () => {
  const referrer = { user_id: request.user_id, full_name: 'Kofi Mensah', member_id: 'ET-1', status: 'Active' } as const
  const none = {
    available_before: '0',
    available_after: '500',
    locked_before: '0',
    locked_after: '0',
    debt_repaid: '0',
  }
  const effects = [{ ...referrer, ...none, role: 'referrer' as const, total_before: '0', total_after: '500' }]
  const checks = requestChecks(request, { ...review, effects, referral_reward_coins: '500' })
  expect(checks).toContainEqual({ name: 'Referral reward', request: '500\u00a0ET', expected: 'to Kofi Mensah' })
})

test('a withdrawal has its value at the frozen and at the present rate', () => {
  const withdrawal: WithdrawalRequest = {
    kind: 'withdrawal',
    id: request.id,
    number: 'W-7K3M-94',
    user_id: request.user_id,
    profile: request.profile,
    amount_coins: '5000',
    amount_usd: '50',
    rate: '0.01',
    usdt_amount: null,
    usdt_rate: null,
    usdt_rate_is_fallback: false,
    wallet_address: 'T1',
    withdrawal_time: '24 hours',
    attachment_id: null,
    attachment_url: null,
    payout: null,
    status: 'pending',
    admin_notes: null,
    decided_by_name: null,
    decided_at: null,
    created_at: request.created_at,
    updated_at: request.updated_at,
    reversal: null,
  }
  const value = { name: 'USD at $0.01000', request: '$50.00', expected: '$50.00', agrees: true }
  expect(requestChecks(withdrawal, review)).toContainEqual(value)
  const evidence = [{ kind: 'rate_differs' as const, requests: [], count: 0, before: '0.01', current: '0.012' }]
  const changed = requestChecks(withdrawal, { ...review, evidence })
  expect(changed).toContainEqual({ ...value, expected: '$60.00', agrees: false })
})
