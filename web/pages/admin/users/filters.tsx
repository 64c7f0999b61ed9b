import { useNavigate, useSearch } from '@tanstack/react-router'
import { profileStatuses } from '../../../../contract/endpoints/profiles.ts'
import { userSorts } from '../../../../contract/endpoints/users.ts'
import { t } from '../../../../contract/translate.ts'
import { SearchField } from '../../../features/data-list/search-field.tsx'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { sortNames, useUserSort } from './sort.ts'

interface UsersFiltersProps {
  /** True where the list has no table with headers to click. */
  hasSort: boolean
}

export function UsersFilters({ hasSort }: UsersFiltersProps) {
  const { search, status } = useSearch({ from: '/admin/users' })
  const navigate = useNavigate({ from: '/admin/users' })
  const showStatus = (value: string) => {
    const chosen = profileStatuses.find((one) => one === value)
    void navigate({ search: (before) => ({ ...before, status: chosen, cursor: undefined }), resetScroll: false })
  }

  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <div className="grid max-sm:col-span-2 sm:flex-1">
        <SearchField
          placeholder={t('Name, email or member ID')}
          search={search}
          onSearch={(next) =>
            void navigate({
              search: (before) => ({ ...before, search: next, cursor: undefined }),
              // The letters of a search share one history entry, so that one step back leaves the search.
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Field label={t('Status')}>
        <Select value={status ?? ''} onChange={(event) => showStatus(event.target.value)}>
          <option value="">{t('All')}</option>
          {profileStatuses.map((one) => (
            <option key={one} value={one}>
              {profileStatusNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      {hasSort && <SortChoice />}
    </div>
  )
}

const sortChoices = userSorts.flatMap((sort) =>
  (sort === 'joined' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)).map((order) => ({ sort, order })),
)

function SortChoice() {
  const { sort, order, sortBy } = useUserSort()
  const choose = (value: string) => {
    const choice = sortChoices.find((one) => keyOf(one) === value)
    if (choice) sortBy(choice.sort, choice.order)
  }
  return (
    <Field label={t('Sort')}>
      <Select value={keyOf({ sort, order })} onChange={(event) => choose(event.target.value)}>
        {sortChoices.map((choice) => (
          <option key={keyOf(choice)} value={keyOf(choice)}>
            {choiceText(choice)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function keyOf({ sort, order }: { sort: string; order: string }): string {
  return `${sort}:${order}`
}

function choiceText({ sort, order }: (typeof sortChoices)[number]): string {
  if (sort === 'joined') return order === 'desc' ? t('Newest first') : t('Oldest first')
  return `${sortNames[sort]} ${order === 'asc' ? '↑' : '↓'}`
}
