import { useQuery } from '@tanstack/react-query'
import { compare } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { coinsText } from '../../lib/coins-text.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Notice } from '../../ui/notice.tsx'
import { userStatsQuery } from './user-stats-query.ts'

/** Says that the member owes coins after a reversal. Shows nothing without a debt. */
export function DebtNotice() {
  const { data } = useQuery(userStatsQuery)
  const { mask } = useHiddenAmounts()
  if (!data || compare(data.debt_coins, '0') <= 0) return null
  return (
    <Notice tone="warn" title={t('You owe {coins}.', { coins: coinsText(data.debt_coins, mask) })}>
      {t('A request was reversed after its coins had left. The next coins that you receive repay it first.')}
    </Notice>
  )
}
