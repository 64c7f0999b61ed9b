import { auditActionNames, auditActions } from '../../../../contract/endpoints/audit.ts'
import { language, t } from '../../../../contract/translate.ts'
import type { AuditFilter } from './audit-queries.ts'
import { DateRange } from '../../../features/data-list/date-range.tsx'
import { ListFilters } from '../../../features/data-list/list-filters.tsx'
import { MemberFilter } from '../../../features/data-list/member-filter.tsx'
import type { ListUrl } from '../../../features/data-list/use-list-url.ts'
import type { AuditSearch } from './search.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { AddressFilter } from './address.tsx'

interface AuditFiltersProps {
  filter: AuditFilter
  change: ListUrl<AuditSearch>['change']
}

const others = ['actor_id', 'subject_id', 'ip_address', 'from', 'to'] as const
const actions = auditActionNames.toSorted((one, other) =>
  auditActions[one].localeCompare(auditActions[other], language),
)

export function AuditFilters({ filter, change }: AuditFiltersProps) {
  const { actor_id: actorId, subject_id: subjectId, ip_address: address, from, to } = filter
  const hasPeople = actorId !== undefined || subjectId !== undefined
  const activeCount = others.filter((name) => filter[name] !== undefined).length
  return (
    <ListFilters
      activeCount={activeCount}
      search={
        <Field label={t('What')} className="min-w-0 flex-1 basis-full xl:basis-64">
          <Select
            value={filter.action ?? ''}
            onChange={({ target }) => change({ action: actions.find((action) => action === target.value) })}
          >
            <option value="">{t('Everything')}</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {auditActions[action]}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      <MemberFilter
        label={t('Who')}
        userId={actorId}
        onChange={(id) => change({ actor_id: id, ip_address: undefined })}
      />
      <MemberFilter
        label={t('Whom')}
        userId={subjectId}
        onChange={(id) => change({ subject_id: id, ip_address: undefined })}
      />
      <AddressFilter
        address={address}
        hasPeople={hasPeople}
        onChange={(typed) =>
          // An address that replaces people makes a new history entry, so that Back restores the people.
          change({ ip_address: typed, actor_id: undefined, subject_id: undefined }, { isTyped: !hasPeople })
        }
      />
      <DateRange from={from} to={to} onChange={(range) => change(range, { isTyped: true })} />
    </ListFilters>
  )
}
