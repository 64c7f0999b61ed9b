import { formatRate, formatUsd } from '../../../contract/money.ts'
import type { listTransactions } from '../../../contract/endpoints/transactions.ts'
import type { Transaction } from '../../../contract/requests.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { t } from '../../../contract/translate.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Cell, HeaderCell, Table } from '../../ui/table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { directionOf, signedCoins, typeName } from '../../lib/transaction-display.ts'

/** The transactions of one member, newest first. */
export function OwnTransactionTable({ transactions }: { transactions: readonly Transaction[] }) {
  const { mask } = useHiddenAmounts()
  return (
    <Table label={t('Latest activity')}>
      <thead>
        <tr>
          <HeaderCell className="ps-5">{t('Type')}</HeaderCell>
          <HeaderCell>{t('Date')}</HeaderCell>
          <HeaderCell numeric className="max-sm:pe-5">
            {t('Amount')}
          </HeaderCell>
          <HeaderCell numeric className="pe-5 max-sm:hidden">
            {t('Value')}
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr key={transaction.id}>
            <Cell className="ps-5">{typeName(transaction.type)}</Cell>
            <Cell className="whitespace-nowrap text-ink-3">
              <TimeText value={transaction.created_at} />
            </Cell>
            <Cell numeric className="max-sm:pe-5">
              <TransactionAmount transaction={transaction} mask={mask} />
            </Cell>
            <Cell numeric className="pe-5 max-sm:hidden">
              {mask(formatUsd(transaction.total_usd_value))}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface LatestTransactionsProps {
  entries: OutputOf<typeof listTransactions>['items']
}

/** The transactions of all members, for administrators. */
export function LatestTransactionsTable({ entries }: LatestTransactionsProps) {
  return (
    <Table label={t('Latest transactions')}>
      <thead>
        <tr>
          <HeaderCell className="ps-5">{t('Member')}</HeaderCell>
          <HeaderCell>{t('Type')}</HeaderCell>
          <HeaderCell numeric>{t('Amount')}</HeaderCell>
          <HeaderCell numeric>{t('Rate')}</HeaderCell>
          <HeaderCell numeric>{t('Value')}</HeaderCell>
          <HeaderCell className="pe-5">{t('Date')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <Cell className="ps-5">
              <span className="font-semibold">{entry.full_name}</span>{' '}
              <span className="mono whitespace-nowrap text-ink-3">{entry.member_id}</span>
            </Cell>
            <Cell className="whitespace-nowrap">{typeName(entry.type)}</Cell>
            <Cell numeric>
              <TransactionAmount transaction={entry} />
            </Cell>
            <Cell numeric>{formatRate(entry.rate, 5)}</Cell>
            <Cell numeric>{formatUsd(entry.total_usd_value)}</Cell>
            <Cell className="pe-5 whitespace-nowrap text-ink-3">
              <TimeText value={entry.created_at} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface TransactionAmountProps {
  transaction: Transaction
  mask?: ((text: string) => string) | undefined
}

function TransactionAmount({ transaction: { type, amount }, mask = (text) => text }: TransactionAmountProps) {
  return (
    <Amount value={mask(signedCoins(type, amount))} unit="ET" direction={directionOf(type)} className="font-semibold" />
  )
}
