import { expect, test } from 'vitest'
import { directionOf, signedCoins, typeName } from './transaction-display.ts'

test('reads the direction from whole words of the type [ENT-19] [ENT-20]', () => {
  expect(['BUY', 'BONUS', 'REFERRAL_BONUS', 'TRANSFER_IN', 'ADJUSTMENT_IN'].map(directionOf)).toEqual(
    Array.from({ length: 5 }, () => 'in'),
  )
  expect(['WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT', 'SELL'].map(directionOf)).toEqual(
    Array.from({ length: 4 }, () => 'out'),
  )
})

test('does not find IN inside PENDING, nor OUT inside ROUTE', () => {
  expect(directionOf('PENDING')).toBeUndefined()
  expect(directionOf('ROUTE_CHANGE')).toBeUndefined()
  expect(directionOf('WITHDRAWAL_PENDING')).toBe('out')
})

test('a debit word takes precedence over a credit word', () => {
  expect(directionOf('BUY_OUT')).toBe('out')
  expect(directionOf('BONUS_WITHDRAWAL')).toBe('out')
})

test('writes the sign of the direction, and none for zero', () => {
  expect(signedCoins('BUY', '12000')).toBe('+12,000')
  expect(signedCoins('TRANSFER_OUT', '3000.5')).toBe('−3,000.5')
  expect(signedCoins('SOMETHING', '500')).toBe('500')
  expect(signedCoins('BUY', '0')).toBe('0')
})

test('shows an unknown type as it is', () => {
  expect(typeName('TRANSFER_OUT')).toBe('Transfer sent')
  expect(typeName('SOMETHING_NEW')).toBe('SOMETHING_NEW')
})
