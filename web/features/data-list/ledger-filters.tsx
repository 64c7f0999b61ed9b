import { transactionTypeNames, transactionTypes } from '../../../contract/endpoints/transactions.ts'
import { t } from '../../../contract/translate.ts'
import type { TransactionsFilter, TransactionsMatch } from './ledger-queries.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { AmountRange } from './amount-range.tsx'
import { DateRange } from './date-range.tsx'
import type { LedgerSort } from './ledger-columns.ts'
import { LedgerSortSheet } from './ledger-sort-sheet.tsx'
import { ListFilters } from './list-filters.tsx'
import { MemberFilter } from './member-filter.tsx'
import { SearchField } from './search-field.tsx'
import type { ListUrl } from './use-list-url.ts'

interface LedgerFiltersProps {
  match: TransactionsMatch
  change: ListUrl<TransactionsFilter>['change']
  sort: LedgerSort
  onSort: (sort: LedgerSort) => void
}

export function LedgerFilters({ match, change, sort, onSort }: LedgerFiltersProps) {
  const { search, ...others } = match
  const activeCount = Object.values(others).filter((value) => value !== undefined).length
  const typed = (part: TransactionsMatch) => change(part, { isTyped: true })
  return (
    <ListFilters
      activeCount={activeCount}
      search={
        <SearchField
          placeholder={t('Name, email, ID or type')}
          search={search}
          onSearch={(text) => typed({ search: text })}
        />
      }
      aside={<LedgerSortSheet sort={sort} onSort={onSort} />}
    >
      <Field label={t('Type')} className="md:w-36">
        <Select
          value={match.type ?? ''}
          onChange={({ target }) => change({ type: transactionTypes.find((type) => type === target.value) })}
        >
          <option value="">{t('All')}</option>
          {transactionTypes.map((type) => (
            <option key={type} value={type}>
              {transactionTypeNames[type]}
            </option>
          ))}
        </Select>
      </Field>
      <MemberFilter userId={match.user_id} onChange={(userId) => change({ user_id: userId })} />
      <DateRange from={match.from} to={match.to} onChange={typed} />
      <AmountRange min_coins={match.min_coins} max_coins={match.max_coins} onChange={typed} />
    </ListFilters>
  )
}
