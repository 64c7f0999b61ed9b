import { describe, expect, test } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { fieldTexts } from '../../../contract/texts.ts'
import { largestAmount, transferAmountFault, readWholeCoins, withdrawalAmountFault } from './coin-amounts.ts'

test.each([
  ['0', '0'],
  ['999.9999', '0'],
  ['1000', '1000'],
  ['12345.6789', '12000'],
  ['9007199254740993', '1000000000000'],
])('of %s available coins at most %s can be sent [TRANSFER-13]', (available, largest) => {
  expect(largestAmount(available)).toBe(largest)
})

describe('the amount of a transfer', () => {
  const { amount_exceeds_balance: exceeds, transfer_not_multiple: notMultiple } = errors
  test.each([
    ['1000', undefined],
    ['5,000', undefined],
    ['6000', exceeds.message],
    ['5500', exceeds.message],
    ['1500', notMultiple.message],
    ['500', notMultiple.message],
    ['0', notMultiple.message],
    ['-1000', 'The amount cannot be negative.'],
    ['1000.5', notMultiple.message],
    ['', 'Amount is required.'],
    ['many', fieldTexts.numberNeeded],
  ])('%j of 5000 available coins: %s [TRANSFER-08] [TRANSFER-09] [CONST-03] [CONST-04]', (text, fault) => {
    expect(transferAmountFault(text, '5000')).toBe(fault)
  })

  test('is checked by the server alone while the available coins are unknown', () => {
    expect(transferAmountFault('6000', undefined)).toBeUndefined()
    expect(transferAmountFault('1000000001000', undefined)).toBe('Please enter at most 1,000,000,000,000 coins.')
  })
})

describe('the amount of a withdrawal', () => {
  test.each([
    ['1000', undefined],
    ['5,000', undefined],
    ['', fieldTexts.numberNeeded],
    ['1e3', fieldTexts.numberNeeded],
    ['999', errors.withdrawal_below_minimum.message],
    ['-5000', 'The amount cannot be negative.'],
    ['6000', errors.amount_exceeds_balance.message],
    ['6500', errors.amount_exceeds_balance.message],
    ['1500', errors.withdrawal_not_multiple.message],
    ['1000.5', errors.withdrawal_not_multiple.message],
  ])(
    '%j of 5000 available coins: %s [WITHDRAW-08] [WITHDRAW-09] [WITHDRAW-10] [WITHDRAW-11] [CONST-05] [CONST-06]',
    (text, fault) => {
      expect(withdrawalAmountFault(text, '5000')).toBe(fault)
    },
  )
})

test('only a valid amount becomes a number', () => {
  expect(['1000', '12,000', '1000000000000'].map(readWholeCoins)).toEqual([1000, 12_000, 1_000_000_000_000])
  expect(['', '1500', '500', '1000000001000'].map(readWholeCoins)).toEqual([null, null, null, null])
})
