/**
 * Exact decimals. Amounts travel as decimal strings and are calculated as whole numbers of 10^-8 (bigint), so no binary
 * floating point ever touches money. Coins have at most 4 decimals, USD 2, USDT 4, rates 8.
 */

import { numberSeparators } from './number-separators.ts'
import { keepOrder, t } from './translate.ts'

/** A decimal number as text, e.g. "12000" or "-0.0125". */
export type Decimal = string

/** Members buy, send and withdraw coins in whole multiples of this number. */
export const coinStep = 1000
/** The most coins one request may name. */
export const maxRequestCoins = 1_000_000_000_000

const places = 8
const one = 10n ** BigInt(places)
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * True if a text is a plain decimal number: digits, optionally a sign and a fraction, but no exponent and no spaces.
 */
export function isDecimal(text: string): text is Decimal {
  return decimalPattern.test(text)
}

/**
 * Returns a decimal in whole units of 10^-8. Throws for digits beyond the eighth place, as the platform never makes
 * any.
 */
export function toUnits(value: Decimal): bigint {
  const match = decimalPattern.exec(value)
  const fraction = match?.[3] ?? ''
  if (!match || fraction.length > places) throw new Error(`not a decimal with at most ${places} places: ${value}`)
  const units = BigInt((match[2] ?? '') + fraction.padEnd(places, '0'))
  return match[1] === '-' ? -units : units
}

/** Returns the shortest decimal for a number of units of 10^-8: without trailing zeros, and never "-0". */
export function fromUnits(units: bigint): Decimal {
  const digits = magnitude(units)
    .toString()
    .padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return (units < 0n ? '-' : '') + digits.slice(0, -places) + (fraction && `.${fraction}`)
}

/** Writes a decimal as its shortest text: 1.50 as 1.5. */
export function toShortest(number: Decimal): Decimal {
  return fromUnits(toUnits(number))
}

export function add(a: Decimal, b: Decimal): Decimal {
  return fromUnits(toUnits(a) + toUnits(b))
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return fromUnits(toUnits(a) - toUnits(b))
}

/**
 * Returns a × b with the given number of decimals (8 at most). Rounds half away from zero, as PostgreSQL's round()
 * does.
 */
export function multiply(a: Decimal, b: Decimal, decimals: number): Decimal {
  return fromUnits(
    divideRounded(toUnits(a) * toUnits(b), one * 10n ** BigInt(places - decimals)) * 10n ** BigInt(places - decimals),
  )
}

/** Returns a ÷ b with the given number of decimals (8 at most). Rounds half away from zero. */
export function divide(a: Decimal, b: Decimal, decimals: number): Decimal {
  const step = 10n ** BigInt(places - decimals)
  return fromUnits(divideRounded(toUnits(a) * one, toUnits(b) * step) * step)
}

/** Returns the part of an amount that was paid for, rounded down to the given number of decimals (8 at most). */
export function paidPart(amount: Decimal, received: Decimal, wanted: Decimal, decimals: number): Decimal {
  const step = 10n ** BigInt(places - decimals)
  return fromUnits(((toUnits(amount) * toUnits(received)) / (toUnits(wanted) * step)) * step)
}

/** Returns a percentage of a value, rounded towards zero to 4 decimals. Bonuses and rewards are calculated with it. */
export function percentageOf(value: Decimal, percentage: Decimal): Decimal {
  return fromUnits(((toUnits(value) * toUnits(percentage)) / (one * 100n * 10_000n)) * 10_000n)
}

/** Returns -1, 0 or 1 when a is below, equal to or above b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const difference = toUnits(a) - toUnits(b)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/**
 * Writes a decimal with grouped digits and a true minus sign: "−1,234.50", in German "−1.234,50". It shows at least
 * `minDecimals` and at most `maxDecimals` decimals.
 */
export function formatDecimal(value: Decimal, minDecimals: number, maxDecimals: number = minDecimals): string {
  const step = 10n ** BigInt(places - maxDecimals)
  const rounded = divideRounded(toUnits(value), step) * step
  const [whole = '0', fraction = ''] = fromUnits(magnitude(rounded)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, numberSeparators.group)
  const decimals = fraction.padEnd(minDecimals, '0')
  const text = grouped + (decimals && numberSeparators.decimal + decimals)
  return rounded < 0n ? keepOrder(`−${text}`) : text
}

/** Writes coins with grouped digits and the decimals they have (4 at most). The caller adds the unit ET. */
export function formatCoins(value: Decimal): string {
  return formatDecimal(value, 0, 4)
}

/** Writes a number of things, such as "1,204". */
export function formatCount(count: number): string {
  return formatDecimal(String(count), 0)
}

/** Writes USD, such as "$1,234.50", in German "1.234,50 $". */
export function formatUsd(value: Decimal, minDecimals = 2, maxDecimals: number = minDecimals): string {
  return withDollar(formatDecimal(value, minDecimals, maxDecimals))
}

/** Writes USDT, such as "50.0000". */
export function formatUsdt(value: Decimal): string {
  return formatDecimal(value, 4)
}

/** Writes USDT exactly as the chain moved them, such as "50.0000" or "50.000001". */
export function formatExactUsdt(value: Decimal): string {
  return formatDecimal(value, 4, 6)
}

/** Writes a rate in USD per ET: with 4 decimals for the live rate and the average price, with 5 in tables. */
export function formatRate(value: Decimal, decimals: 4 | 5): string {
  return formatUsd(value, decimals)
}

/** Writes a number in short for cards and the ticker: "1.2M", "999.9K", "950", with one decimal at most. */
export function formatCompact(value: Decimal): string {
  const units = toUnits(value)
  const sign = units < 0n ? '−' : ''
  let tenths = divideRounded(magnitude(units) * 10n, one)
  for (const [index, shorten] of shortForms.entries()) {
    if (tenths < 10_000n || index === shortForms.length - 1) {
      const text = `${tenths / 10n}${tenths % 10n === 0n ? '' : `${numberSeparators.decimal}${tenths % 10n}`}`
      return tenths === 0n ? '0' : sign + shorten(text)
    }
    tenths = divideRounded(tenths, 1000n)
  }
  throw new Error('unreachable: the last short form always fits')
}

const shortForms = [
  (number: string) => number,
  (number: string) => t('{number}K', { number }),
  (number: string) => t('{number}M', { number }),
  (number: string) => t('{number}B', { number }),
  (number: string) => t('{number}T', { number }),
]

/** Writes USD in short, such as "$1.2M". */
export function formatCompactUsd(value: Decimal): string {
  return withDollar(formatCompact(value))
}

function withDollar(text: string): string {
  const { beforeDollar } = numberSeparators
  if (beforeDollar !== undefined) return keepOrder(`${text}${beforeDollar}$`)
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return divideRounded(-dividend, -divisor)
  const half = divisor / 2n
  return dividend < 0n ? (dividend - half) / divisor : (dividend + half) / divisor
}

/** True if an amount of coins can be bought, sent or withdrawn: a whole multiple of `coinStep`, above zero. */
export function isMultipleOfCoinStep(amount: number): boolean {
  return amount >= coinStep && amount % coinStep === 0
}
