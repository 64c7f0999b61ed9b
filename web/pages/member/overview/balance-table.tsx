import { compare, formatCoins } from '../../../../contract/money.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { balanceChanges, type BalanceChange, type BalancePoint } from './balance-line.ts'

/** The chart as a table, newest first, with only the times at which the balance changed. */
export function BalanceTable({ points }: { points: readonly BalancePoint[] }) {
  return (
    <div className="-mx-5 max-h-72 flex-1 lg:max-h-96 overflow-y-auto border-y border-line sm:-mx-6">
      <Table label={t('Balances')} className="sm:[&_tr>*:first-child]:ps-6 sm:[&_tr>*:last-child]:pe-6">
        <thead>
          <tr>
            <HeaderCell>{t('As of')}</HeaderCell>
            <HeaderCell numeric>{tc('of a balance', 'Change')}</HeaderCell>
            <HeaderCell numeric>{t('Balance')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {balanceChanges(points)
            .toReversed()
            .map((row) => (
              <tr key={row.at}>
                <Cell className="whitespace-nowrap text-ink-3">
                  <TimeText value={row.at} />
                </Cell>
                <Cell numeric>{row.change === null ? t('at first') : <Change change={row.change} />}</Cell>
                <Cell numeric>
                  <Amount value={formatCoins(row.balance_coins)} unit="ET" className="font-semibold" />
                </Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  )
}

function Change({ change }: { change: NonNullable<BalanceChange['change']> }) {
  const isUp = compare(change, '0') > 0
  return <Amount value={`${isUp ? '+' : ''}${formatCoins(change)}`} unit="ET" direction={isUp ? 'in' : 'out'} />
}
