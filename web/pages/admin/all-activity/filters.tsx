import { requestKinds, requestStatuses } from '../../../../contract/endpoints/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { DateRange } from '../../../features/data-list/date-range.tsx'
import { ListFilters } from '../../../features/data-list/list-filters.tsx'
import { MemberFilter } from '../../../features/data-list/member-filter.tsx'
import { SearchField } from '../../../features/data-list/search-field.tsx'
import type { ListUrl } from '../../../features/data-list/use-list-url.ts'
import { statusDisplay } from '../../../features/requests/request-display.ts'
import type { AllActivitySearch } from './search.ts'
import type { AllRequestsFilter } from './activity-queries.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { kindTexts } from './texts.ts'

interface ActivityFiltersProps {
  filter: AllRequestsFilter
  change: ListUrl<AllActivitySearch>['change']
}

export function ActivityFilters({ filter, change }: ActivityFiltersProps) {
  const { kind, status, user_id: userId, from, to } = filter
  const activeCount = [kind, status, userId, from, to].filter((value) => value !== undefined).length
  return (
    <ListFilters
      activeCount={activeCount}
      search={
        <SearchField
          placeholder={t('Name, email, member ID or number')}
          search={filter.search}
          onSearch={(search) => change({ search }, { isTyped: true })}
        />
      }
      aside={<OrderChoice order={filter.order} onChange={(order) => change({ order })} />}
    >
      <Field label={t('Type')} className="md:w-36">
        <Select
          value={kind ?? ''}
          onChange={({ target }) => change({ kind: requestKinds.find((one) => one === target.value) })}
        >
          <option value="">{t('All')}</option>
          {requestKinds.map((one) => (
            <option key={one} value={one}>
              {kindTexts[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Status')} className="md:w-36">
        <Select
          value={status ?? ''}
          onChange={({ target }) => change({ status: requestStatuses.find((one) => one === target.value) })}
        >
          <option value="">{t('All')}</option>
          {requestStatuses.map((one) => (
            <option key={one} value={one}>
              {statusDisplay(one).label}
            </option>
          ))}
        </Select>
      </Field>
      <MemberFilter userId={userId} onChange={(id) => change({ user_id: id })} />
      <DateRange from={from} to={to} onChange={(range) => change(range, { isTyped: true })} />
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
      aria-label={t('Sort')}
      className="w-40"
      value={order}
      onChange={({ target }) => onChange(target.value === 'oldest' ? 'oldest' : undefined)}
    >
      <option value="newest">{t('Newest first')}</option>
      <option value="oldest">{t('Oldest first')}</option>
    </Select>
  )
}
