import { randomUUID } from 'node:crypto'
import type { Session } from '../../contract/auth.ts'
import type { OutputOf } from '../../contract/operation.ts'
import type { MembershipPackage } from '../../contract/packages.ts'
import type { checkWalletAddress } from '../../contract/own-profile.ts'
import type { Profile } from '../../contract/profiles.ts'
import type { getExchangeRates } from '../../contract/rates.ts'
import type { BuyRequest, Transaction, TransferRequest, WithdrawalRequest } from '../../contract/requests.ts'
import type { RequestCounts } from '../../contract/request-review.ts'
import type { getDepositInstructions, getPlatformSettings } from '../../contract/settings.ts'
import type { GlobalPlatformStats, UserDashboardStats } from '../../contract/stats.ts'

/**
 * Rows as the server answers them, for the tests of screens. Each function takes the fields that a test is about and
 * fills in the others.
 */

const noon = '2026-03-10T12:00:00.000Z'
export const walletAddress = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

/** The package of the usual member, and the only one on offer in `usualAnswers`. */
export const gold = aPackage({ id: '0195d1b0-0000-7000-8000-000000000001' })

/** The only page of a list, or one of several if a cursor is given. */
export function onePage<Item>(items: Item[], nextCursor: string | null = null) {
  return { items, next_cursor: nextCursor }
}

export function aProfile(fields: Partial<Profile> = {}): Profile {
  return {
    id: randomUUID(),
    full_name: 'Amara Osei',
    email: 'amara.osei@example.org',
    member_id: 'ET-7K3M94',
    wallet_address: walletAddress,
    wallet_link: null,
    usdt_qr_code_url: null,
    status: 'Active',
    created_at: noon,
    city: 'Edinburgh',
    state: 'SCT',
    country: 'GB',
    area: null,
    contact_number: '+44 20 7946 0018',
    referral_code: 'AMARA123',
    referred_by_id: null,
    first_purchase_done: true,
    role: 'user',
    duty: null,
    package_id: gold.id,
    ...fields,
  }
}

export function anAdminProfile(fields: Partial<Profile> = {}): Profile {
  return aProfile({
    full_name: 'Ines Carvalho',
    email: 'ines.carvalho@example.org',
    member_id: null,
    wallet_address: null,
    referral_code: null,
    first_purchase_done: false,
    role: 'admin',
    duty: 'owner',
    package_id: null,
    ...fields,
  })
}

export function aSession(profile: Profile, fields: Partial<Session> = {}): Session {
  return {
    access_token: null,
    refresh_token: null,
    expires_at: '2100-01-01T00:00:00.000Z',
    user: { id: profile.id, email: profile.email, role: profile.role },
    profile,
    package: profile.role === 'user' ? { package_name: 'Gold', icon: 'Crown' } : null,
    closes_at: null,
    two_factor: { is_on: false, is_required: false, factors: [] },
    ...fields,
  }
}

export function aPackage(fields: Partial<MembershipPackage> = {}): MembershipPackage {
  return {
    id: randomUUID(),
    package_name: 'Gold',
    min_coin_purchase: '25000',
    coin_price: '0.01',
    bonus_percentage: '10',
    bonus_coins: '2500',
    total_coins: '27500',
    total_price: '250',
    withdrawal_time: '24 hours',
    withdrawal_rules: null,
    icon: 'Crown',
    created_at: noon,
    ...fields,
  }
}

export function platformStats(fields: Partial<GlobalPlatformStats> = {}): GlobalPlatformStats {
  return {
    et_rate: '0.01',
    balance_coins: '27500',
    total_available_coins: '27500',
    total_supply_coins: '27500',
    total_supply_usd: '250',
    average_purchase_price: '0.01',
    total_withdrawals_coins: '0',
    total_transfers_coins: '0',
    ...fields,
  }
}

export function ownStats(fields: Partial<UserDashboardStats> = {}): UserDashboardStats {
  return {
    balance_coins: '27500',
    locked_coins: '0',
    available_coins: '27500',
    profit_loss: '25',
    investment_usd: '250',
    balance_usd_value: '275',
    debt_coins: '0',
    maturing_coins: '0',
    next_maturing: null,
    ...fields,
  }
}

/** Ten years: no request of a test is overdue by its age alone. */
const endless = 10 * 365 * 86_400

/** The number of requests of each kind. None waits unless the fields say so. */
export function requestCounts(fields: Partial<RequestCounts> = {}): RequestCounts {
  const none = {
    total: 0,
    pending: 0,
    waits_for_member: 0,
    approved: 0,
    reversed: 0,
    rejected: 0,
    cancelled: 0,
    expired: 0,
    oldest_pending_at: null,
    usual: null,
    promise_seconds: endless,
    overdue: 0,
  }
  return { buy: none, withdrawal: none, transfer: none, ...fields }
}

export function platformSettings(
  fields: Partial<OutputOf<typeof getPlatformSettings>> = {},
): OutputOf<typeof getPlatformSettings> {
  return {
    simulated_movement: false,
    referral_percentage: '5',
    request_limit_usd: '100000',
    maturity_days: '0',
    is_automatic_approval_on: false,
    is_demo: false,
    has_mail_page: false,
    ...fields,
  }
}

export function depositInstructions(
  fields: Partial<OutputOf<typeof getDepositInstructions>> = {},
): OutputOf<typeof getDepositInstructions> {
  return {
    network: 'TRC20',
    address: 'TQjik9eLzDbhVN47dhEKxU5azDuBM1Lawd',
    is_placeholder: false,
    instructions: ['Send only USDT on the TRC20 network.'],
    are_instructions_usual: true,
    topup_coin_price: '0.01',
    ...fields,
  }
}

export function exchangeRates(
  fields: Partial<OutputOf<typeof getExchangeRates>> = {},
): OutputOf<typeof getExchangeRates> {
  return { conversion_rates: { USDT: '1' }, is_fallback: false, fetched_at: noon, ...fields }
}

/** The check of an address to which withdrawals can go. */
export function walletCheck(
  fields: Partial<OutputOf<typeof checkWalletAddress>> = {},
): OutputOf<typeof checkWalletAddress> {
  return { network: 'TRON', checksum: 'ok', network_name: 'TRC20', paid_on: 'TRC20', refusal: null, ...fields }
}

function aDecision() {
  return {
    id: randomUUID(),
    number: 'W-7K3M-94',
    amount_coins: '25000',
    status: 'pending',
    admin_notes: null,
    decided_by_name: null,
    decided_at: null,
    created_at: noon,
    updated_at: noon,
    reversal: null,
  } as const
}

function personOf({ full_name: fullName, email, member_id: memberId }: Profile) {
  return { full_name: fullName, email, member_id: memberId ?? '' }
}

export function aBuy(member: Profile, fields: Partial<BuyRequest> = {}): BuyRequest {
  return {
    kind: 'buy',
    ...aDecision(),
    number: 'B-7K3M-94',
    user_id: member.id,
    profile: personOf(member),
    amount_usd: '250',
    usdt_amount: '250',
    usdt_tail: null,
    usdt_rate: '1',
    usdt_rate_is_fallback: false,
    rate: '0.01',
    bonus_coins: '2500',
    payment_proof_id: randomUUID(),
    payment_proof_url: `${member.id}/1741608000000.png`,
    transaction_hash: null,
    slip_revision: 0,
    slip_asked_at: null,
    slip_reason: null,
    package_id: gold.id,
    package_name: 'Gold',
    received_usdt: null,
    credited_coins: null,
    credited_usd: null,
    ...fields,
  }
}

export function aWithdrawal(member: Profile, fields: Partial<WithdrawalRequest> = {}): WithdrawalRequest {
  return {
    kind: 'withdrawal',
    ...aDecision(),
    amount_coins: '8000',
    user_id: member.id,
    profile: personOf(member),
    amount_usd: '80',
    rate: '0.01',
    usdt_amount: '80',
    usdt_rate: '1',
    usdt_rate_is_fallback: false,
    wallet_address: member.wallet_address ?? walletAddress,
    withdrawal_time: '24 hours',
    attachment_id: null,
    attachment_url: null,
    payout: null,
    ...fields,
  }
}

export function aTransfer(sender: Profile, recipient: Profile, fields: Partial<TransferRequest> = {}): TransferRequest {
  return {
    kind: 'transfer',
    ...aDecision(),
    number: 'T-7K3M-94',
    amount_coins: '5000',
    sender_id: sender.id,
    sender_profile: personOf(sender),
    recipient_profile: { ...personOf(recipient), email: null },
    recipient_member_id: recipient.member_id ?? '',
    amount_usd: '50',
    rate: '0.01',
    ...fields,
  }
}

export function aTransaction(member: Profile, fields: Partial<Transaction> = {}): Transaction {
  return {
    id: randomUUID(),
    user_id: member.id,
    type: 'BUY',
    amount: '25000',
    rate: '0.01',
    total_usd_value: '250',
    balance_after: '25000',
    created_at: noon,
    ...fields,
  }
}

/** A transaction as the lists of administrators show it, with the member it belongs to. */
export function aLedgerEntry(member: Profile, fields: Partial<Transaction> = {}) {
  return { ...aTransaction(member, fields), ...personOf(member) }
}
