import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table as TableIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { BalanceRange, PlatformHistory } from '../../../../contract/dashboards.ts'
import { t } from '../../../../contract/translate.ts'
import { RangeControl } from '../../../features/transactions/range-control.tsx'
import { platformHistoryQuery } from './dashboard-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { FoldCard } from '../../../ui/fold-card.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { sumDays, toDaySpans } from './bars.ts'
import { HistoryChart, measures } from './history-chart.tsx'
import { HistoryTable } from './history-table.tsx'

/** Purchases, withdrawals and new members over time, as charts or as a table. */
export function PlatformHistoryCard() {
  const [range, setRange] = useState<BalanceRange>('30d')
  // The state is kept here, as the content of the card is removed when it folds.
  const [isTable, setIsTable] = useState(false)
  return (
    <FoldCard title={t('Over time')} aside={<RangeControl value={range} onChange={setRange} />}>
      <History range={range} isTable={isTable} onTable={setIsTable} />
    </FoldCard>
  )
}

interface HistoryProps {
  range: BalanceRange
  isTable: boolean
  onTable: (isTable: boolean) => void
}

function History({ range, isTable, onTable }: HistoryProps) {
  const history = useQuery(platformHistoryQuery(range))
  const Icon = isTable ? ChartColumn : TableIcon
  return (
    <>
      <ReadProblem reads={[history]} className="mb-4" />
      {history.isPending && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton className="h-56 w-full" />
        </div>
      )}
      {history.data && (
        <div aria-busy={history.isPlaceholderData || undefined} className="grid gap-3 aria-busy:opacity-60">
          <Shown days={history.data.days} isTable={isTable} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Button variant="quiet" size="sm" className="-ms-2" onClick={() => onTable(!isTable)}>
              <Icon aria-hidden="true" />
              {isTable ? t('Show as charts') : t('Show as table')}
            </Button>
            {/* Other times on the page are in the reader's time zone. */}
            <p className="text-sm text-ink-3">{t('Days in UTC')}</p>
          </div>
        </div>
      )}
    </>
  )
}

function Shown({ days, isTable }: { days: PlatformHistory['days']; isTable: boolean }) {
  const spans = useMemo(() => toDaySpans(days), [days])
  const [chosen, setChosen] = useState<number | null>(null)
  if (isTable) return <HistoryTable spans={spans} />
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-3">
      {measures.map((measure) => (
        <HistoryChart
          key={measure.fill}
          measure={measure}
          spans={spans}
          whole={sumDays(days)}
          // A chosen day is shown in all three charts.
          chosen={chosen}
          onChoose={setChosen}
        />
      ))}
    </div>
  )
}
