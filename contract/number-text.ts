import * as z from 'zod/mini'
import { compare, formatDecimal, isDecimal } from './money.ts'
import { fieldTexts, requiredText } from './texts.ts'
import { t } from './translate.ts'

interface NumberRules {
  max: string
  decimals: number
  /** True when 0 is refused, too. */
  isAboveZero?: boolean
}

/** Returns a schema for a number between 0 and a maximum, as a person types it into a field. */
export function numberText(field: string, { max, decimals, isAboveZero = false }: NumberRules) {
  const faultOf = (text: string) => {
    if (text === '') return requiredText(field)
    if (!isDecimal(text)) return fieldTexts.numberNeeded
    if ((text.split('.')[1] ?? '').length > decimals) {
      return t('{field} can have at most {decimals} decimals.', { field, decimals })
    }
    if (isAboveZero && compare(text, '0') <= 0) return t('{field} must be above 0.', { field })
    if (compare(text, '0') < 0 || compare(text, max) > 0) {
      return t('{field} must be between 0 and {max}.', { field, max: formatDecimal(max, 0) })
    }
    return undefined
  }
  return z.string(requiredText(field)).check(
    z.trim(),
    // Browsers let people type ".5", which means 0.5.
    z.overwrite((text) => (text.startsWith('.') ? `0${text}` : text)),
    z.check(({ value, issues }) => {
      const message = faultOf(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    }),
  )
}
