import { formatCount, formatUsd, subtract } from '../../../../contract/money.ts'
import type { StatementSums } from '../../../../contract/statement.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { typeName, withSign } from '../../../lib/transaction-display.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'

interface SumsTableProps extends StatementSums {
  /** Hides a figure where the person has hidden amounts. */
  mask?: (text: string) => string
}

/** The sums of a period by type. The last row is the change from the opening to the closing balance, which they come to. */
export function SumsTable({ mask = String, sums, ...ends }: SumsTableProps) {
  return (
    <Table label={t('Sums by type')} density="compact">
      <thead>
        <tr>
          <HeaderCell>{t('Type')}</HeaderCell>
          <HeaderCell numeric>{t('Movements')}</HeaderCell>
          <HeaderCell numeric>{t('Amount')}</HeaderCell>
          <HeaderCell numeric>{t('Value')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.type}>
            <Cell>{typeName(sum.type)}</Cell>
            <Cell numeric>{formatCount(sum.count)}</Cell>
            <Cell numeric>
              <CoinChange coins={sum.coins} mask={mask} />
            </Cell>
            <Cell numeric>{mask(formatUsd(sum.value_usd))}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line-strong font-semibold">
        <tr>
          <Cell>{changeWord}</Cell>
          <Cell numeric>{formatCount(countOf(sums))}</Cell>
          <Cell numeric>
            <CoinChange coins={changeOf(ends)} mask={mask} />
          </Cell>
          <Cell />
        </tr>
      </tfoot>
    </Table>
  )
}

/** The number of lines that the sums are of. */
export function countOf(sums: StatementSums['sums']): number {
  return sums.reduce((all, sum) => all + sum.count, 0)
}

/** The difference of the balances at both ends. */
const changeWord = tc('difference of two balances', 'Change')

type Ends = Pick<StatementSums, 'opening_coins' | 'closing_coins'>

function changeOf({ opening_coins: opening, closing_coins: closing }: Ends) {
  return subtract(closing, opening)
}

interface PeriodEndsProps extends Ends {
  mask?: (text: string) => string
  className: string
}

/** The balances at both ends of a period, and the change between them. */
export function PeriodEnds({ mask = String, className, ...ends }: PeriodEndsProps) {
  return (
    <dl className={className}>
      <Stat label={t('Opening balance')}>{coinsText(ends.opening_coins, mask)}</Stat>
      <Stat label={changeWord}>
        <CoinChange coins={changeOf(ends)} mask={mask} />
      </Stat>
      <Stat label={t('Closing balance')}>{coinsText(ends.closing_coins, mask)}</Stat>
    </dl>
  )
}

interface CoinChangeProps {
  /** The coins that come, or with a minus sign those that go. */
  coins: string
  mask?: (text: string) => string
  className?: string
}

export function CoinChange({ coins, mask = String, className }: CoinChangeProps) {
  const direction = coins.startsWith('-') ? 'out' : 'in'
  const value = withSign(direction, coins.replace('-', ''))
  return <Amount value={mask(value)} unit="ET" direction={direction} className={className} />
}
