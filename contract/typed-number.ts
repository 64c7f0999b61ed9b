import { numberSeparators, separatorsOf } from './number-separators.ts'
import type { Decimal } from './money.ts'
import { t } from './translate.ts'
import { toWesternDigits } from './western-digits.ts'

interface TypedNumberRules {
  /** A unit that may stand before or after the number. */
  unit?: string | undefined
  /** The largest number that the person can mean. */
  max?: Decimal | undefined
}

/**
 * Reads a number as a person types it in the page's language: 1,500.25 in English, 1.500,25 in German. Digits of any
 * script are read, and the unit may stand before or after them. Groups are optional. The
 * first group does not begin with zero, and each further one has three digits.
 * Returns undefined for a text with two readings, such as 1.000 on an English page, and for a text that is no number.
 */
export function readTypedNumber(typed: string, { unit = '', max }: TypedNumberRules = {}): Decimal | undefined {
  const text = toPlain(typed, unit)
  return isAmbiguous(text, max) ? undefined : parse(text)
}

/** Returns the reason why a text with digits is not read as a number; undefined for any other text. */
export function typedNumberFault(typed: string, { unit = '', max }: TypedNumberRules = {}): string | undefined {
  const text = toPlain(typed, unit)
  const value = parse(text)
  if (value !== undefined && isAmbiguous(text, max)) {
    const [small, large] = [toTypedNumber(value.replace(/\.?0+$/, '')), value.replace('.', '')]
    return t('"{text}" could mean {small} or {large}. Please type one of these two.', { text, small, large })
  }
  if (value !== undefined || !/^[-−]?[\d\s.,،'’]*\d[\d\s.,،'’]*$/.test(text)) return undefined
  const example = `12${group}500${decimal}50`
  return t('Numbers are written like {example} here. Please write yours in the same way.', { example })
}

/**
 * Writes a number into a field for a person to edit: without groups, and never with decimals that look like a group.
 */
export function toTypedNumber(value: Decimal, { max }: Pick<TypedNumberRules, 'max'> = {}): string {
  const text = value.replace('.', decimal)
  return isAmbiguous(text, max) ? `${text}0` : text
}

/** Rewrites a number that was typed on a page in another language for this one: 1,500.25 becomes 1.500,25 in German. */
export function convertTypedNumber(text: string, language: string): string {
  const signs = separatorsOf(language)
  const retypeSign = (sign: string) =>
    sign === signs.decimal ? numberSeparators.decimal : sign === signs.group ? numberSeparators.group : sign
  return Array.from(text, retypeSign).join('')
}

// All blanks count as one sign, as a language with blanks between groups has several of them.
const group = /\s/.test(numberSeparators.group) ? ' ' : numberSeparators.group
const { decimal } = numberSeparators
let numberPattern: RegExp | undefined
let ambiguousPattern: RegExp | undefined

/** Returns a text in Western digits and the signs of the page, without blanks around, invisible marks and the unit. */
function toPlain(typed: string, unit: string): string {
  const text = toWesternDigits(typed.replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/[\u066c\u066b\uff0c\uff0e\uff0d]/g, (sign) => westernSigns[sign] ?? sign)
    .replaceAll(/\s/g, ' ')
    .trim()
  if (unit === '') return text
  return text.replace(new RegExp(String.raw`^${unit} ?(?=\d)|(\d) ?${unit}$`, 'i'), '$1')
}

// The first two are the Arabic signs, which cannot be mistaken for each other. The others are the full-width signs of
// East Asian scripts.
const westernSigns: Record<string, string> = {
  '\u066c': group,
  '\u066b': decimal,
  '\uff0c': ',',
  '\uff0e': '.',
  '\uff0d': '-',
}

function parse(text: string): Decimal | undefined {
  numberPattern ??= new RegExp(
    String.raw`^([-−]?) ?([1-9]\d{0,2}(?<group>[ ${escape(group)}])\d{3}(?:\k<group>\d{3})*|\d*)(?:${escape(decimal)}(\d+))?$`,
  )
  const [, sign, whole = '', , fraction] = numberPattern.exec(text) ?? []
  if (whole === '' && fraction === undefined) return undefined
  const digits = whole.replaceAll(/\D/g, '') || '0'
  return `${sign ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

/** True if the decimal sign of a text stands before three digits, and so could be the sign between two groups. */
function isAmbiguous(text: string, max?: Decimal): boolean {
  ambiguousPattern ??= new RegExp(String.raw`^[-−]? ?[1-9]\d{0,2}${escape(decimal)}\d{3}$`)
  if (!ambiguousPattern.test(text)) return false
  return max === undefined || Number(text.replaceAll(/\D/g, '')) <= Number(max)
}

function escape(sign: string): string {
  return sign.replaceAll(/[.*+?^$()|[\]\\{}-]/g, String.raw`\$&`)
}
