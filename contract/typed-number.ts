import type { Decimal } from './money.ts'
import { numberSigns, signsOf } from './number-signs.ts'

/**
 * The number that somebody typed in the way of the page's language: 1,500.25 in English, 1.500,25 in German. Digits need no
 * groups, but where there are some each has three digits, and the first of them is no zero: what could be read in two ways
 * is read in none, such as the 0.025 of somebody who writes the decimals of another language. Undefined for whatever is no
 * number.
 */
export function readTypedNumber(text: string): Decimal | undefined {
  pattern ??= new RegExp(`^([-−]?)([1-9]\\d{0,2}(?:${escape(group)}\\d{3})+|\\d*)(?:${escape(decimal)}(\\d+))?$`)
  const [, sign, whole = '', fraction] = pattern.exec(text.replaceAll(/\s/g, '')) ?? []
  if (whole === '' && fraction === undefined) return undefined
  const digits = whole.replaceAll(group, '') || '0'
  return `${sign ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

/** A number as it is put into a field, for somebody to go on typing: without groups. */
export function toTypedNumber(value: Decimal): string {
  return value.replace('.', decimal)
}

/** What was typed on a page in another language, as it is typed on this one: 1,500.25 becomes 1.500,25 in German. */
export function retypeNumber(text: string, language: string): string {
  const signs = signsOf(language)
  const retypeSign = (sign: string) =>
    sign === signs.decimal ? numberSigns.decimal : sign === signs.group ? numberSigns.group : sign
  return Array.from(text, retypeSign).join('')
}

// Blanks are groups wherever they stand, as a language that writes them has several of them.
const group = /\s/.test(numberSigns.group) ? ' ' : numberSigns.group
const { decimal } = numberSigns
let pattern: RegExp | undefined

function escape(sign: string): string {
  return sign.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')
}
