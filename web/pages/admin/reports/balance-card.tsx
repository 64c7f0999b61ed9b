import type { PlatformBalance } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'
import { Card } from '../../../ui/card.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { BalanceRows } from './balance.tsx'

/** The balance of the platform at this moment, not of the period. */
export function BalanceCard({ balance }: { balance: PlatformBalance }) {
  return (
    <Card
      title={t('Balance of the platform now')}
      aside={
        <span className="text-sm text-ink-3">
          <TimeText value={balance.at} />
        </span>
      }
    >
      <BalanceRows balance={balance} />
    </Card>
  )
}
