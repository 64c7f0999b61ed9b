import type { rules } from './model-rules.ts'
import type { Member, Request } from './model-world.ts'

/** The closing of an account, as the model plays it. */

/** The part of the model's world that a closing reads and writes. */
interface World {
  members: ReadonlyMap<string, Member>
  requests: ReadonlyMap<string, Request>
  rules: typeof rules
}

/** Returns what keeps a member's account from being closed, without waiting changes of administrators. */
export function obstaclesOf({ members, requests, rules: played }: World, userId: string): string[] {
  const member = members.get(userId)
  if (!member) throw new Error(`no member ${userId}`)
  const own = [...requests.values()].filter((request) => request.userId === userId)
  // No payment is sent in these histories.
  const isUnpaid = ({ kind, status, isReversed }: Request) =>
    kind === 'withdrawal' && status === 'approved' && !isReversed
  const found: Record<string, boolean> = {
    debt: member.debts.some(({ remaining }) => remaining > 0n),
    balance: !played.isEmpty(member),
    locked: member.locked > 0n,
    requests: own.some(({ status }) => status === 'pending'),
    payouts: own.some(isUnpaid),
    review: member.status !== 'Active',
  }
  return Object.keys(found).filter((name) => found[name])
}

/** Closes an account without obstacles. Nothing of the person stays, and the books do. */
export function closeAccount({ members }: World, userId: string): void {
  const member = members.get(userId)
  if (!member) throw new Error(`no member ${userId}`)
  Object.assign(member, { status: 'Closed', wallet: null, book: new Map(), isHeld: false })
}
