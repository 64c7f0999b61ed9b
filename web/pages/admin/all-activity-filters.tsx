import { requestKinds, requestStatuses } from '../../../contract/requests.ts'
import { DateRange } from '../../features/ledger-lists/date-range.tsx'
import { ListFilters } from '../../features/ledger-lists/list-filters.tsx'
import { MemberFilter } from '../../features/ledger-lists/member-filter.tsx'
import { SearchField } from '../../features/ledger-lists/search-field.tsx'
import type { ListAddress } from '../../features/ledger-lists/use-list-address.ts'
import { statusLook } from '../../features/requests/request-look.ts'
import type { AllActivitySearch } from '../../lib/list-searches.ts'
import type { AllRequestsFilter } from '../../lib/queries.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { kindWords } from './all-activity-words.ts'

interface ActivityFiltersProps {
  filter: AllRequestsFilter
  change: ListAddress<AllActivitySearch>['change']
}

const noFilters = {
  kind: undefined,
  status: undefined,
  user_id: undefined,
  from: undefined,
  to: undefined,
} satisfies AllRequestsFilter

export function ActivityFilters({ filter, change }: ActivityFiltersProps) {
  const activeCount = Object.keys(noFilters).filter((name) => filter[name as keyof typeof noFilters]).length
  return (
    <ListFilters
      activeCount={activeCount}
      onClear={() => change(noFilters)}
      search={
        <SearchField
          placeholder="Name, email or member ID"
          search={filter.search}
          onSearch={(search) => change({ search }, { isTyped: true })}
        />
      }
      aside={<OrderChoice order={filter.order} onChange={(order) => change({ order })} />}
    >
      <Field label="Type" className="md:w-36">
        <Select
          value={filter.kind ?? ''}
          onChange={({ target }) => change({ kind: requestKinds.find((kind) => kind === target.value) })}
        >
          <option value="">All</option>
          {requestKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Status" className="md:w-36">
        <Select
          value={filter.status ?? ''}
          onChange={({ target }) => change({ status: requestStatuses.find((status) => status === target.value) })}
        >
          <option value="">All</option>
          {requestStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLook(status).label}
            </option>
          ))}
        </Select>
      </Field>
      <MemberFilter userId={filter.user_id} onChange={(userId) => change({ user_id: userId })} />
      <DateRange from={filter.from} to={filter.to} onChange={(range) => change(range, { isTyped: true })} />
    </ListFilters>
  )
}

interface OrderChoiceProps {
  order: AllRequestsFilter['order']
  onChange: (order: 'oldest' | undefined) => void
}

function OrderChoice({ order = 'newest', onChange }: OrderChoiceProps) {
  return (
    <Select
      aria-label="Sort"
      className="w-40"
      value={order}
      onChange={({ target }) => onChange(target.value === 'oldest' ? 'oldest' : undefined)}
    >
      <option value="newest">Newest first</option>
      <option value="oldest">Oldest first</option>
    </Select>
  )
}
