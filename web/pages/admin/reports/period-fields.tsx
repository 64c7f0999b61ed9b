import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { DateRange } from '../../../features/data-list/date-range.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { periodNames, type Days } from './period.ts'
import { periods, type ReportSearch } from './search.ts'

interface PeriodFieldsProps {
  search: ReportSearch
  /** The days that are shown, with which an own period begins. */
  days: Days | undefined
}

/** The choice of the period, which the address holds. */
export function PeriodFields({ search, days }: PeriodFieldsProps) {
  const navigate = useNavigate()
  const show = (next: ReportSearch, isTyped = false) =>
    void navigate({ to: '.', search: { ...next }, replace: isTyped, resetScroll: false })
  return (
    <div className="grid gap-4 md:flex md:flex-wrap md:items-end md:gap-3">
      <Field label={t('Period')} className="md:w-48">
        <Select
          value={search.period ?? 'this-month'}
          onChange={({ target }) => {
            const period = periods.find((name) => name === target.value)
            show(period === 'own' ? { period, ...days } : { period })
          }}
        >
          {periods.map((name) => (
            <option key={name} value={name}>
              {periodNames[name]}
            </option>
          ))}
        </Select>
      </Field>
      {search.period === 'own' && (
        <DateRange from={search.from} to={search.to} onChange={(part) => show({ ...search, ...part }, true)} />
      )}
    </div>
  )
}
