import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCoins, formatRate, formatUsd } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { exportTransactions } from '../../../../contract/endpoints/transactions.ts'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { userTransactionsQuery } from './user-details-queries.ts'
import { download } from '../../../lib/api.ts'
import { directionOf, signedCoins, typeName } from '../../../lib/transaction-display.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

const LateAdjustment = loadWhenNeeded(async () => (await import('./adjustment-dialog.tsx')).AdjustmentDialog)

interface UserTransactionsProps {
  userId: string
  wallet: NonNullable<UserDetails['wallet']>
}

/** A member's statement, newest first. An adjustment opens with its facts, and can be reversed there. */
export function UserTransactions({ userId, wallet }: UserTransactionsProps) {
  const list = useInfiniteQuery(userTransactionsQuery(userId))
  const more = useLoadMore(list)
  const [adjustmentId, setAdjustmentId] = useState<string | null>(null)
  const transactions = list.data?.pages.flatMap(({ items }) => items)
  const load = (options: object) => download(exportTransactions, { query: { user_id: userId } }, options)
  return (
    <>
      <ReadProblem reads={[list]} className="m-5" />
      {list.isPending && <RowSkeletons />}
      {transactions?.length === 0 && !more && <EmptyState title={emptyTexts.noTransactions} />}
      {transactions && transactions.length > 0 && (
        <>
          <div className="flex justify-end border-b border-line px-5 py-3">
            <ExportButton endpoint={exportTransactions} load={load} fallbackName="et-transactions.csv" />
          </div>
          <Table label={t('Transactions')}>
            <thead>
              <tr>
                <HeaderCell>{t('Date')}</HeaderCell>
                <HeaderCell>{t('Type')}</HeaderCell>
                <HeaderCell numeric>{t('Amount')}</HeaderCell>
                <HeaderCell numeric>{t('Rate')}</HeaderCell>
                <HeaderCell numeric>{t('Value (USD)')}</HeaderCell>
                <HeaderCell numeric>{t('Balance')}</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {transactions.map((transaction) => (
                <Row key={transaction.id} transaction={transaction} onOpen={() => setAdjustmentId(transaction.id)} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
      {adjustmentId !== null && (
        <LateAdjustment
          isNeeded
          props={{ userId, transactionId: adjustmentId, wallet, onClosed: () => setAdjustmentId(null) }}
        />
      )}
    </>
  )
}

function Row({ transaction, onOpen }: { transaction: Transaction; onOpen: () => void }) {
  const { type, amount, rate, total_usd_value: value, balance_after: balance, created_at: createdAt } = transaction
  return (
    <tr>
      <Cell className="whitespace-nowrap text-ink-3">
        <TimeText value={createdAt} />
      </Cell>
      <Cell className="whitespace-nowrap">
        {typeName(type)}
        {type.startsWith('ADJUSTMENT') && (
          <Button variant="quiet" size="sm" className="ms-2" onClick={onOpen}>
            {t('Why?')}
            <span className="sr-only"> {t('Open the adjustment')}</span>
          </Button>
        )}
      </Cell>
      <Cell numeric>
        <Amount value={signedCoins(type, amount)} unit="ET" direction={directionOf(type)} className="font-semibold" />
      </Cell>
      <Cell numeric>{formatRate(rate, 5)}</Cell>
      <Cell numeric>{formatUsd(value)}</Cell>
      <Cell numeric>{formatCoins(balance)}</Cell>
    </tr>
  )
}
