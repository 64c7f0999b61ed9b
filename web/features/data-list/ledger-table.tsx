import { formatCoins, formatRate, formatUsd } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { directionOf, signedCoins, typeName, type Direction } from '../../lib/transaction-display.ts'
import { Amount } from '../../ui/amount.tsx'
import { Cell, SortCell, Table } from '../../ui/table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { ledgerColumns, nextLedgerSort, type LedgerSort } from './ledger-columns.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { MemberLink } from './member-link.tsx'
import { useDensity } from './use-density.ts'

interface LedgerTableProps {
  entries: readonly LedgerEntry[]
  sort: LedgerSort
  onSort: (sort: LedgerSort) => void
}

export function LedgerTable({ entries, sort, onSort }: LedgerTableProps) {
  const { density } = useDensity()
  return (
    <Table label={t('Transactions')} density={density} pinned>
      <thead>
        <tr>
          {ledgerColumns.map((column) => (
            <SortCell
              key={column.sort}
              numeric={column.isNumeric}
              direction={column.sort !== sort.sort ? null : sort.order === 'asc' ? 'ascending' : 'descending'}
              onSort={() => onSort(nextLedgerSort(sort, column.sort))}
            >
              {column.name}
            </SortCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ entry }: { entry: LedgerEntry }) {
  return (
    <tr>
      <Cell className="whitespace-nowrap text-ink-3">
        <TimeText value={entry.created_at} />
      </Cell>
      <Cell className="whitespace-nowrap">
        <MemberLink userId={entry.user_id} fullName={entry.full_name} memberId={entry.member_id} />
      </Cell>
      <Cell className="whitespace-nowrap">{typeName(entry.type)}</Cell>
      <Cell numeric>
        <Coins entry={entry} side="in" />
      </Cell>
      <Cell numeric>
        <Coins entry={entry} side="out" />
      </Cell>
      <Cell numeric>{formatRate(entry.rate, 5)}</Cell>
      <Cell numeric>{formatUsd(entry.total_usd_value)}</Cell>
      <Cell numeric>{formatCoins(entry.balance_after)}</Cell>
    </tr>
  )
}

/** The coins of a transaction in the column of its direction; the other column stays empty. */
function Coins({ entry: { type, amount }, side }: { entry: LedgerEntry; side: Direction }) {
  const direction = directionOf(type)
  if ((direction ?? 'in') !== side) return null
  return <Amount value={signedCoins(type, amount)} direction={direction} className="font-semibold" />
}
