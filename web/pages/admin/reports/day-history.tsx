import { reported } from '../../../../contract/endpoints/reports.ts'
import { add } from '../../../../contract/money.ts'
import type { ReportDay } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'
import type { DayTotals } from '../../../features/data-list/day-bars.ts'
import { DayChart } from '../../../features/data-list/day-chart.tsx'
import { Card } from '../../../ui/card.tsx'

/** The coins that were issued and redeemed on each day, as bars. The table of the days says the same. */
export function DayHistory({ days }: { days: readonly ReportDay[] }) {
  const totals = days.map(totalsOf)
  if (totals.every(({ count }) => count === 0)) return null
  return (
    <Card title={t('Issued coins in and redeemed coins out per day')}>
      <DayChart days={totals} />
    </Card>
  )
}

function totalsOf({ day, sums }: ReportDay): DayTotals {
  const of = (effect: 'issued' | 'redeemed') => sums.filter(({ type }) => reported(type).effect === effect)
  const coins = (own: ReportDay['sums']) => own.map((sum) => sum.coins).reduce(add, '0')
  const [issued, redeemed] = [of('issued'), of('redeemed')]
  const count = [...issued, ...redeemed].reduce((all, sum) => all + sum.count, 0)
  return { day, count, coins_in: coins(issued), coins_out: coins(redeemed) }
}
