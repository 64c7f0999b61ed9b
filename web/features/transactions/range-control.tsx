import { useId } from 'react'
import { balanceRanges } from '../../../contract/endpoints/dashboards.ts'
import type { BalanceRange } from '../../../contract/dashboards.ts'
import { t } from '../../../contract/translate.ts'

interface RangeControlProps {
  value: BalanceRange
  onChange: (range: BalanceRange) => void
}

/** Chooses the range of days. Native radios have one tab stop, and arrow keys change the choice. */
export function RangeControl({ value, onChange }: RangeControlProps) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-2 border border-line-strong p-0.5">
      <legend className="sr-only">{t('Range')}</legend>
      {balanceRanges.map((range) => (
        <label
          key={range}
          className="grid h-7 place-items-center rounded-[6px] px-2.5 text-sm font-semibold text-ink-2 hover:text-ink has-checked:bg-brand-soft has-checked:text-on-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={range === value}
            onChange={() => onChange(range)}
          />
          {rangeNames[range]}
        </label>
      ))}
    </fieldset>
  )
}

const rangeNames: Record<BalanceRange, string> = { '30d': t('30 days'), '90d': t('90 days'), '365d': t('1 year') }
