import { formatCoins, type Decimal } from '../../../../contract/money.ts'
import type { Request, RequestKind } from '../../../../contract/requests.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'

/** The words of this page for the kinds of requests; that of the members says "Withdrawal". */
export const kindWords: Record<RequestKind, string> = {
  buy: tc('kind of request', 'Buy'),
  withdrawal: tc('kind of request', 'Withdraw'),
  transfer: tc('kind of request', 'Transfer'),
}

/** "Withdraw 5,000 ET" */
export function requestWords({ kind, amount_coins }: Request): string {
  const amount = `${formatCoins(amount_coins)}\u00a0ET`
  switch (kind) {
    case 'buy':
      return tc('request', 'Buy {amount}', { amount })
    case 'withdrawal':
      return tc('request', 'Withdraw {amount}', { amount })
    case 'transfer':
      return tc('request', 'Transfer {amount}', { amount })
  }
}

interface ShownRequests {
  /** How many match; null and undefined are more than the server counts for one look, or not known yet. */
  total: number | null | undefined
  /** How many stand on the page. */
  shownCount: number
  /** What all that match come to. */
  coins: Decimal | null | undefined
  order: 'newest' | 'oldest'
}

/** "1,204 requests, 3,600,000 ET, newest first", or how many stand on the page where it is not known how many match. */
export function listWords({ total, shownCount, coins, order }: ShownRequests): string {
  const count =
    total == null
      ? tn('{count} request on this page', '{count} requests on this page', shownCount)
      : tn('{count} request', '{count} requests', total)
  const sum = coins && `${formatCoins(coins)}\u00a0ET`
  return [count, sum, order === 'newest' ? t('newest first') : t('oldest first')].filter(Boolean).join(', ')
}
