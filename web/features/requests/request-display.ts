import { formatCoins, formatUsdt, type Decimal } from '../../../contract/money.ts'
import type { Request, RequestKind } from '../../../contract/requests.ts'
import { t, tc } from '../../../contract/translate.ts'
import { requestStatusNames } from '../../lib/request-status-names.ts'
import type { Tone } from '../../ui/badge.tsx'

export const kindNames: Record<RequestKind, string> = {
  buy: tc('kind of request', 'Buy'),
  withdrawal: tc('kind of request', 'Withdrawal'),
  transfer: tc('kind of request', 'Transfer'),
}

/** Covers an amount if the reader has hidden amounts. */
type Veil = (text: string) => string

const showAll: Veil = (text) => text

interface StatusLook {
  tone: Tone
  label: string
}

const statusLooks: Record<string, StatusLook> = {
  pending: { tone: 'wait', label: requestStatusNames.pending },
  approved: { tone: 'ok', label: requestStatusNames.approved },
  rejected: { tone: 'bad', label: requestStatusNames.rejected },
  cancelled: { tone: 'neutral', label: requestStatusNames.cancelled },
}

/** Returns the look of a status; an unknown status is shown as its own text. */
export function statusDisplay(status: string): StatusLook {
  return statusLooks[status] ?? { tone: 'neutral', label: status }
}

interface Judged {
  kind: RequestKind
  status: string
}

/**
 * Names the state of a request. An approved withdrawal means that the coins have left; the platform does not know if
 * the operator has paid.
 */
export function statusText({ kind, status }: Judged): string {
  return kind === 'withdrawal' && status === 'approved' ? paymentFollows : statusDisplay(status).label
}

const paymentFollows = t('Approved, payment by the operator follows')

/** Names a decision: "Approved by Dana Reyes", or the status alone if there is no name. */
export function decisionText(request: Judged, name: string | null | undefined): string {
  const { kind, status } = request
  if (name && status === 'rejected') return t('Rejected by {name}', { name })
  if (!name || status !== 'approved') return statusText(request)
  return kind === 'withdrawal'
    ? t('Approved by {name}, payment by the operator follows', { name })
    : t('Approved by {name}', { name })
}

/** Names a request: "Buy 5,000 ET". */
export function requestTitle({ kind, amount_coins }: Request, veil: Veil = showAll): string {
  const amount = coinsText(amount_coins, veil)
  if (kind === 'buy') return tc('request', 'Buy {amount}', { amount })
  return kind === 'withdrawal'
    ? tc('request', 'Withdrawal {amount}', { amount })
    : tc('request', 'Transfer {amount}', { amount })
}

/** Formats coins as "5,000 ET", never broken over two lines. */
export function coinsText(coins: Decimal, veil: Veil = showAll): string {
  return `${veil(formatCoins(coins))}\u00a0ET`
}

/** Returns the member who made a request. Each kind stores them under other names. */
export function requesterOf(request: Request) {
  return request.kind === 'transfer'
    ? { userId: request.sender_id, ...request.sender_profile }
    : { userId: request.user_id, ...request.profile }
}

export interface RequestStep {
  id: 'created' | 'review' | 'outcome'
  title: string
  at: string | null
  note: string | null
  state: 'done' | 'current' | 'todo' | 'failed'
}

/** Returns the past, current and next steps of a request, in the words of its kind. */
export function requestSteps(request: Request, veil: Veil = showAll): RequestStep[] {
  const created: RequestStep = {
    id: 'created',
    title:
      request.kind === 'buy' && request.payment_proof_id === null
        ? t('Request received')
        : stepWords[request.kind].created,
    at: request.created_at,
    note: request.kind === 'buy' ? `${veil(formatUsdt(request.usdt_amount))}\u00a0USDT` : null,
    state: 'done',
  }
  return [created, reviewOf(request), outcomeOf(request)]
}

const stepWords: Record<RequestKind, { created: string; approved: string; returned: string }> = {
  buy: { created: t('Slip uploaded'), approved: t('Coins credited'), returned: t('No coins credited') },
  withdrawal: { created: t('Coins locked'), approved: t('Payment by the operator'), returned: t('Coins returned') },
  transfer: { created: t('Coins locked'), approved: t('Coins sent'), returned: t('Coins returned') },
}

function reviewOf({ status, decided_at, decided_by_name: name }: Request): RequestStep {
  const words: Record<string, Pick<RequestStep, 'title' | 'state'>> = {
    pending: { title: t('Under review'), state: 'current' },
    approved: { title: name ? t('Approved by {name}', { name }) : t('Approved by an administrator'), state: 'done' },
    rejected: { title: name ? t('Rejected by {name}', { name }) : t('Rejected by an administrator'), state: 'failed' },
    cancelled: { title: t('Cancelled by the member'), state: 'failed' },
  }
  const note = status === 'pending' ? t('An administrator checks it by hand.') : null
  // An unknown status is shown as its own text.
  return { id: 'review', at: decided_at, note, ...(words[status] ?? { title: status, state: 'current' }) }
}

function outcomeOf({ kind, status, decided_at }: Request): RequestStep {
  const words = stepWords[kind]
  const step = { id: 'outcome', at: decided_at, note: null } as const
  if (status === 'approved' && kind === 'withdrawal') return { ...step, title: paymentFollows, state: 'current' }
  if (status === 'approved') return { ...step, title: words.approved, state: 'done' }
  if (status !== 'rejected' && status !== 'cancelled') return { ...step, title: words.approved, state: 'todo' }
  // Returned coins are a success; a purchase without coins is a failure.
  return { ...step, title: words.returned, state: kind === 'buy' ? 'failed' : 'done' }
}
