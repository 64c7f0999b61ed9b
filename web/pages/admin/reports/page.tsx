import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { exportReportDays, exportReportPackages } from '../../../../contract/endpoints/reports.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import type { Report } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { utcPeriodText } from '../../../features/data-list/utc-period.ts'
import { download } from '../../../lib/api.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/time-text.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DayHistory } from './day-history.tsx'
import { PeriodEnds, PeriodSums } from './figures.tsx'
import { Help } from './help.tsx'
import { daysOf, type Days } from './period.ts'
import { PeriodFields } from './period-fields.tsx'
import { PrintReportButton } from './print-report-button.tsx'
import { reportQuery } from './report-query.ts'
import { DaysTable, PackagesTable } from './tables.tsx'

export const lead = t('What was bought, given, withdrawn, paid out and transferred in a period.')

/** The figures of a period by day and by package, and the balance of the platform now. */
export function ReportsPage() {
  const search = useSearch({ from: '/admin/reports' })
  const period = daysOf(search, useNow().toISOString().slice(0, 10))
  const days = typeof period === 'string' ? undefined : period
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead} aside={days && <PrintReportButton days={days} />}>
        {pageTitles['/admin/reports']}
      </PageTitle>
      <Card padded={false} className="grid gap-3 p-5">
        <PeriodFields search={search} days={days} />
        <p role="status" className="text-sm text-ink-2">
          {typeof period === 'string' ? period : utcPeriodText(period)}
        </p>
      </Card>
      {days && <Figures days={days} />}
      <Help />
    </div>
  )
}

function Figures({ days }: { days: Days }) {
  const read = useQuery(reportQuery(days))
  return (
    <>
      <ReadProblem reads={[read]} />
      {!read.data && !read.isError && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton className="h-96 w-full rounded-3" />
        </div>
      )}
      {read.data && (
        // The figures of the period before stay until those of this one arrive.
        <div aria-busy={read.isPlaceholderData || undefined} className="grid gap-4 aria-busy:opacity-60">
          <Shown report={read.data} days={days} />
        </div>
      )}
    </>
  )
}

function Shown({ report, days }: { report: Report; days: Days }) {
  const isEmpty = report.sums.length === 0 && report.paid_out.count === 0
  return (
    <>
      <Card title={t('Coins that members hold')}>
        <PeriodEnds report={report} />
      </Card>
      {isEmpty ? (
        <Card>
          <EmptyState title={t('No movements in this period.')} />
        </Card>
      ) : (
        <Moved report={report} days={days} />
      )}
      <BalanceCard balance={report.balance} />
    </>
  )
}

function Moved({ report, days }: { report: Report; days: Days }) {
  return (
    <>
      <Card title={t('In the period')}>
        <PeriodSums report={report} />
      </Card>
      <DayHistory days={report.days} />
      <Card
        title={t('By day')}
        padded={false}
        className="overflow-hidden"
        aside={
          <ExportButton
            key={`${days.from} ${days.to}`}
            endpoint={exportReportDays}
            of={t('of the days')}
            load={(options) => download(exportReportDays, { query: { ...days } }, options)}
            fallbackName="et-report-days.csv"
          />
        }
      >
        <DaysTable report={report} />
      </Card>
      {report.packages.length > 0 && (
        <Card
          title={t('By package')}
          padded={false}
          className="overflow-hidden"
          aside={
            <ExportButton
              key={`${days.from} ${days.to}`}
              endpoint={exportReportPackages}
              of={t('of the packages')}
              load={(options) => download(exportReportPackages, { query: { ...days } }, options)}
              fallbackName="et-report-packages.csv"
            />
          }
        >
          <PackagesTable report={report} />
        </Card>
      )}
    </>
  )
}
