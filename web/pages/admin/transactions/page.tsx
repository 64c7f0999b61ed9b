import { useSearch } from '@tanstack/react-router'
import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { DayHistory } from './day-history.tsx'
import { ledgerSortOf, toSortSearch, type LedgerSort } from '../../../features/data-list/ledger-columns.ts'
import { LedgerFilters } from '../../../features/data-list/ledger-filters.tsx'
import { LedgerList } from '../../../features/data-list/ledger-list.tsx'
import { withoutOrderAndPage } from '../../../features/data-list/ledger-search.ts'
import { useListUrl } from '../../../features/data-list/use-list-url.ts'
import type { TransactionsFilter } from '../../../features/data-list/ledger-queries.ts'
import { PageTitle } from '../../../ui/page-title.tsx'

export const lead = t('What moved, how much and when.')

/** The ledger's transactions under filters: the coins moved on each day, and the transactions themselves. */
export function TransactionsPage() {
  const filter = useSearch({ from: '/admin/transactions' })
  const url = useListUrl<TransactionsFilter>()
  const sortBy = (sort: LedgerSort) => url.change(toSortSearch(sort))
  const match = withoutOrderAndPage(filter)
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/transactions']}</PageTitle>
      <LedgerFilters match={match} change={url.change} sort={ledgerSortOf(filter)} onSort={sortBy} />
      <DayHistory match={match} />
      <LedgerList filter={filter} url={url} onSort={sortBy} emptyText={emptyTexts.noMatchingTransactions} />
    </div>
  )
}
