import { fieldTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { toTypedNumber, typedNumberFault } from '../../../contract/typed-number.ts'
import { readCoins } from '../../lib/typed-coins.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RangeFields } from './range-fields.tsx'
import { useTypedText } from '../../lib/use-typed-text.ts'

interface Range {
  min_coins?: string | undefined
  max_coins?: string | undefined
}

interface AmountRangeProps extends Range {
  onChange: (range: Range) => void
}

/** The least and the most coins that a transaction moved, in either direction. */
export function AmountRange({ min_coins: min, max_coins: max, onChange }: AmountRangeProps) {
  return (
    <RangeFields>
      <CoinsField label={t('At least')} coins={min} onChange={(coins) => onChange({ min_coins: coins })} />
      <CoinsField label={t('At most')} coins={max} onChange={(coins) => onChange({ max_coins: coins })} />
    </RangeFields>
  )
}

interface CoinsFieldProps {
  label: string
  coins: string | undefined
  onChange: (coins: string | undefined) => void
}

function CoinsField({ label, coins = '', onChange }: CoinsFieldProps) {
  const { text, write, leave, isUnreadable } = useTypedText({
    applied: coins,
    apply: (next) => onChange(next || undefined),
    read: readBound,
    show: toTypedNumber,
  })
  return (
    <Field
      label={label}
      error={isUnreadable ? (typedNumberFault(text, { unit: 'ET' }) ?? fieldTexts.numberNeeded) : undefined}
      className="md:w-26"
    >
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        trail="ET"
        value={text}
        onChange={(event) => write(event.target.value)}
        onBlur={leave}
      />
    </Field>
  )
}

/** Reads a bound as people write it, with or without groups of digits. An empty text is no bound. */
function readBound(text: string): string | null {
  if (text.trim() === '') return ''
  const coins = readCoins(text) ?? ''
  return /^\d{1,13}(\.\d{1,4})?$/.test(coins) ? coins : null
}
