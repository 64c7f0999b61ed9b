import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  divide,
  formatCoins,
  formatCompact,
  formatCompactUsd,
  formatDecimal,
  formatRate,
  formatUsd,
  formatUsdt,
  fromUnits,
  isDecimal,
  multiply,
  percentageOf,
  subtract,
  toUnits,
} from './money.ts'

const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })

describe('exact decimals', () => {
  test('units and text are converted into each other without loss', () => {
    fc.assert(fc.property(amounts, (units) => toUnits(fromUnits(units)) === units))
  })

  test('adding and subtracting undo each other, where binary floating point would drift', () => {
    expect(add('0.1', '0.2')).toBe('0.3')
    fc.assert(
      fc.property(amounts, amounts, (a, b) => subtract(add(fromUnits(a), fromUnits(b)), fromUnits(b)) === fromUnits(a)),
    )
  })

  test.each(['', ' 1', '1 ', '1e3', '+1', '1.', '.5', 'NaN', 'Infinity', '0x10', '１０００', '1,000'])(
    'refuses %j as a decimal',
    (text) => {
      expect(isDecimal(text)).toBe(false)
      expect(() => toUnits(text)).toThrow()
    },
  )

  test('refuses more digits than the platform keeps', () => {
    expect(() => toUnits('0.000000001')).toThrow()
  })

  test.each([
    ['1.005', '1', 2, '1.01'],
    ['-1.005', '1', 2, '-1.01'],
    ['33333', '0.01235', 2, '411.66'],
    ['999999999999', '0.00000001', 8, '9999.99999999'],
  ])('%s × %s to %i decimals is %s, rounded half away from zero', (a, b, decimals, product) => {
    expect(multiply(a, b, decimals)).toBe(product)
  })

  test('a USD amount divided by the USDT rate has 4 decimals [CONST-09]', () => {
    expect(divide('100', '1', 4)).toBe('100')
    expect(divide('100', '0.9987', 4)).toBe('100.1302')
    expect(divide('50', '3', 4)).toBe('16.6667')
  })

  test('a percentage is rounded towards zero at 4 decimals', () => {
    expect(percentageOf('10000', '33.3333')).toBe('3333.33')
    expect(percentageOf('1000', '0.00005')).toBe('0.0005')
    expect(percentageOf('1', '0.00999')).toBe('0')
  })

  test('compares by value, not by text', () => {
    expect(compare('10', '9.5')).toBe(1)
    expect(compare('1.0', '1')).toBe(0)
    expect(compare('-1', '0')).toBe(-1)
  })
})

describe('formatted amounts', () => {
  test('coins are grouped and keep at most 4 decimals', () => {
    expect(formatCoins('1234567')).toBe('1,234,567')
    expect(formatCoins('0.00005')).toBe('0.0001')
    expect(formatCoins('2000.25')).toBe('2,000.25')
  })

  test('USD has 2 decimals, a true minus sign, and no negative zero [FMT-02] [FMT-05]', () => {
    expect(formatUsd('1234.5')).toBe('$1,234.50')
    expect(formatUsd('-420')).toBe('−$420.00')
    expect(formatUsd('-0.001')).toBe('$0.00')
  })

  test('a USDT amount has 4 decimals [FMT-04]', () => {
    expect(formatUsdt('50')).toBe('50.0000')
  })

  test('a rate has 4 decimals where it is live and 5 in tables [FMT-06] [FMT-07]', () => {
    expect(formatRate('0.01', 4)).toBe('$0.0100')
    expect(formatRate('0.01', 5)).toBe('$0.01000')
  })

  test.each([
    ['0', '0'],
    ['950', '950'],
    ['999.94', '999.9'],
    ['999.95', '1K'],
    ['1000', '1K'],
    ['18420000', '18.4M'],
    ['999949', '999.9K'],
    ['999950', '1M'],
    ['1000000000000', '1T'],
    ['1234000000000000', '1234T'],
    ['-81600000', '−81.6M'],
  ])('%s in compact notation is %s [FMT-08]', (value, text) => {
    expect(formatCompact(value)).toBe(text)
  })

  test('compact USD carries its sign before the dollar', () => {
    expect(formatCompactUsd('184200')).toBe('$184.2K')
    expect(formatCompactUsd('-1500')).toBe('−$1.5K')
  })

  test('numbers beyond 2^53 keep every digit', () => {
    expect(formatDecimal('9007199254740993', 0)).toBe('9,007,199,254,740,993')
  })
})
