import { expect, test } from 'vitest'
import type { BuyRequest, Request, TransferRequest, WithdrawalRequest } from '../../../contract/requests.ts'
import {
  canBeSentAgain,
  decisionText,
  requestSteps,
  requestTitle,
  requesterOf,
  statusDisplay,
  statusText,
} from './request-display.ts'

const person = (full_name: string, member_id: string) => ({ full_name, member_id, email: `${member_id}@example.com` })

function transfer(
  status: TransferRequest['status'],
  decidedAt: string | null,
  decidedBy: string | null = null,
): TransferRequest {
  return {
    kind: 'transfer',
    id: '0198f2c4-0000-7000-8000-000000000001',
    number: 'T-7K3M-94',
    sender_id: '0198f2c4-0000-7000-8000-000000000002',
    sender_profile: person('Amara Osei', 'ET-004182'),
    recipient_profile: person('Kofi Mensah', 'ET-004183'),
    recipient_member_id: 'ET-004183',
    amount_coins: '5000',
    amount_usd: '50',
    rate: '0.01',
    status,
    admin_notes: null,
    decided_by_name: decidedBy,
    decided_at: decidedAt,
    created_at: '2026-11-20T14:02:00Z',
    updated_at: '2026-11-20T14:02:00Z',
    reversal: null,
  }
}

const at = '2026-11-20T16:00:00Z'
const read = (request: Request) => requestSteps(request).map(({ title, at, state }) => [title, at, state])

test('names the steps of a pending request, of which only the first has a time', () => {
  expect(read(transfer('pending', null))).toEqual([
    ['Coins locked', '2026-11-20T14:02:00Z', 'done'],
    ['Under review', null, 'current'],
    ['Coins sent', null, 'todo'],
  ])
})

test('names the decider, the time, and the result for the coins', () => {
  expect(read(transfer('approved', at, 'Dana Reyes')).slice(1)).toEqual([
    ['Approved by Dana Reyes', at, 'done'],
    ['Coins sent', at, 'done'],
  ])
  expect(read(transfer('rejected', at, 'Dana Reyes')).slice(1)).toEqual([
    ['Rejected by Dana Reyes', at, 'failed'],
    ['Coins returned', at, 'done'],
  ])
  expect(read(transfer('cancelled', at)).slice(1)).toEqual([
    ['Cancelled by the member', at, 'failed'],
    ['Coins returned', at, 'done'],
  ])
})

test('a purchase that expired failed without a decision, and can be sent again', () => {
  const { id, number, amount_coins, amount_usd, rate, created_at, updated_at, sender_id, sender_profile } = transfer(
    'expired',
    at,
  )
  const expired: BuyRequest = {
    id,
    number,
    amount_coins,
    amount_usd,
    rate,
    created_at,
    updated_at,
    kind: 'buy',
    status: 'expired',
    user_id: sender_id,
    profile: sender_profile,
    decided_at: at,
    decided_by_name: null,
    admin_notes: null,
    reversal: null,
    usdt_amount: '50',
    usdt_tail: null,
    usdt_rate: '1',
    usdt_rate_is_fallback: false,
    bonus_coins: '0',
    payment_proof_id: null,
    payment_proof_url: null,
    transaction_hash: null,
    slip_revision: 0,
    slip_asked_at: null,
    slip_reason: null,
    package_id: null,
    package_name: null,
    received_usdt: null,
    credited_coins: null,
    credited_usd: null,
  }
  expect(read(expired).slice(1)).toEqual([
    ['Expired without a decision', at, 'failed'],
    ['No coins credited', at, 'failed'],
  ])
  expect(requestSteps(expired)[1]?.note).toMatch(/^No administrator decided it in time\./)
  expect(statusText(expired)).toBe('Expired')
  expect(canBeSentAgain(expired)).toBe(true)
  for (const status of ['pending', 'approved', 'cancelled'] as const) {
    expect(canBeSentAgain({ ...expired, status })).toBe(false)
  }
  expect(canBeSentAgain(transfer('rejected', at))).toBe(false)
})

test('an approved withdrawal is not called paid, as the site does not know it', () => {
  const { sender_id: userId, sender_profile: profile, ...shared } = transfer('approved', at, 'Dana Reyes')
  const withdrawal: WithdrawalRequest = {
    ...shared,
    kind: 'withdrawal',
    user_id: userId,
    profile,
    wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    usdt_amount: '50',
    usdt_rate: '1',
    usdt_rate_is_fallback: false,
    withdrawal_time: '24 hours',
    attachment_id: null,
    attachment_url: null,
    payout: null,
  }
  const follows = 'Approved, payment by the operator follows'
  expect(read(withdrawal).slice(1)).toEqual([
    ['Approved by Dana Reyes', at, 'done'],
    [follows, at, 'current'],
  ])
  expect(statusText(withdrawal)).toBe(follows)
  expect(decisionText(withdrawal, 'Dana Reyes')).toBe('Approved by Dana Reyes, payment by the operator follows')
  expect(decisionText(withdrawal, null)).toBe(follows)
  expect(read({ ...withdrawal, status: 'pending', decided_at: null })[2]).toEqual([
    'Payment by the operator',
    null,
    'todo',
  ])
  expect(statusText({ ...withdrawal, status: 'rejected' })).toBe('Rejected')
  const since = '2026-03-11T10:00:00.000Z'
  for (const [state, failures, title, look] of [
    ['to_pay', 0, 'Approved, payment on its way', 'current'],
    ['to_pay', 1, 'Payment failed, it will be sent again', 'current'],
    ['sent', 1, 'Sent, not checked', 'current'],
    ['confirmed', 0, 'Confirmed on the network', 'done'],
    ['untracked', 0, 'Approved, its payment is not recorded here', 'current'],
  ] as const) {
    const paid: WithdrawalRequest = { ...withdrawal, payout: { state, since, hash: null, failures } }
    expect(read(paid)[2]).toEqual([title, since, look])
    expect(statusText(paid)).toBe(title)
  }
})

test('covers amounts if the reader has hidden them', () => {
  expect(requestTitle(transfer('pending', null), () => '••••••')).toBe('Transfer ••••••\u00a0ET')
})

test('shows a status that it does not know as its own text [REQ-04]', () => {
  expect(statusDisplay('on_hold')).toEqual({ tone: 'neutral', label: 'on_hold' })
  expect(statusDisplay('approved').label).toBe('Approved')
  const unknown = { ...transfer('pending', null), status: 'on_hold' } as unknown as TransferRequest
  expect(read(unknown).slice(1)).toEqual([
    ['on_hold', null, 'current'],
    ['Coins sent', null, 'todo'],
  ])
})

test('the requester of a transfer is its sender', () => {
  expect(requesterOf(transfer('pending', null))).toMatchObject({
    userId: '0198f2c4-0000-7000-8000-000000000002',
    full_name: 'Amara Osei',
  })
  expect(requestTitle(transfer('pending', null))).toBe('Transfer 5,000\u00a0ET')
})
