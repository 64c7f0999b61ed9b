import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { exportStatement } from '../../../../contract/endpoints/statement.ts'
import { formatCoins, subtract, type Decimal } from '../../../../contract/money.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { ActivityViews } from '../../../features/activity/activity-views.tsx'
import { SaveCsv } from '../../../features/activity/save-csv.tsx'
import { download } from '../../../lib/api.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { withSign } from '../../../lib/transaction-display.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { StatementCards, StatementTable } from './list.tsx'
import { daysOf, periodOf, periodText, recentPeriods, type PeriodName } from './period.ts'
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
          <SaveCsv
            key={period ?? 'all'}
            load={(options) => download(exportStatement, { query: daysOf(period) }, options)}
            fallbackName="et-statement.csv"
          />
        }
      >
        {pageTitles['/dashboard/statement']}
      </PageTitle>
      <ActivityViews current="statement" />
      <Lines period={period} />
    </div>
  )
}

function Lines({ period }: { period: PeriodName | undefined }) {
  const list = useInfiniteQuery(statementQuery(period))
  const more = useLoadMore(list)
  const Rows = useMedia(tableScreen) ? StatementTable : StatementCards
  const ends = list.data?.pages[0]
  const lines = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="grid gap-5 p-5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:items-end">
        <PeriodField period={period} />
        {ends && <Ends opening={ends.opening_coins} closing={ends.closing_coins} />}
      </div>
      <ReadProblem reads={[list]} className="mx-5 mb-4" />
      {!lines && !list.isError && <RowSkeletons />}
      {lines?.length === 0 && <EmptyState title={t('No movements in this period.')} />}
      {lines && lines.length > 0 && (
        // The lines of the period before stay until those of this one arrive.
        <div
          aria-busy={list.isPlaceholderData}
          className={cn('border-t border-line', list.isPlaceholderData && 'opacity-60')}
        >
          <Rows lines={lines} />
        </div>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
    </Card>
  )
}

function PeriodField({ period }: { period: PeriodName | undefined }) {
  const navigate = useNavigate()
  const [{ months, years }] = useState(() => recentPeriods(new Date()))
  // An address may name an older period than the list.
  const isOlder = period !== undefined && !months.includes(period) && !years.includes(period)
  return (
    <Field label={t('Period')}>
      <Select
        value={period ?? ''}
        onChange={({ target }) =>
          void navigate({ to: '.', search: { period: periodOf(target.value) }, resetScroll: false })
        }
      >
        <option value="">{periodText(undefined)}</option>
        {[...(isOlder ? [period] : []), ...months, ...years].map((name) => (
          <option key={name} value={name}>
            {periodText(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** The balances at both ends of the period, and the change between them. */
function Ends({ opening, closing }: { opening: Decimal; closing: Decimal }) {
  const { mask } = useHiddenAmounts()
  const change = subtract(closing, opening)
  const signed = withSign(change.startsWith('-') ? 'out' : 'in', change.replace('-', ''))
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
      <Stat label={t('Opening balance')}>{mask(formatCoins(opening))}&nbsp;ET</Stat>
      <Stat label={t('Change')}>{mask(signed)}&nbsp;ET</Stat>
      <Stat label={t('Closing balance')}>{mask(formatCoins(closing))}&nbsp;ET</Stat>
    </dl>
  )
}
