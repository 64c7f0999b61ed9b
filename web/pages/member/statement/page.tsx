import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { exportStatement } from '../../../../contract/endpoints/statement.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { ActivityViews } from '../../../features/activity/activity-views.tsx'
import { SaveFile } from '../../../features/activity/save-file.tsx'
import { download } from '../../../lib/api.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { StatementCards, StatementTable } from './list.tsx'
import { PeriodCard } from './period-card.tsx'
import { PeriodSums } from './period-sums.tsx'
import { daysOf, type PeriodName } from './period.ts'
import { PrintStatementButton } from './print-statement-button.tsx'
import { statementQuery } from './statement-query.ts'

/** From this width on the lines are a table; below it each line is a card. */
const tableScreen = '(min-width: 56rem)'

export const lead = t('Where each coin came from, and where it went.')

export function StatementPage() {
  const { period } = useSearch({ from: '/dashboard/statement' })
  return (
    <div className="grid gap-5">
      <PageTitle
        lead={lead}
        aside={
          <div key={period ?? 'all'} className="flex flex-wrap gap-3">
            <PrintStatementButton period={period} />
            <SaveFile
              load={(options) => download(exportStatement, { query: daysOf(period) }, options)}
              fallbackName="et-statement.csv"
            />
          </div>
        }
      >
        {pageTitles['/dashboard/statement']}
      </PageTitle>
      <ActivityViews current="statement" />
      <PeriodCard period={period} />
      <PeriodSums period={period} />
      <Lines period={period} />
    </div>
  )
}

function Lines({ period }: { period: PeriodName | undefined }) {
  const list = useInfiniteQuery(statementQuery(period))
  const more = useLoadMore(list)
  const Rows = useMedia(tableScreen) ? StatementTable : StatementCards
  const lines = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Card padded={false} className="overflow-hidden">
      <ReadProblem reads={[list]} className="m-5" />
      {!lines && !list.isError && <RowSkeletons />}
      {lines?.length === 0 && <EmptyState title={t('No movements in this period.')} />}
      {lines && lines.length > 0 && (
        // The lines of the period before stay until those of this one arrive.
        <div aria-busy={list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60')}>
          <Rows lines={lines} />
        </div>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
    </Card>
  )
}
