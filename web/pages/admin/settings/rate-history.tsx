import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatUsd } from '../../../../contract/money.ts'
import type { RateChange } from '../../../../contract/admin-settings.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Card } from '../../../ui/card.tsx'
import { ChartLine, ChartPlot } from '../../../ui/chart-plot.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDay } from '../../../ui/format-time.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { drawRate, rateSteps } from './rate-steps.ts'
import { rateChangesQuery } from './settings-queries.ts'

/** The changes of the rate, with their administrators, times and values. */
export function RateHistory() {
  const list = useInfiniteQuery(rateChangesQuery)
  const more = useLoadMore(list)
  const changes = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Card title={t('Rate history')} padded={false} className="overflow-hidden">
      <ReadProblem reads={[list]} className="mx-5 mb-4" />
      {list.isPending && <Skeleton className="mx-5 mb-5 h-40" />}
      {changes?.length === 0 && <EmptyState title={t('The rate has not been changed yet.')} />}
      {changes && changes.length > 0 && (
        <>
          <RateChart changes={changes} />
          <HistoryTable changes={changes} />
        </>
      )}
      <LoadMore more={more} size="sm" className="border-t border-line p-4" />
    </Card>
  )
}

function HistoryTable({ changes }: { changes: readonly RateChange[] }) {
  return (
    <Table label={t('Rate history')}>
      <thead>
        <tr>
          <HeaderCell>{t('When')}</HeaderCell>
          <HeaderCell numeric>{tc('earlier rate', 'From')}</HeaderCell>
          <HeaderCell numeric>{tc('later rate', 'To')}</HeaderCell>
          <HeaderCell>{t('Who')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ id, created_at: at, old_rate: from, new_rate: to, actor }) => (
          <tr key={id}>
            <Cell className="whitespace-nowrap text-ink-3">
              <TimeText value={at} />
            </Cell>
            <Cell numeric>{rateText(from)}</Cell>
            <Cell numeric className="font-semibold">
              {rateText(to)}
            </Cell>
            <Cell className="min-w-32">{actor.full_name}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function RateChart({ changes }: { changes: readonly RateChange[] }) {
  const [now] = useState(() => new Date())
  const [latest, oldest] = [changes[0], changes.at(-1)]
  if (!latest || !oldest) return null
  const { path, lowest, highest } = drawRate(rateSteps(changes), oldest.old_rate, now)
  const since = formatDay(new Date(oldest.created_at), now)
  const sentence = t('Rate since {day}: {before} before, {now} now; lowest {lowest}, highest {highest}.', {
    day: since,
    before: rateText(oldest.old_rate),
    now: rateText(latest.new_rate),
    lowest: rateText(lowest.rate),
    highest: rateText(highest.rate),
  })
  return (
    // Time runs to the right in every script.
    <figure dir="ltr" className="px-5 pb-4">
      <div className="flex gap-3">
        <div aria-hidden="true" className="flex flex-col justify-between py-1 text-2xs font-medium text-ink-3">
          <span>{rateText(highest.rate)}</span>
          <span>{rateText(lowest.rate)}</span>
        </div>
        <div className="relative h-24 min-w-0 flex-1 border-s border-b border-line">
          <ChartPlot label={sentence}>
            <ChartLine path={path} className="stroke-c1" widthPx={2} />
          </ChartPlot>
        </div>
      </div>
      <figcaption className="mt-1 flex justify-between gap-4 text-2xs font-medium text-ink-3">
        <span dir="auto">{since}</span>
        <span>{t('Now')}</span>
      </figcaption>
    </figure>
  )
}

function rateText(rate: string): string {
  return formatUsd(rate, 4, 8)
}
