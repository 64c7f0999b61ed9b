import { formatCoins } from '../../../contract/money.ts'
import type { Request, RequestKind } from '../../../contract/requests.ts'

/** The words of this page for the kinds of requests; that of the members says "Withdrawal". */
export const kindWords: Record<RequestKind, string> = { buy: 'Buy', withdrawal: 'Withdraw', transfer: 'Transfer' }

/** "Withdraw 5,000 ET" */
export function requestWords({ kind, amount_coins }: Request): string {
  return `${kindWords[kind]} ${formatCoins(amount_coins)}\u00a0ET`
}
