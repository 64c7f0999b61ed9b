import { tc } from '../../../contract/translate.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RangeFields } from './range-fields.tsx'
import { useTypedText } from '../../lib/use-typed-text.ts'

interface Range {
  from?: string | undefined
  to?: string | undefined
}

interface DateRangeProps extends Range {
  onChange: (range: Range) => void
}

/** Two days; both are part of the range. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <RangeFields>
      <DayField label={tc('first day', 'From')} day={from} latest={to} onChange={(day) => onChange({ from: day })} />
      <DayField label={tc('last day', 'To')} day={to} earliest={from} onChange={(day) => onChange({ to: day })} />
    </RangeFields>
  )
}

interface DayFieldProps {
  label: string
  day: string | undefined
  earliest?: string | undefined
  latest?: string | undefined
  onChange: (day: string | undefined) => void
}

const firstDay = '2000-01-01'

function DayField({ label, day = '', earliest = firstDay, latest, onChange }: DayFieldProps) {
  // While a year is typed, each digit makes a day in an early century. Such days are not searched for.
  const read = (text: string) => (text === '' || text >= firstDay ? text : null)
  const { text, write, leave } = useTypedText({ applied: day, apply: (next) => onChange(next || undefined), read })
  return (
    <Field label={label} aside={<span className="font-normal text-ink-3">UTC</span>} className="md:w-38">
      <TextInput
        type="date"
        min={earliest}
        max={latest}
        value={text}
        onChange={(event) => write(event.target.value)}
        onBlur={leave}
      />
    </Field>
  )
}
