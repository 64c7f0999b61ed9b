import { useQuery } from '@tanstack/react-query'
import { exportTransactions } from '../../../contract/endpoints/transactions.ts'
import { t } from '../../../contract/translate.ts'
import { download } from '../../lib/api.ts'
import { transactionsQuery, transactionTotalsQuery, type TransactionsFilter } from './ledger-queries.ts'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { tableScreen, useMedia } from '../../ui/use-media.ts'
import { countText } from './count-text.ts'
import { ExportButton } from './export-button.tsx'
import { LedgerCards } from './ledger-cards.tsx'
import { ledgerSortOf, ledgerSortText, toSortSearch, type LedgerSort } from './ledger-columns.ts'
import { hasFilter, withoutOrderAndPage, noLedgerFilters } from './ledger-search.ts'
import { LedgerTable } from './ledger-table.tsx'
import { LedgerTotals } from './ledger-totals.tsx'
import { ListCard } from './list-card.tsx'
import { ListPager } from './list-pager.tsx'
import { SearchProgress, searchingText } from './search-progress.tsx'
import { searchStateOf } from './search-state.ts'
import type { ListUrl } from './use-list-url.ts'
import { useHeldRows } from '../../lib/use-held-rows.ts'

interface LedgerListProps {
  filter: TransactionsFilter
  url: ListUrl<TransactionsFilter>
  onSort: (sort: LedgerSort) => void
  /** The text that is shown if nothing matches. */
  emptyText: string
}

/** The matching transactions, page by page, with the sums of all matches. */
export function LedgerList({ filter, url, onSort, emptyText }: LedgerListProps) {
  const hasTable = useMedia(tableScreen)
  const match = withoutOrderAndPage(filter)
  const sort = ledgerSortOf(filter)
  const list = useQuery(transactionsQuery(filter))
  const totals = useQuery(transactionTotalsQuery(match))
  const isEarlier = list.isPlaceholderData
  const held = useHeldRows({ latest: list.data?.items, question: JSON.stringify(filter), isEarlier })
  const { rows } = held
  const count = totals.isPlaceholderData ? undefined : totals.data?.count
  const state = searchStateOf(list)
  const isSearching = state === 'partial'
  const nextCursor = isEarlier || isSearching ? null : (list.data?.next_cursor ?? null)

  return (
    <>
      <ReadProblem reads={[list, totals]} />
      <ListCard
        summary={isSearching ? searchingText : rows && !isEarlier ? listSummary(count, rows.length, sort) : undefined}
        held={held}
        hasDensity={hasTable}
        isEarlier={isEarlier}
        onClear={hasFilter(match) ? () => url.change(noLedgerFilters) : null}
        actions={
          <ExportButton
            endpoint={exportTransactions}
            key={JSON.stringify({ match, sort })}
            fallbackName="et-transactions.csv"
            load={(options) => download(exportTransactions, { query: { ...match, ...toSortSearch(sort) } }, options)}
          />
        }
      >
        {!rows && !list.isError && <RowSkeletons />}
        {rows && rows.length > 0 && !hasTable && <LedgerCards entries={rows} />}
        {rows && rows.length > 0 && hasTable && <LedgerTable entries={rows} sort={sort} onSort={onSort} />}
        {rows && <SearchProgress rowCount={rows.length} state={state} cursor={filter.cursor} emptyText={emptyText} />}
        {/* The sums wait for the rows, which would otherwise push them out of sight. */}
        {rows && rows.length > 0 && (
          <LedgerTotals totals={totals.data} hasFailed={totals.isError} isEarlier={totals.isPlaceholderData} />
        )}
      </ListCard>
      <ListPager
        cursor={filter.cursor}
        nextCursor={nextCursor}
        isEarlier={isEarlier || isSearching}
        onOpen={url.openPage}
      />
    </>
  )
}

/** Describes the list: "1,204 transactions, newest first". */
function listSummary(total: number | null | undefined, shown: number, sort: LedgerSort): string {
  return t('{count}, {order}', { count: countText(total, shown, 'transaction'), order: ledgerSortText(sort) })
}
