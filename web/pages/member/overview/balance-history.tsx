import { useQuery } from '@tanstack/react-query'
import { ChartLine, EyeOff, Table as TableIcon } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { BalanceRange } from '../../../../contract/dashboards.ts'
import { t } from '../../../../contract/translate.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { balanceHistoryQuery } from './overview-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BalanceChart } from './balance-chart.tsx'
import type { BalancePoint } from './balance-line.ts'
import { BalanceTable } from './balance-table.tsx'
import { RangeControl } from '../../../features/transactions/range-control.tsx'

/** The member's total balance over time, as a line or as a table. */
export function BalanceHistoryCard() {
  const [range, setRange] = useState<BalanceRange>('30d')
  const [isTable, setIsTable] = useState(false)
  const history = useQuery(balanceHistoryQuery(range))
  // Drawing the line takes a while, so it is deferred. The figures beside it appear first.
  const points = useDeferredValue(history.data?.points)
  return (
    <Card
      aria-label={t('Balance over time')}
      title={t('Balance over time')}
      aside={<RangeControl value={range} onChange={setRange} />}
      className="flex flex-col"
    >
      <ReadProblem reads={[history]} className="mb-4" />
      <Shown
        points={points}
        hasFailed={history.isError}
        isEarlier={history.isPlaceholderData}
        isTable={isTable}
        onTable={setIsTable}
      />
    </Card>
  )
}

interface ShownProps {
  /** Undefined until the points have been read. */
  points: readonly BalancePoint[] | undefined
  hasFailed: boolean
  /** True while the range before is still shown, until the chosen one arrives. */
  isEarlier: boolean
  isTable: boolean
  onTable: (isTable: boolean) => void
}

function Shown({ points, hasFailed, isEarlier, isTable, onTable }: ShownProps) {
  const { isHidden } = useHiddenAmounts()
  if (isHidden) return <EmptyState icon={EyeOff} title={t('Amounts are hidden.')} className="my-auto" />
  if (!points && hasFailed) return null
  if (!points) {
    return (
      <div role="status" aria-label={t('Loading')}>
        <Skeleton className="h-72 w-full" />
      </div>
    )
  }
  const Icon = isTable ? ChartLine : TableIcon
  return (
    <div aria-busy={isEarlier || undefined} className="flex flex-1 flex-col gap-3 aria-busy:opacity-60">
      {isTable ? <BalanceTable points={points} /> : <BalanceChart points={points} />}
      <Button variant="quiet" size="sm" className="-ms-2 self-start" onClick={() => onTable(!isTable)}>
        <Icon aria-hidden="true" />
        {isTable ? t('Show as chart') : t('Show as table')}
      </Button>
    </div>
  )
}
