import { policyName } from '../../../contract/endpoints/requests.ts'
import type { BuyRequest, Request, RequestKind, WithdrawalRequest } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { coinsText, showAll, type AmountMask } from '../../lib/coins-text.ts'
import { requestStatusNames } from '../../lib/request-status-names.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { Requester } from './kinds/kind-display.ts'
import { payoutText } from './payouts/payout-texts.ts'
import { kindDisplayOf, factByKind, kinds } from './kinds/kinds.ts'

export const kindNames = factByKind(({ name }) => name)

interface StatusLook {
  tone: Tone
  label: string
}

const statusLooks: Record<string, StatusLook> = {
  pending: { tone: 'wait', label: requestStatusNames.pending },
  approved: { tone: 'ok', label: requestStatusNames.approved },
  rejected: { tone: 'bad', label: requestStatusNames.rejected },
  cancelled: { tone: 'neutral', label: requestStatusNames.cancelled },
  expired: { tone: 'neutral', label: requestStatusNames.expired },
}

/** Returns the look of a status; an unknown status is shown as its own text. */
export function statusDisplay(status: string): StatusLook {
  return statusLooks[status] ?? { tone: 'neutral', label: status }
}

interface Judged {
  kind: RequestKind
  status: string
  /** The payment of an approved withdrawal. */
  payout?: WithdrawalRequest['payout']
  /** The time since which another slip of a buy is awaited. */
  slip_asked_at?: BuyRequest['slip_asked_at']
}

/**
 * Names the state of a request. An approved withdrawal means that the coins have left; its payment has states of its own.
 */
export function statusText({ kind, status, payout, slip_asked_at: askedAt }: Judged): string {
  if (status === 'pending' && askedAt) return slipAsked
  if (!kinds[kind].isPaidOutside || status !== 'approved') return statusDisplay(status).label
  return payout ? payoutText(payout) : paymentFollows
}

const slipAsked = t('Waiting for a clearer slip')

/** True while another slip of a buy is awaited. */
export function isSlipAsked(request: Request): boolean {
  return request.kind === 'buy' && request.status === 'pending' && request.slip_asked_at !== null
}

/** True for a pending buy of which the member was asked for another slip, now or before. */
export function hasNewSlip(request: Request): boolean {
  return isSlipAsked(request) || (request.kind === 'buy' && request.status === 'pending' && request.slip_revision > 0)
}

const paymentFollows = t('Approved, payment by the operator follows')

/** Returns the name of the person who decided. The policy is named in the language of the page. */
export function deciderText(name: string): string {
  return name === policyName ? t('Policy') : name
}

/** Names a decision: "Approved by Dana Reyes", or the status alone if there is no name. */
export function decisionText(request: Judged, decider: string | null | undefined): string {
  const { kind, status } = request
  const name = decider && deciderText(decider)
  if (name && status === 'rejected') return t('Rejected by {name}', { name })
  if (!name || status !== 'approved') return statusText(request)
  return kinds[kind].isPaidOutside
    ? t('Approved by {name}, payment by the operator follows', { name })
    : t('Approved by {name}', { name })
}

/** True for a purchase that failed and that the member can send once more. */
export function canBeSentAgain(request: Request): request is BuyRequest {
  return request.kind === 'buy' && (request.status === 'rejected' || request.status === 'expired')
}

/** Names a request: "Buy 5,000 ET". */
export function requestTitle({ kind, amount_coins }: Request, mask: AmountMask = showAll): string {
  return kinds[kind].title(coinsText(amount_coins, mask))
}

/** Returns the member who made a request. Each kind stores them under other names. */
export function requesterOf(request: Request): Requester {
  return kindDisplayOf(request).requesterOf(request)
}

export interface RequestStep {
  id: 'created' | 'review' | 'outcome' | 'reversal'
  title: string
  at: string | null
  note: string | null
  state: 'done' | 'current' | 'todo' | 'failed'
}

/** Returns the past, current and next steps of a request, in the words of its kind. A pending one says if a person checks it. */
export function requestSteps(request: Request, mask: AmountMask = showAll, isByPerson = true): RequestStep[] {
  const { steps, createdNote } = kindDisplayOf(request)
  const created: RequestStep = {
    id: 'created',
    title: steps.created(request),
    at: request.created_at,
    note: createdNote(request, mask),
    state: 'done',
  }
  const past = [created, reviewOf(request, isByPerson ? checkedByHand : isBeingChecked), outcomeOf(request)]
  return [...past, ...reversalOf(request)]
}

function reversalOf({ reversal }: Request): RequestStep[] {
  if (!reversal) return []
  const { at, reason } = reversal
  return [{ id: 'reversal', title: t('Reversed by an administrator'), at, note: reason, state: 'failed' }]
}

const checkedByHand = t('An administrator checks it by hand.')
const isBeingChecked = t('Your payment is being checked.')
const expiredNote = t(
  'No administrator decided it in time. If you have paid, send it again or write to support: a payment is not lost.',
)

function reviewOf(request: Request, waitingNote: string): RequestStep {
  const { status, decided_at, decided_by_name: decider } = request
  if (request.kind === 'buy' && isSlipAsked(request)) {
    return { id: 'review', title: slipAsked, at: request.slip_asked_at, note: null, state: 'current' }
  }
  const name = decider && deciderText(decider)
  const words: Record<string, Pick<RequestStep, 'title' | 'state'>> = {
    pending: { title: t('Under review'), state: 'current' },
    approved: { title: name ? t('Approved by {name}', { name }) : t('Approved by an administrator'), state: 'done' },
    rejected: { title: name ? t('Rejected by {name}', { name }) : t('Rejected by an administrator'), state: 'failed' },
    cancelled: { title: t('Cancelled by the member'), state: 'failed' },
    expired: { title: t('Expired without a decision'), state: 'failed' },
  }
  const note = status === 'pending' ? waitingNote : status === 'expired' ? expiredNote : null
  // An unknown status is shown as its own text.
  return { id: 'review', at: decided_at, note, ...(words[status] ?? { title: status, state: 'current' }) }
}

function outcomeOf(request: Request): RequestStep {
  const { kind, status, decided_at } = request
  const { steps, isPaidOutside, hasLockedCoins } = kinds[kind]
  const step = { id: 'outcome', at: decided_at, note: null } as const
  if (request.kind === 'withdrawal' && request.payout) {
    const { state, since } = request.payout
    return { ...step, at: since, title: payoutText(request.payout), state: state === 'confirmed' ? 'done' : 'current' }
  }
  if (status === 'approved' && isPaidOutside) return { ...step, title: paymentFollows, state: 'current' }
  if (status === 'approved') return { ...step, title: steps.approved, state: 'done' }
  if (status === 'pending' || !(status in statusLooks)) return { ...step, title: steps.approved, state: 'todo' }
  // Returned coins are a success; a purchase without coins is a failure.
  return { ...step, title: steps.returned, state: hasLockedCoins ? 'done' : 'failed' }
}
