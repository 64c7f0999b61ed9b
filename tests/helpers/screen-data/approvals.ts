import { listAdminNotes } from '../../../contract/admin-notes.ts'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import type { Claim } from '../../../contract/desk-claims.ts'
import { getNextRequest, lookAtRequest } from '../../../contract/desk.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import { listManagedPackages } from '../../../contract/packages.ts'
import type { ApprovalOutlook } from '../../../contract/outlook.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { getRequestCounts, getRequestReview, type Effect, type Evidence } from '../../../contract/request-review.ts'
import { listQueue } from '../../../contract/queue.ts'
import { decideRequest, getRequest, type Request } from '../../../contract/requests.ts'
import { downloadFile } from '../../../contract/uploads.ts'
import { getUser } from '../../../contract/users.ts'
import type { WalletReview } from '../../../contract/wallet-review.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers, FileAnswer } from '../answers.ts'
import { requesterId } from '../requester-id.ts'
import { slipPicture } from '../screens.ts'
import { detailsOf } from './users.ts'
import { depositInstructions, gold, requestCounts } from '../screen-data.ts'

export type RequestReview = OutputOf<typeof getRequestReview>

/** The answers about the requests of an approvals page. */
export interface Approvals {
  /** All requests. The queue shows the pending ones in this order. */
  requests: Request[]
  /** The administrators who have to do with each request. `announce` of the answers tells the page of a change. */
  claims: Map<string, Omit<Claim, 'request_id'>>
  /** Adds requests as members make them, and tells the page. */
  add(...requests: Request[]): void
  /** Decides a request as an administrator, and tells the page. */
  decide(request: Request, status: 'approved' | 'rejected', fields?: Partial<Request>): Request
}

const isAsked = (request: Request) => request.kind === 'buy' && request.slip_asked_at !== null

/**
 * Answers the calls of an approvals page about these requests. `reviewOf` gives the parts of a review that a test is
 * about.
 */
export function giveApprovals(
  answers: Answers,
  requests: Request[],
  reviewOf: (request: Request) => Partial<RequestReview> = () => ({}),
): Approvals {
  const find = (id: string) => {
    const found = requests.find((request) => request.id === id)
    if (!found) throw new Refusal('not_found')
    return found
  }
  const claims: Approvals['claims'] = new Map()
  const decide: Approvals['decide'] = (request, status, fields) => {
    const decided = { decided_by_name: 'Ines Carvalho', decided_at: new Date().toISOString(), ...fields, status }
    Object.assign(find(request.id), decided)
    answers.announce('requests', 'wallet')
    return find(request.id)
  }
  answers.give(listQueue, ({ params: { kind }, query: { search = '', assigned, waits } }) => {
    const isFound = (request: Request) => nameOf(request).toLowerCase().includes(search.toLowerCase())
    const isMeant = ({ id }: Request) => assigned !== 'none' || (claims.get(id)?.assignee ?? null) === null
    const isPart = (one: Request) => waits === undefined || (waits === 'member') === isAsked(one)
    const items = requests.filter(
      (one) => one.kind === kind && one.status === 'pending' && isFound(one) && isMeant(one) && isPart(one),
    )
    return { items, next_cursor: null, claims: [...claims].map(([id, claim]) => ({ request_id: id, ...claim })) }
  })
  answers.give(lookAtRequest, ({ params }) => ({ request_id: params.requestId, assignee: null, lookers: [] }))
  answers.give(getNextRequest, { next: null })
  answers.give(listAdminNotes, { items: [], next_cursor: null })
  answers.give(getRequestCounts, () => countRequests(requests))
  answers.give(getRequestReview, ({ params }) => {
    const request = find(params.requestId)
    return aReview(request, reviewOf(request))
  })
  answers.give(getRequest, ({ params }) => find(params.requestId))
  answers.give(decideRequest, ({ params, body }) => {
    const request = find(params.requestId)
    if (request.status !== 'pending') throw new Refusal('already_processed', { status: request.status })
    return decide(request, body.status, { admin_notes: body.admin_notes || null })
  })
  answers.give(downloadFile, aSlip)
  return {
    requests,
    claims,
    add(...more) {
      requests.push(...more)
      answers.announce('requests')
    },
    decide,
  }
}

/** Answers what the page of withdrawals asks about a member with the Gold package. */
export function giveTerms(answers: Answers, member: Profile): void {
  answers.give(getUser, detailsOf(member))
  const state = { is_buyable: true, revision: 1, member_count: 1, request_count: 1 }
  answers.give(listManagedPackages, { items: [{ ...gold, ...state }] })
}

/** A stored picture of a payment slip. */
export async function aSlip(): Promise<FileAnswer> {
  const { buffer: bytes } = await slipPicture()
  return { bytes, type: 'image/png', name: '1741608000000.png' }
}

/** The review of a request against which nothing speaks. */
export function aReview(request: Request, fields: Partial<RequestReview> = {}): RequestReview {
  const isPending = request.status === 'pending'
  const effect = anEffect(request)
  const review: RequestReview = {
    request,
    member: {
      status: 'Active',
      first_purchase_done: request.kind !== 'buy',
      available_coins: effect.available_before,
      locked_coins: effect.locked_before,
      approved_buys: request.kind === 'buy' ? 0 : 1,
      rejected_buys: 0,
    },
    package: request.kind === 'buy' && request.package_id ? gold : null,
    expected: request.kind === 'buy' ? { amount_usd: request.amount_usd, usdt_amount: request.usdt_amount } : null,
    deposit_address: request.kind === 'buy' ? depositInstructions().address : null,
    effects: [effect],
    bonus_coins: request.kind === 'buy' ? request.bonus_coins : '0',
    referral_reward_coins: '0',
    evidence: [],
    earlier_uses: [],
    reuse_reasons: [],
    warnings: [],
    is_first_transfer: request.kind === 'transfer' ? false : null,
    attachment: hasFile(request) ? { mime_type: 'image/png', size_bytes: 20_000 } : null,
    wallet: request.kind === 'withdrawal' ? aWalletReview(request.wallet_address) : null,
    needs_step_up: false,
    outgoing: null,
    maturing: null,
    chain: request.kind === 'buy' ? { state: 'not_checked', read_at: null, named: null, transfers: [] } : null,
    first_payment: null,
    former_slips: [],
    slip_sent_at: null,
    outlook: isPending ? anOutlook({ worth_usd: request.amount_usd }) : null,
    ...fields,
  }
  // A decided request has no effects and no warnings any more.
  return isPending ? review : { ...review, effects: [], warnings: [] }
}

/** An outlook on an approval that the administrator can give alone. */
export function anOutlook(fields: Partial<ApprovalOutlook> = {}): ApprovalOutlook {
  return { need: 'nothing', worth_usd: '100', rule: null, ready_at: null, first: null, ...fields }
}

/** The effect of an approval on the member of a request: one without coins for a buy, and otherwise one with 27,500. */
export function anEffect(request: Request, fields: Partial<Effect> = {}): Effect {
  const { full_name, member_id } = request.kind === 'transfer' ? request.sender_profile : request.profile
  const coins = request.amount_coins
  const before = request.kind === 'buy' ? ['0', '0'] : [subtract('27500', coins), coins]
  const after = request.kind === 'buy' ? [add(coins, request.bonus_coins), '0'] : [subtract('27500', coins), '0']
  return {
    user_id: requesterId(request),
    full_name,
    member_id,
    status: 'Active',
    role: 'member',
    ...balances(before as [Decimal, Decimal], after as [Decimal, Decimal]),
    debt_repaid: '0',
    ...fields,
  }
}

/** The figures of an effect, from the available and locked coins before and after it. */
export function balances([available, locked]: [Decimal, Decimal], [availableAfter, lockedAfter]: [Decimal, Decimal]) {
  return {
    available_before: available,
    available_after: availableAfter,
    locked_before: locked,
    locked_after: lockedAfter,
    total_before: add(available, locked),
    total_after: add(availableAfter, lockedAfter),
  }
}

/** The evidence that other requests came with the same file. */
export function sameFile(...others: Request[]): Evidence {
  const requests = others.map((other) => {
    const { id, kind, status, created_at } = other
    const { full_name, member_id } = other.kind === 'transfer' ? other.sender_profile : other.profile
    return { id, kind, status, created_at, full_name, member_id, user_id: requesterId(other), is_same_member: false }
  })
  return { kind: 'same_file', requests, count: others.length, before: null, current: null }
}

export function aWalletReview(address: string, fields: Partial<WalletReview> = {}): WalletReview {
  return {
    warnings: [],
    changed_at: null,
    previous_address: null,
    shared_with: 0,
    explorer_url: `https://tronscan.org/#/address/${address}`,
    network: 'TRC20',
    usdt_estimate: null,
    ...fields,
  }
}

function countRequests(requests: Request[]): OutputOf<typeof getRequestCounts> {
  const countsOf = (kind: Request['kind']) => {
    const own = requests.filter((request) => request.kind === kind)
    const count = (status: Request['status']) => own.filter((request) => request.status === status).length
    return {
      ...requestCounts()[kind],
      total: own.length,
      pending: count('pending'),
      waits_for_member: own.filter((request) => request.status === 'pending' && isAsked(request)).length,
      approved: count('approved'),
      reversed: own.filter(({ reversal }) => reversal !== null).length,
      rejected: count('rejected'),
      cancelled: count('cancelled'),
      expired: count('expired'),
      oldest_pending_at: own.find((request) => request.status === 'pending' && !isAsked(request))?.created_at ?? null,
    }
  }
  return requestCounts({ buy: countsOf('buy'), withdrawal: countsOf('withdrawal'), transfer: countsOf('transfer') })
}

function nameOf(request: Request): string {
  return request.kind === 'transfer' ? request.sender_profile.full_name : request.profile.full_name
}

function hasFile(request: Request): boolean {
  if (request.kind === 'transfer') return false
  return (request.kind === 'buy' ? request.payment_proof_id : request.attachment_id) !== null
}
