import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { periodOf, periodText, recentPeriods, type PeriodName } from './period.ts'
import { statementQuery } from './statement-query.ts'
import { PeriodEnds } from './sums-table.tsx'

interface PeriodProps {
  period: PeriodName | undefined
}

/** The choice of the period, with the balances at both of its ends and the change between them. */
export function PeriodCard({ period }: PeriodProps) {
  const { mask } = useHiddenAmounts()
  const ends = useInfiniteQuery(statementQuery(period)).data?.pages[0]
  return (
    <Card padded={false} className="grid gap-5 p-5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:items-end">
      <PeriodField period={period} />
      {ends && (
        <PeriodEnds
          opening_coins={ends.opening_coins}
          closing_coins={ends.closing_coins}
          mask={mask}
          className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3"
        />
      )}
    </Card>
  )
}

function PeriodField({ period }: PeriodProps) {
  const navigate = useNavigate()
  const [{ months, years }] = useState(() => recentPeriods(new Date()))
  // An address may name an older period than the list.
  const isOlder = period !== undefined && !months.includes(period) && !years.includes(period)
  return (
    <Field label={t('Period')}>
      <Select
        value={period ?? ''}
        onChange={({ target }) =>
          void navigate({ to: '.', search: { period: periodOf(target.value) }, resetScroll: false })
        }
      >
        <option value="">{periodText(undefined)}</option>
        {[...(isOlder ? [period] : []), ...months, ...years].map((name) => (
          <option key={name} value={name}>
            {periodText(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
