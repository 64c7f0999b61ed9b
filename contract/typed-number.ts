import { numberSigns, signsOf } from './number-signs.ts'
import type { Decimal } from './money.ts'
import { t } from './translate.ts'

interface TypedNumberRules {
  /** May stand before or behind the number. */
  unit?: string | undefined
  /** The largest number that can be meant. */
  max?: Decimal | undefined
}

/**
 * The number that somebody typed in the way of the page's language: 1,500.25 in English, 1.500,25 in German; the digits may
 * be those of any script, and the unit may stand with them. Digits need no groups, but where there are some each has three
 * digits, and the first of them is no zero: what could be read in two ways is read in none, such as the 1.000 of somebody
 * who writes the groups of another language. Undefined for whatever is no number.
 */
export function readTypedNumber(typed: string, { unit = '', max }: TypedNumberRules = {}): Decimal | undefined {
  const text = toPlain(typed, unit)
  return isAmbiguous(text, max) ? undefined : parse(text)
}

/** Why a text with digits is not read, where a number may have been meant; undefined for any other text. */
export function typedNumberFault(typed: string, { unit = '', max }: TypedNumberRules = {}): string | undefined {
  const text = toPlain(typed, unit)
  const value = parse(text)
  if (value !== undefined && isAmbiguous(text, max)) {
    const [small, large] = [toTypedNumber(value.replace(/\.?0+$/, '')), value.replace('.', '')]
    return t('"{text}" could mean {small} or {large}. Please type one of these two.', { text, small, large })
  }
  if (value !== undefined || !/^[-−]?[\d\s.,'’]*\d[\d\s.,'’]*$/.test(text)) return undefined
  const example = `12${group}500${decimal}50`
  return t('Numbers are written like {example} here. Please write yours in the same way.', { example })
}

/**
 * A number as it is put into a field, for somebody to go on typing: without groups, and never with decimals that could be
 * taken for a group.
 */
export function toTypedNumber(value: Decimal, { max }: Pick<TypedNumberRules, 'max'> = {}): string {
  const text = value.replace('.', decimal)
  return isAmbiguous(text, max) ? `${text}0` : text
}

/** What was typed on a page in another language, as it is typed on this one: 1,500.25 becomes 1.500,25 in German. */
export function retypeNumber(text: string, language: string): string {
  const signs = signsOf(language)
  const retypeSign = (sign: string) =>
    sign === signs.decimal ? numberSigns.decimal : sign === signs.group ? numberSigns.group : sign
  return Array.from(text, retypeSign).join('')
}

// Every blank is one sign, as a language that writes blanks between groups has several of them.
const group = /\s/.test(numberSigns.group) ? ' ' : numberSigns.group
const { decimal } = numberSigns
let numberPattern: RegExp | undefined
let ambiguousPattern: RegExp | undefined

/** Western digits and the signs of the page, without blanks around, invisible marks and the unit. */
function toPlain(typed: string, unit: string): string {
  const text = typed
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?!\d)\p{Nd}/gu, toWesternDigit)
    .replaceAll(/[\u066c\u066b\uff0c\uff0e\uff0d]/g, (sign) => westernSigns[sign] ?? sign)
    .replaceAll(/\s/g, ' ')
    .trim()
  if (unit === '') return text
  return text.replace(new RegExp(String.raw`^${unit} ?(?=\d)|(\d) ?${unit}$`, 'i'), '$1')
}

// The first two are the Arabic signs, which cannot be mistaken for each other; the others are as wide as ideographs.
const westernSigns: Record<string, string> = {
  '\u066c': group,
  '\u066b': decimal,
  '\uff0c': ',',
  '\uff0e': '.',
  '\uff0d': '-',
}

/** The digits of each script stand one after the other, from 0 to 9. */
function toWesternDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
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

/** Whether the one sign of a text may stand before three decimals as well as between two groups. */
function isAmbiguous(text: string, max?: Decimal): boolean {
  ambiguousPattern ??= new RegExp(String.raw`^[-−]? ?[1-9]\d{0,2}${escape(decimal)}\d{3}$`)
  if (!ambiguousPattern.test(text)) return false
  return max === undefined || Number(text.replaceAll(/\D/g, '')) <= Number(max)
}

function escape(sign: string): string {
  return sign.replaceAll(/[.*+?^$()|[\]\\{}-]/g, String.raw`\$&`)
}
