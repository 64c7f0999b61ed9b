import { expect, test } from 'vitest'
import { printTronAddress, readTronAddress } from './tron-address.ts'

// Pairs that explorers, wallets and their libraries publish.
const published = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', 'eca9bc828a3005b9a3b909f2cc5c2a54794de05f'],
  ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'a2726afbecbd8e936000ed684cef5e2f5cf43008'],
  ['TCNtTa1rveKkovHR2ebABu4K66U6ocUCZX', '1a6ac17c82ad141ebc524a9ffc94965848f35279'],
  ['TEEFn7rQqx4Xc3GL1Bx27A155xAj7w5W7a', '2eb90f8356345c903d9f85e58d1b8177890adfb6'],
  ['TT67rPNwgmpeimvHUMVzFfKsjL9GZ1wGw8', 'bbc8c05f1b09839e72db044a6aa57e2a5d414a10'],
] as const

test.each(published)('%s is %s', (text, digits) => {
  expect(readTronAddress(text)).toBe(digits)
  expect(printTronAddress(digits)).toBe(text)
  expect(printTronAddress(digits.toUpperCase())).toBe(text)
})

test.each([
  ['a changed letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
  ['a missing letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
  ['another prefix', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['a letter outside of the alphabet', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6\u0442'],
  ['a space', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['hexadecimal digits', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['no text', ''],
])('an address with %s is none', (_, text) => {
  expect(readTronAddress(text)).toBeNull()
})

test('only 20 bytes are written as an address', () => {
  for (const digits of ['', '41', `41${published[0][1]}`, 'zz'.repeat(20)]) {
    expect(() => printTronAddress(digits)).toThrow()
  }
})
