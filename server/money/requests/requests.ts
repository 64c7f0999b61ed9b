import { coinStep } from '../../../contract/money.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import {
  cancelRequest as cancelRequestOperation,
  submitBuyRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
  type BuyRequest,
  type Request,
  type TransferRequest,
  type WithdrawalRequest,
} from '../../../contract/requests.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import { callWithRetry } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import type { PayoutTarget } from '../../platform/sessions.ts'
import type * as ledger from '../ledger/ledger.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { hasFallbackAddress, type Installation } from '../settings/settings.ts'
import { ApprovalWaits, makeDecision, type AcknowledgedDecision } from './make-decision.ts'
import { makeRequest, takeBack, type Made } from './make-request.ts'
import { announceRequest } from './announce.ts'
import { asAmountExceedsBalance } from './balance-refusal.ts'
import { checkBuyAmount } from './buy-quote.ts'
import { judgePayoutAddress, readPayoutTarget, type JudgedAddress } from './payout-address.ts'
import { buy } from './kinds/buy.ts'
import { kinds } from './kinds/kinds.ts'
import { transfer } from './kinds/transfer.ts'
import { withdrawal } from './kinds/withdrawal.ts'
import { asKind } from './request-rows.ts'
import { mailFirstApproval } from '../proposals/notify-owners.ts'

export interface RequestDeps {
  db: Db
  events: Events
  exchangeRates: ExchangeRates
  installation: Installation
  limits: Pick<Limits, 'bucketOf' | 'takeWithin'>
  /** True if every administrator must have a second factor. */
  mustAdminsEnrol: boolean
  outbox: Pick<Outbox, 'wake'>
  /** Mails a notice to the owner of an account. */
  mailOwner: MailOwner
}

interface OwnCall {
  userId: string
  /** The token of the caller's session, as the ledger takes it. */
  token: string | null
  /** The address and the browser of the call, for the record. */
  ipAddress?: string | undefined
  userAgent?: string | undefined
  /** The caller's idempotency key. */
  key: string
}

type Submission = OwnCall & ledger.MemberInput

/** Makes a buy. With a quote it is made on these terms or not at all, without one on the terms of the moment. */
export async function submitBuy(deps: RequestDeps, input: Submission): Promise<BuyRequest> {
  const request = await submit(deps, submitBuyRequest, input.userId, async () => {
    checkBuyAmount(input.coins)
    if (!input.uploadId) refuse('slip_required', 'payment_proof_id')
    const terms = { kind: buy.kind, hasFallbackAddress: hasFallbackAddress(deps.installation) }
    return { ...input, ...(await readMarket(deps)), ...terms }
  })
  return asKind(request, buy.kind)
}

/**
 * Makes a withdrawal. `seen` is where it is paid, as it was read with the session. If that has changed, or without it, the target is
 * read again.
 */
export async function submitWithdrawal(
  deps: RequestDeps,
  input: Submission,
  seen?: PayoutTarget,
): Promise<WithdrawalRequest> {
  const { coins } = input
  let target = seen
  const submitted = submit(deps, submitWithdrawalRequest, input.userId, async () => {
    if (coins < coinStep) refuse('withdrawal_below_minimum', 'amount_coins')
    if (coins % coinStep !== 0) refuse('withdrawal_not_multiple', 'amount_coins')
    const judged = judgePayoutAddress(target ?? (await readPayoutTarget(deps.db, input.userId)), input.walletAddress)
    target = undefined
    return { ...input, ...(await readMarket(deps)), kind: withdrawal.kind, judged }
  })
  return asKind(await asAmountExceedsBalance(submitted), withdrawal.kind)
}

export async function submitTransfer(deps: RequestDeps, input: Submission): Promise<TransferRequest> {
  const { coins } = input
  const request = await submit(deps, submitTransferRequest, input.userId, async () => {
    if (coins < coinStep || coins % coinStep !== 0) refuse('transfer_not_multiple', 'amount_coins')
    // A member id in another case names the same recipient, so it makes the same call.
    return { ...input, kind: transfer.kind, recipientMemberId: input.recipientMemberId?.toUpperCase() }
  })
  return asKind(request, transfer.kind)
}

/** Cancels a member's own pending request, by one statement. */
export async function cancelRequest(deps: RequestDeps, call: OwnCall & { requestId: string }): Promise<Request> {
  const taken = await deps.limits.takeWithin(cancelRequestOperation, call.userId, async (bucket) =>
    callWithRetry(() => takeBack(deps.db, call, bucket)),
  )
  return announceMade(deps, call.userId, taken)
}

/**
 * Approves or rejects a request. Empty notes count as none, and a rejection without notes is refused. A large amount, and
 * a rejection after many others, needs a proof that the administrator is the caller. An approval must acknowledge the
 * warnings about the request, which goes on record. One that needs a second administrator returns the request pending.
 */
export async function decideRequest(
  deps: RequestDeps & { write: Write },
  decision: AcknowledgedDecision,
  requireProof: () => Promise<void>,
): Promise<Request> {
  if (decision.status === 'rejected' && !decision.notes) refuse('reason_required', 'admin_notes')
  const decided = await decideOnce(deps, decision, false).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'step_up_required') throw error
    await requireProof()
    return decideOnce(deps, decision, true)
  })
  return announceMade(deps, decision.userId, decided)
}

/** Decides by one statement. An approval that waits for a second administrator is made together with its mails. */
async function decideOnce(
  { db, write, limits, mailOwner, mustAdminsEnrol }: RequestDeps & { write: Write },
  decision: AcknowledgedDecision,
  isProven: boolean,
): Promise<Made> {
  const options = { isProven, mustAdminsEnrol, bucket: limits.bucketOf('unproven_act', decision.actorId) }
  try {
    return await callWithRetry(() => makeDecision(db, decision, { ...options, mayWait: false }))
  } catch (error) {
    if (!(error instanceof ApprovalWaits)) throw error
    return write(async (tx) => {
      const decided = await makeDecision(tx, decision, { ...options, mayWait: true }, error.address)
      if (!decided.replayed) await mailFirstApproval(tx, mailOwner, decision)
      return decided
    })
  }
}

/**
 * Makes a request by one statement, after what `prepare` reads and refuses. If its kind has a mail to the owner of the account, it is
 * queued with the request. A call that was accepted once gets the same answer. Each attempt prepares anew.
 */
async function submit(
  deps: RequestDeps,
  operation: Operation,
  userId: string,
  prepare: () => Promise<ledger.Submission & { judged?: JudgedAddress }>,
): Promise<Request> {
  const made = await deps.limits.takeWithin(operation, userId, async (bucket) =>
    callWithRetry(async () => {
      const { judged, ...submission } = await prepare()
      const isMailed = kinds[submission.kind].submittedMail !== null
      return makeRequest(deps.db, submission, { isMailed, bucket, judged })
    }),
  )
  const request = await announceMade(deps, userId, made)
  if (kinds[request.kind].submittedMail !== null) deps.outbox.wake()
  return request
}

/** Tells the people concerned of a request that was made, taken back or decided. Throws a refusal. A repeated call concerns no one anew. */
async function announceMade(deps: RequestDeps, userId: string, made: Made | Refusal): Promise<Request> {
  if (made instanceof Refusal) throw made
  const { request, replayed, otherId } = made
  if (!replayed) await announceRequest(deps, userId, request, otherId === null ? [] : [otherId])
  return request
}

/** Reads the exchange rate that gives a buy or a withdrawal its USDT. */
async function readMarket({ exchangeRates }: RequestDeps) {
  const { usdtRate, isFallback: usdtRateIsFallback } = await exchangeRates.read()
  return { usdtRate, usdtRateIsFallback }
}

function refuse(code: ErrorCode, field: string): never {
  throw new Refusal(code, { field })
}
