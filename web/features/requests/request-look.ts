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
export function requestTitle({ kind, amount_coins }: Request, veil: (text: string) => string = (text) => text): string {
  return `${kindNames[kind]} ${veil(formatCoins(amount_coins))}\u00a0ET`
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
export function requestSteps(request: Request, veil: (text: string) => string = (text) => text): RequestStep[] {
  const created: RequestStep = {
    id: 'created',
    title:
      request.kind === 'buy' && request.payment_proof_id === null
        ? 'Request received'
        : stepWords[request.kind].created,
    at: request.created_at,
    note: request.kind === 'buy' ? `${veil(formatUsdt(request.usdt_amount))}\u00a0USDT` : null,
    state: 'done',
  }
  return [created, reviewOf(request), outcomeOf(request)]
}

const stepWords: Record<RequestKind, { created: string; approved: string; returned: string }> = {
  buy: { created: 'Slip uploaded', approved: 'Coins credited', returned: 'No coins credited' },
  withdrawal: { created: 'Coins locked', approved: 'Paid out', returned: 'Coins returned' },
  transfer: { created: 'Coins locked', approved: 'Coins sent', returned: 'Coins returned' },
}

function reviewOf({ status, decided_at, decided_by_name }: Request): RequestStep {
  const by = decided_by_name ?? 'an administrator'
  const words: Record<string, Pick<RequestStep, 'title' | 'state'>> = {
    pending: { title: 'Under review', state: 'current' },
    approved: { title: `Approved by ${by}`, state: 'done' },
    rejected: { title: `Rejected by ${by}`, state: 'failed' },
    cancelled: { title: 'Cancelled by the member', state: 'failed' },
  }
  const note = status === 'pending' ? 'An administrator checks it by hand.' : null
  // A status that is not known here is shown as its own text.
  return { id: 'review', at: decided_at, note, ...(words[status] ?? { title: status, state: 'current' }) }
}

function outcomeOf({ kind, status, decided_at }: Request): RequestStep {
  const words = stepWords[kind]
  const step = { id: 'outcome', at: decided_at, note: null } as const
  if (status === 'approved') return { ...step, title: words.approved, state: 'done' }
  if (status !== 'rejected' && status !== 'cancelled') return { ...step, title: words.approved, state: 'todo' }
  // Coins that come back are a step that worked; nothing coming of a purchase is not.
  return { ...step, title: words.returned, state: kind === 'buy' ? 'failed' : 'done' }
}
