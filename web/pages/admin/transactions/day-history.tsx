import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ChartColumn, Table as TableIcon } from 'lucide-react'
import { useState } from 'react'
import type { TransactionDays } from '../../../../contract/transactions.ts'
import { t } from '../../../../contract/translate.ts'
import { transactionDaysQuery } from './days-query.ts'
import type { TransactionsMatch } from '../../../features/data-list/ledger-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/time-text.tsx'
import { chartRange, type DayTotals } from '../../../features/data-list/day-bars.ts'
import { DayChart } from '../../../features/data-list/day-chart.tsx'
import { DayTable } from './day-table.tsx'

/** The coins that moved on each day, by the matching transactions, as bars or as a table. */
export function DayHistory({ match }: { match: TransactionsMatch }) {
  const range = chartRange(match, useNow().toISOString().slice(0, 10))
  const history = useQuery({
    ...transactionDaysQuery({ ...match, from: range?.from, to: range?.to }),
    enabled: range !== null,
  })
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? ChartColumn : TableIcon
  return (
    <Card
      aria-label={t('Coins in and out per day')}
      title={t('Coins in and out per day')}
      aside={
        <Button variant="quiet" size="sm" onClick={() => setIsTable(!isTable)}>
          <Icon aria-hidden="true" />
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
      }
    >
      {range ? <Read history={history} isCut={range.isCut} isTable={isTable} /> : <NothingMoved />}
    </Card>
  )
}

interface ReadProps {
  history: UseQueryResult<TransactionDays>
  isCut: boolean
  isTable: boolean
}

function Read({ history, isCut, isTable }: ReadProps) {
  return (
    <>
      <ReadProblem reads={[history]} className="mb-4" />
      {isCut && <p className="mb-3 text-sm text-ink-2">{t('The last year of the days that were chosen.')}</p>}
      {!history.data && !history.isError && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton className="h-56 w-full" />
        </div>
      )}
      {history.data && (
        <div aria-busy={history.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <Shown days={history.data.days} isComplete={history.data.is_complete} isTable={isTable} />
        </div>
      )}
    </>
  )
}

interface ShownProps {
  days: readonly DayTotals[]
  isComplete: boolean
  isTable: boolean
}

function Shown({ days, isComplete, isTable }: ShownProps) {
  if (!isComplete || days.length === 0) {
    return (
      <EmptyState title={t('Too many transactions would have to be read to add these up.')}>
        {t('Narrow the filter to see the days.')}
      </EmptyState>
    )
  }
  if (days.every(({ count }) => count === 0)) return <NothingMoved />
  return isTable ? <DayTable days={days} /> : <DayChart days={days} />
}

function NothingMoved() {
  return <EmptyState title={t('Nothing moved on these days.')} />
}
