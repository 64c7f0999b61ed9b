import { useSearch } from '@tanstack/react-router'
import { pageTitles } from '../../../contract/pages.ts'
import { emptyTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { toSortSearch, ledgerSortOf, type LedgerSort } from '../../features/data-list/ledger-columns.ts'
import { LedgerFilters } from '../../features/data-list/ledger-filters.tsx'
import { LedgerList } from '../../features/data-list/ledger-list.tsx'
import { withoutOrderAndPage } from '../../features/data-list/ledger-search.ts'
import { useListUrl } from '../../features/data-list/use-list-url.ts'
import type { TransactionsFilter } from '../../features/data-list/ledger-queries.ts'
import { PageTitle } from '../../ui/page-title.tsx'

export const lead = t('Every movement of coins, in and out.')

/** The ledger of all movements of coins. */
export function CoinsLedgerPage() {
  const filter = useSearch({ from: '/admin/coins-ledger' })
  const url = useListUrl<TransactionsFilter>()
  const sortBy = (sort: LedgerSort) => url.change(toSortSearch(sort))
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/coins-ledger']}</PageTitle>
      <LedgerFilters
        match={withoutOrderAndPage(filter)}
        change={url.change}
        sort={ledgerSortOf(filter)}
        onSort={sortBy}
      />
      <LedgerList filter={filter} url={url} onSort={sortBy} emptyText={emptyTexts.noTransactions} />
    </div>
  )
}
