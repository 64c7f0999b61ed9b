import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import type { DaySpan } from './bars.ts'
import { spanText } from './history-chart.tsx'

/** The charts as a table, newest first. */
export function HistoryTable({ spans }: { spans: readonly DaySpan[] }) {
  const isWeekly = spans[0]?.from !== spans[0]?.to
  return (
    <div className="-mx-5 max-h-80 overflow-y-auto border-y border-line sm:-mx-6">
      <Table
        label={t('Purchases, withdrawals and members over time')}
        className="sm:[&_tr>*:first-child]:ps-6 sm:[&_tr>*:last-child]:pe-6"
      >
        <thead>
          <tr>
            <HeaderCell>{isWeekly ? t('Week') : t('Day')}</HeaderCell>
            <HeaderCell numeric>{t('Purchases (ET)')}</HeaderCell>
            <HeaderCell numeric>{t('Worth')}</HeaderCell>
            <HeaderCell numeric>{t('Withdrawals (ET)')}</HeaderCell>
            <HeaderCell numeric>{t('New members')}</HeaderCell>
            <HeaderCell numeric>{t('Members')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map((span) => (
            <tr key={span.from}>
              <Cell className="whitespace-nowrap text-ink-3">{spanText(span)}</Cell>
              <Cell numeric>{formatCoins(span.purchases_coins)}</Cell>
              <Cell numeric>{formatUsd(span.purchases_usd)}</Cell>
              <Cell numeric>{formatCoins(span.withdrawals_coins)}</Cell>
              <Cell numeric>{formatCoins(String(span.new_members))}</Cell>
              <Cell numeric>{formatCoins(String(span.members))}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
