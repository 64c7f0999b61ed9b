import * as z from 'zod/mini'
import { fault, sentenceOf, type Fault } from './faults.ts'
import { compare, isDecimal } from './money.ts'

interface NumberRules {
  /** 0 without it. */
  min?: string
  max: string
  decimals: number
  /** True when 0 is refused, too. */
  isAboveZero?: boolean
}

/** Returns a schema for a number between two limits, as a person types it into a field. */
export function numberText(field: string, { min = '0', max, decimals, isAboveZero = false }: NumberRules) {
  const judge = (text: string): Fault | undefined => {
    if (text === '') return { code: 'required', values: { field } }
    if (!isDecimal(text)) return { code: 'numberNeeded' }
    if ((text.split('.')[1] ?? '').length > decimals) {
      return { code: 'tooManyDecimals', values: { field, decimals: String(decimals) } }
    }
    if (isAboveZero && compare(text, '0') <= 0) return { code: 'notAboveZero', values: { field } }
    if (compare(text, min) < 0 || compare(text, max) > 0) return { code: 'outOfRange', values: { field, min, max } }
    return undefined
  }
  return z.string(fault('required', { field })).check(
    z.trim(),
    // Browsers let people type ".5", which means 0.5.
    z.overwrite((text) => (text.startsWith('.') ? `0${text}` : text)),
    z.check(({ value, issues }) => {
      const found = judge(value)
      if (found) issues.push({ code: 'custom', message: sentenceOf(found), fault: found, input: value })
    }),
  )
}
