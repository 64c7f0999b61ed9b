import { language, withWesternDigits } from './translate.ts'

/** The signs with which a language writes numbers. */
export interface NumberSeparators {
  /** The sign between groups of three digits. */
  group: string
  decimal: string
  /** The sign between an amount and the dollar sign behind it; undefined when the dollar sign goes first. */
  beforeDollar: string | undefined
}

const english: NumberSeparators = { group: ',', decimal: '.', beforeDollar: undefined }

export const numberSeparators = separatorsOf(language)

/** Returns the signs of a language by its BCP 47 code. */
export function separatorsOf(code: string): NumberSeparators {
  return code === 'en' ? english : readSeparators(code)
}

function readSeparators(code: string): NumberSeparators {
  const language = withWesternDigits(code)
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always', minimumFractionDigits: 1 }).formatToParts(
    10000,
  )
  const dollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  const isAfter = dollars.findIndex(({ type }) => type === 'currency') > 0
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return {
    group: find('group') ?? english.group,
    decimal: find('decimal') ?? english.decimal,
    beforeDollar: isAfter ? (dollars.findLast(({ type }) => type === 'literal')?.value ?? '') : undefined,
  }
}
