import { formatCoins, type Decimal } from '../../../../contract/money.ts'
import type { Request, RequestKind } from '../../../../contract/requests.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'

/** The names of the kinds on this page. Members read "Withdrawal" instead of "Withdraw". */
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
  /** The number of matching requests; null if they are more than the server counts, undefined until it is known. */
  total: number | null | undefined
  /** The number of requests on the page. */
  shownCount: number
  /** The sum of all matching requests. */
  coins: Decimal | null | undefined
  order: 'newest' | 'oldest'
}

/** "1,204 requests, 3,600,000 ET, newest first". Without a total the text counts the requests on the page. */
export function listWords({ total, shownCount, coins, order }: ShownRequests): string {
  const count =
    total == null
      ? tn('{count} request on this page', '{count} requests on this page', shownCount)
      : tn('{count} request', '{count} requests', total)
  const sum = coins && `${formatCoins(coins)}\u00a0ET`
  return [count, sum, order === 'newest' ? t('newest first') : t('oldest first')].filter(Boolean).join(', ')
}
