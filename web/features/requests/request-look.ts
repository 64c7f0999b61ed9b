import { formatCoins, formatUsdt } from '../../../contract/money.ts'
import type { Request, RequestKind } from '../../../contract/requests.ts'
import type { Tone } from '../../ui/badge.tsx'

export const kindNames: Record<RequestKind, string> = { buy: 'Buy', withdrawal: 'Withdrawal', transfer: 'Transfer' }

interface StatusLook {
  tone: Tone
  label: string
}

const statusLooks: Record<string, StatusLook> = {
  pending: { tone: 'wait', label: 'Pending' },
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
}

/** A status that is not known here is shown as its own text. */
export function statusLook(status: string): StatusLook {
  return statusLooks[status] ?? { tone: 'neutral', label: status }
}

/** "Buy 5,000 ET" */
export function requestTitle(request: Request): string {
  return `${kindNames[request.kind]} ${formatCoins(request.amount_coins)}\u00a0ET`
}

/** Who made a request, whichever name its kind gives them. */
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

/** What has happened to a request, what is happening, and what comes next, in the words of its kind. */
export function requestSteps(request: Request): RequestStep[] {
  const words = stepWords[request.kind]
  const isPending = request.status === 'pending'
  const created: RequestStep = {
    id: 'created',
    title: request.kind === 'buy' && request.payment_proof_id === null ? 'Request received' : words.created,
    at: request.created_at,
    note: request.kind === 'buy' ? `${formatUsdt(request.usdt_amount)}\u00a0USDT` : null,
    state: 'done',
  }
  const review: RequestStep = {
    id: 'review',
    title: isPending ? 'Under review' : 'Reviewed',
    at: null,
    note: isPending ? 'An administrator checks it by hand.' : null,
    state: isPending ? 'current' : 'done',
  }
  const outcome: RequestStep = {
    id: 'outcome',
    title: outcomeTitle(request),
    at: request.decided_at,
    note: null,
    state: outcomeState(request.status),
  }
  return request.status === 'cancelled' ? [created, outcome] : [created, review, outcome]
}

const stepWords: Record<RequestKind, { created: string; approved: string; rejected: string; cancelled: string }> = {
  buy: {
    created: 'Slip uploaded',
    approved: 'Coins credited',
    rejected: 'Rejected, no coins credited',
    cancelled: 'Cancelled',
  },
  withdrawal: {
    created: 'Coins locked',
    approved: 'Paid out',
    rejected: 'Rejected, coins returned',
    cancelled: 'Cancelled, coins returned',
  },
  transfer: {
    created: 'Coins locked',
    approved: 'Coins sent',
    rejected: 'Rejected, coins returned',
    cancelled: 'Cancelled, coins returned',
  },
}

function outcomeTitle({ kind, status }: Request): string {
  return stepWords[kind][status === 'pending' ? 'approved' : status]
}

function outcomeState(status: Request['status']): RequestStep['state'] {
  if (status === 'pending') return 'todo'
  return status === 'approved' ? 'done' : 'failed'
}
