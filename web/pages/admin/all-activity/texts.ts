import type { Decimal } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { factByKind, kinds } from '../../../features/requests/kinds/kinds.ts'
import { coinsText } from '../../../lib/coins-text.ts'

/** The words of this page for the kinds of requests; that of the members says "Withdrawal". */
export const kindTexts = factByKind(({ action }) => action)

/** "Withdraw 5,000 ET" */
export function requestText({ kind, amount_coins: coins }: Request): string {
  return kinds[kind].actionTitle(coinsText(coins))
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
export function listSummary({ total, shownCount, coins, order }: ShownRequests): string {
  const count =
    total == null
      ? tn('{count} request on this page', '{count} requests on this page', shownCount)
      : tn('{count} request', '{count} requests', total)
  const sum = coins && coinsText(coins)
  return [count, sum, order === 'newest' ? t('newest first') : t('oldest first')].filter(Boolean).join(', ')
}
