import { auditActionNames, auditActions } from '../../../contract/audit.ts'
import { language, t } from '../../../contract/translate.ts'
import type { AuditFilter } from '../../features/audit/audit-queries.ts'
import { DateRange } from '../../features/ledger-lists/date-range.tsx'
import { ListFilters } from '../../features/ledger-lists/list-filters.tsx'
import { MemberFilter } from '../../features/ledger-lists/member-filter.tsx'
import type { ListAddress } from '../../features/ledger-lists/use-list-address.ts'
import type { AuditSearch } from '../../lib/list-searches.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface AuditFiltersProps {
  filter: AuditFilter
  change: ListAddress<AuditSearch>['change']
}

const others = ['actor_id', 'subject_id', 'from', 'to'] as const
const actions = auditActionNames.toSorted((one, other) =>
  auditActions[one].localeCompare(auditActions[other], language),
)

export function AuditFilters({ filter, change }: AuditFiltersProps) {
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
      <MemberFilter label={t('Who')} userId={filter.actor_id} onChange={(id) => change({ actor_id: id })} />
      <MemberFilter label={t('Whom')} userId={filter.subject_id} onChange={(id) => change({ subject_id: id })} />
      <DateRange from={filter.from} to={filter.to} onChange={(range) => change(range, { isTyped: true })} />
    </ListFilters>
  )
}
