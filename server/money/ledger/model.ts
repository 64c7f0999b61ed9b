import type { ErrorCode } from '../../../contract/errors.ts'
import { fromUnits, multiply, toUnits } from '../../../contract/money.ts'
import type { RequestStatus } from '../../../contract/requests.ts'
import { refusalsOfAddress } from './model-addresses.ts'
import { findAutomatic, type Automatic } from './model-automatic.ts'
import { keepAmount, type Amounts } from './model-amounts.ts'
import { comparableBody, namesOf, type CallOutcome, type LedgerCall, type SubmitCall } from './model-calls.ts'
import { coinStep, refusalsOf, refusalsOfApproval, refusalsOfCaller } from './model-checks.ts'
import { trimWaiting } from './model-maturity.ts'
import { differsFromFirst, judgePayment } from './model-payments.ts'
import { planReversal, repay } from './model-reversals.ts'
import { payGifts } from './model-gifts.ts'
import { judgeWorth, noteJudged } from './model-policies.ts'
import { noteReported, type ReportedSum } from './model-reports.ts'
import { kindRules, rules, type Limits } from './model-rules.ts'
import { expiresNow, isOtherSlip, proofsOf } from './model-slips.ts'
import { isOverLimit, termsOf, toUsdt } from './model-terms.ts'
import {
  firstSettings,
  unpaid,
  type Adjustment,
  type Member,
  type Package,
  type Request,
  type Transfer,
} from './model-world.ts'

/**
 * The money rules a second time, in another language. Tests play the same calls here and in the database, and compare.
 * The model is written from the rules, not from the SQL, and the product never uses it. Amounts are whole units of
 * 10^-8 (contract/money.ts).
 */

export class Model {
  readonly members = new Map<string, Member>()
  readonly packages = new Map<string, Package>()
  readonly requests = new Map<string, Request>()
  readonly adjustments = new Map<string, Adjustment>()
  readonly uploads = new Map<string, { ownerId: string; isUsed: boolean; picture: string }>()
  /** Each content that proved a payment, with the approved buy that it belongs to. */
  readonly usedProofs = new Map<string, string>()
  readonly transfers = new Map<string, Transfer>()
  readonly proposals = new Map<string, string>()
  /** The worth that each administrator has decided alone. */
  readonly decidedAlone = new Map<string, bigint>()
  readonly answers = new Map<string, { body: string; id: string; waits: boolean }>()
  readonly platformAddresses = new Set<string>()
  readonly totals = { issued: 0n, redeemed: 0n, investedUsd: 0n, withdrawn: 0n, transferred: 0n }
  readonly reported = new Map<string, ReportedSum>()
  readonly settings = { ...firstSettings }
  readonly policies: Limits = { singleUsd: '10000', dailyUsd: '25000' }
  readonly amounts: Amounts = { isOn: false, reserved: new Map(), takenElsewhere: new Set(), clock: 0 }
  readonly automatic: Automatic = { isOn: false, singleUsd: '100', dailyUsd: '60', sum: 0n }
  readonly rules: typeof rules
  /** The approvals so far. */
  private settled = 0

  constructor(played: typeof rules = rules) {
    this.rules = played
  }

  /** Plays a call. `id` becomes the id of the thing that it makes, if it is accepted. */
  play(call: LedgerCall, key: string, id: string): CallOutcome {
    const closed = refusalsOfCaller(this, call)
    if (closed.size > 0) return { refusals: closed }
    const place = `${call.actorId} ${key}`
    const body = comparableBody(call)
    const answer = this.answers.get(place)
    if (answer?.body === body) return { id: answer.id, isReplay: true, waits: answer.waits }

    const plan = this.prepare(call)
    if (answer) plan.refusals.add('idempotency_key_reused')
    const judged = judgeWorth(this, call)
    if (judged === 'second' && call.type === 'decide' && differsFromFirst(this, call))
      plan.refusals.add('approval_differs')
    if (judged === 'given') plan.refusals.add('approval_given_already')
    if (plan.refusals.size > 0) return { refusals: plan.refusals }
    const waits = judged === 'first'
    noteJudged(this, call, judged)
    if (!waits) plan.carryOut(id)
    this.answers.set(place, { body, id, waits })
    return { id, isReplay: false, waits }
  }

  /** Ends the buys that have waited too long. Returns their ids. */
  expireOverdue(): string[] {
    const overdue = [...this.requests.values()].filter((request) => expiresNow(this.rules, request))
    for (const request of overdue) request.status = 'expired'
    return overdue.map(({ id }) => id)
  }

  /** Approves the buys that the policy may approve. Returns their ids. */
  approveByPolicy(): string[] {
    const approved: string[] = []
    for (;;) {
      const found = findAutomatic(this)
      if (!found) return approved
      const { request, transfer, worth } = found
      Object.assign(request, { status: 'approved', received: transfer.units })
      Object.assign(transfer, { isUsed: true, pays: request.id })
      this.automatic.sum += worth
      this.settle(request)
      approved.push(request.id)
    }
  }

  private prepare(call: LedgerCall): { refusals: Set<ErrorCode>; carryOut: (id: string) => void } {
    switch (call.type) {
      case 'submit':
        return this.prepareSubmit(call)
      case 'decide':
        return this.prepareDecision(call)
      case 'cancel':
        return this.prepareEnd(this.requests.get(call.requestId), call.actorId, 'cancelled')
      case 'adjust':
        return this.prepareAdjust(call)
      case 'reverse':
        return planReversal(this, call)
    }
  }

  private prepareSubmit(call: SubmitCall) {
    const member = this.members.get(call.actorId)
    const refusals = refusalsOf(member)
    const coins = BigInt(call.coins) * toUnits('1')
    const upload = this.uploads.get(call.uploadId ?? '')
    if (coins < coinStep || coins % coinStep !== 0n) refusals.add('request_amount_step')
    if (call.uploadId && upload?.ownerId !== call.actorId) refusals.add('not_found')
    if (upload?.isUsed) refusals.add('upload_already_used')
    const buy = call.kind === 'buy' ? termsOf(this, call) : undefined
    if (buy) {
      for (const code of buy.refusals) refusals.add(code)
      if (call.quotedTerms !== null && !this.rules.isAsQuoted(call.quotedTerms, buy.terms.shown))
        refusals.add('quote_changed')
    } else if (coins > (member?.available ?? 0n)) refusals.add('insufficient_funds')
    else if (member && coins > member.available - this.rules.waiting(member)) refusals.add('coins_maturing')
    if (!buy && member && this.rules.isStopped(member)) refusals.add('outgoing_stopped')
    const { hasWallet, hasRecipient, hasUsdt } = kindRules[call.kind]
    const wallet = hasWallet ? (call.address ?? member?.wallet ?? null) : null
    if (hasWallet) for (const code of refusalsOfAddress(this, member, wallet)) refusals.add(code)
    if (hasRecipient) {
      const recipient = this.members.get(call.recipientId ?? '')
      if (call.recipientId === call.actorId) refusals.add('recipient_is_self')
      if (recipient?.role !== 'user' || recipient.status !== 'Active') refusals.add('recipient_invalid')
    }

    const usd = buy?.terms.usd ?? toUnits(multiply(fromUnits(coins), this.settings.rate, 2))
    const usdt = hasUsdt ? toUsdt(this, usd) : null
    const tail = buy?.terms.tail ?? 0n
    if (!buy && isOverLimit(this, usd, coins, 0n)) refusals.add('amount_over_limit')
    if (usdt === 0n) refusals.add('amount_worth_nothing')
    const carryOut = (id: string) => {
      if (upload) upload.isUsed = true
      if (buy) keepAmount(this.amounts, call.actorId, toUsdt(this, usd), tail)
      if (call.kind !== 'buy') this.post(call.actorId, null, -coins, coins)
      this.requests.set(id, {
        id,
        userId: call.actorId,
        kind: call.kind,
        status: 'pending',
        coins,
        usd,
        rate: this.settings.rate,
        usdt: usdt === null ? null : usdt + tail,
        tail,
        amountSince: this.amounts.reserved.get(call.actorId)?.since ?? 0,
        bonus: buy?.terms.bonus ?? 0n,
        packageId: buy?.terms.packageId ?? null,
        recipientId: hasRecipient ? call.recipientId : null,
        wallet,
        uploadId: call.uploadId,
        hasSlip: upload !== undefined,
        proofs: call.kind === 'buy' ? [upload?.picture, call.transactionHash].filter((proof) => proof != null) : [],
        namesHash: call.transactionHash !== null,
        ...unpaid(),
      })
    }
    return { refusals, carryOut }
  }

  private prepareDecision(call: Extract<LedgerCall, { type: 'decide' }>) {
    const request = this.requests.get(call.requestId)
    const end = this.prepareEnd(request, call.userId, call.status)
    if (call.status === 'rejected' && !this.rules.isReason(call.notes)) end.refusals.add('reason_required')
    if (
      call.status === 'approved' &&
      !this.rules.mayUseProofs(request?.proofs ?? [], this.usedProofs, call.reuseReason)
    ) {
      end.refusals.add('payment_used_before')
    }
    if (isOtherSlip(this.rules, request, call.slipRevision)) end.refusals.add('slip_replaced')
    const payment = judgePayment(this, call, end.refusals)
    const carryOut = () => {
      if (request) Object.assign(request, payment)
      const used = { isUsed: true, pays: call.requestId }
      for (const name of namesOf(call.transfers)) Object.assign(this.transfers.get(name) ?? {}, used)
      end.carryOut()
    }
    return { refusals: end.refusals, carryOut }
  }

  private prepareEnd(request: Request | undefined, userId: string, status: Exclude<RequestStatus, 'pending'>) {
    const refusals = new Set<ErrorCode>()
    if (!request || request.userId !== userId) refusals.add('not_found')
    else if (request.status !== 'pending') refusals.add('already_processed')
    else if (status === 'approved') for (const code of refusalsOfApproval(this, request)) refusals.add(code)
    const carryOut = () => {
      if (!request) return
      request.status = status
      if (status === 'approved') this.settle(request)
      else if (request.kind !== 'buy') {
        this.post(request.userId, null, request.coins, -request.coins)
        repay(this, request.userId)
      }
    }
    return { refusals, carryOut }
  }

  private settle(request: Request): void {
    const { userId, credited } = request
    const { coins, usd } = credited ?? request
    const member = this.find(userId)
    this.settled += 1
    Object.assign(request, { settled: this.settled, earlierPackageId: member.packageId })
    if (request.kind === 'buy') {
      for (const proof of proofsOf(request)) if (!this.usedProofs.has(proof)) this.usedProofs.set(proof, request.id)
      member.investedUsd += usd
      this.totals.investedUsd += usd
      this.issue(userId, 'BUY', coins, request)
      if (!credited) payGifts(this, request, member)
      return repay(this, userId)
    }
    member.outgoingUsd += usd
    this.post(userId, kindRules[request.kind].outgoing, 0n, -coins)
    noteReported(this.reported, kindRules[request.kind].outgoing ?? '', coins, request)
    if (request.recipientId) {
      this.find(request.recipientId).incomingUsd += usd
      this.post(request.recipientId, 'TRANSFER_IN', coins, 0n)
      repay(this, request.recipientId)
      this.totals.transferred += coins
    } else {
      this.totals.withdrawn += coins
      this.totals.redeemed += coins
    }
  }

  private prepareAdjust(call: Extract<LedgerCall, { type: 'adjust' }>) {
    const refusals = new Set<ErrorCode>()
    const coins = toUnits(call.coins)
    const member = this.members.get(call.userId)
    const reversed = this.adjustments.get(call.reversesId ?? '')
    if (coins === 0n || coins % toUnits('0.0001') !== 0n) refusals.add('invalid_request')
    if (member?.status === 'Closed') refusals.add('account_closed')
    if (member?.role !== 'user') refusals.add('not_found')
    else if (member.available + coins < 0n) refusals.add('insufficient_funds')
    if (call.reversesId && reversed?.userId !== call.userId) refusals.add('not_found')
    if (reversed && reversed.coins !== -coins) refusals.add('invalid_request')
    if (reversed?.isReversed) refusals.add('reversed_already')
    const carryOut = (id: string) => {
      if (reversed) reversed.isReversed = true
      this.adjustments.set(id, { id, userId: call.userId, coins, isReversed: false })
      if (coins > 0n) {
        this.issue(call.userId, 'ADJUSTMENT_IN', coins)
        repay(this, call.userId)
      } else {
        this.post(call.userId, 'ADJUSTMENT_OUT', coins, 0n)
        noteReported(this.reported, 'ADJUSTMENT_OUT', -coins)
        trimWaiting(this.find(call.userId), this.rules)
        this.totals.redeemed -= coins
      }
    }
    return { refusals, carryOut }
  }

  /** Issues coins that the member may have to wait for. */
  award(request: Request, userId: string, type: string, coins: bigint): void {
    this.issue(userId, type, coins, request)
    const { maturityDays } = this.settings
    if (maturityDays > 0) this.find(userId).maturing.push({ requestId: request.id, coins, daysLeft: maturityDays })
  }

  private issue(userId: string, type: string, coins: bigint, request?: Request): void {
    this.post(userId, type, coins, 0n)
    noteReported(this.reported, type, coins, request)
    this.totals.issued += coins
  }

  post(userId: string, type: string | null, available: bigint, locked: bigint): void {
    const member = this.find(userId)
    member.available += available
    member.locked += locked
    member.lines.push({ type, available, locked, total: member.available + member.locked })
  }

  find(userId: string): Member {
    const member = this.members.get(userId)
    if (!member) throw new Error(`no member ${userId}`)
    return member
  }
}
