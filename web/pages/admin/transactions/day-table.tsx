import { formatCount } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import type { DayTotals } from '../../../features/data-list/day-bars.ts'
import { dayText } from '../../../features/data-list/day-text.ts'
import { CoinsInOrOut } from '../../../features/data-list/coins-in-or-out.tsx'

/** The chart as a table, newest first, without the days on which nothing moved. */
export function DayTable({ days }: { days: readonly DayTotals[] }) {
  return (
    <div className="-mx-5 max-h-72 overflow-y-auto border-y border-line sm:-mx-6">
      <Table label={t('Days')} density="compact">
        <thead>
          <tr>
            <HeaderCell>{t('Day (UTC)')}</HeaderCell>
            <HeaderCell numeric>{t('Transactions')}</HeaderCell>
            <HeaderCell numeric>{t('Coins In')}</HeaderCell>
            <HeaderCell numeric>{t('Coins Out')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ count }) => count > 0)
            .toReversed()
            .map(({ day, count, coins_in, coins_out }) => (
              <tr key={day}>
                <Cell className="whitespace-nowrap">{dayText(day)}</Cell>
                <Cell numeric>{formatCount(count)}</Cell>
                <Cell numeric>
                  <CoinsInOrOut coins={coins_in} direction="in" />
                </Cell>
                <Cell numeric>
                  <CoinsInOrOut coins={coins_out} direction="out" />
                </Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  )
}
