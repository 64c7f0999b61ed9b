import { formatCount } from '../../../contract/money.ts'
import { withSign } from '../../lib/transaction-look.ts'
import { Amount } from '../../ui/amount.tsx'
import { Cell, HeaderCell, Table } from '../../ui/table.tsx'
import type { DayMoves } from './day-bars.ts'
import { dayText } from './day-text.ts'

/** What the chart draws, in figures: the newest day first, and only where something moved. */
export function DayTable({ days }: { days: readonly DayMoves[] }) {
  return (
    <div className="-mx-5 max-h-72 overflow-y-auto border-y border-line sm:-mx-6">
      <Table label="Days" density="compact">
        <thead>
          <tr>
            <HeaderCell>Day (UTC)</HeaderCell>
            <HeaderCell numeric>Transactions</HeaderCell>
            <HeaderCell numeric>Coins In</HeaderCell>
            <HeaderCell numeric>Coins Out</HeaderCell>
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
                  <Amount value={withSign('in', coins_in)} direction="in" />
                </Cell>
                <Cell numeric>
                  <Amount value={withSign('out', coins_out)} direction="out" />
                </Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  )
}
