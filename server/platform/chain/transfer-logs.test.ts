import { expect, test } from 'vitest'
import { readTransferLogs } from './transfer-logs.ts'
import { Unchecked } from './unchecked.ts'

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const contract = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (digits: string) => digits.padStart(64, '0')
const [alice, bob] = ['1a6ac17c82ad141ebc524a9ffc94965848f35279', '2eb90f8356345c903d9f85e58d1b8177890adfb6']
const log = { address: contract, topics: [topic, word(alice), word(bob)], data: word((41_499_389).toString(16)) }
const transfer = {
  logIndex: 0,
  contract: usdt,
  from: 'TCNtTa1rveKkovHR2ebABu4K66U6ocUCZX',
  to: 'TEEFn7rQqx4Xc3GL1Bx27A155xAj7w5W7a',
  units: 41_499_389n,
}

test('a transfer has its sender, its receiver and its amount in base units', () => {
  expect(readTransferLogs({ log: [log] }, usdt)).toEqual([transfer])
  const shouted = {
    address: contract.toUpperCase(),
    topics: log.topics.map((one) => one.toUpperCase()),
    data: log.data,
  }
  expect(readTransferLogs({ log: [shouted] }, usdt)).toEqual([transfer])
})

test('two transfers of one transaction are told apart by the places of their logs', () => {
  const approval = {
    ...log,
    topics: ['8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', word(alice), word(bob)],
  }
  expect(readTransferLogs({ log: [log, approval, log] }, usdt)).toEqual([transfer, { ...transfer, logIndex: 2 }])
})

test('another contract, other events and a transaction without logs have no transfer of the token', () => {
  expect(readTransferLogs({ log: [{ ...log, address: 'eca9bc828a3005b9a3b909f2cc5c2a54794de05f' }] }, usdt)).toEqual([])
  expect(readTransferLogs({ log: [{ ...log, address: `41${contract}` }] }, usdt)).toEqual([])
  expect(readTransferLogs({ log: [{ address: contract }] }, usdt)).toEqual([])
  expect(readTransferLogs({}, usdt)).toEqual([])
})

test('amounts are exact up to the greatest that a word holds', () => {
  const amountOf = (data: string) => readTransferLogs({ log: [{ ...log, data }] }, usdt)[0]?.units
  expect(amountOf('f'.repeat(64))).toBe(2n ** 256n - 1n)
  expect(amountOf(word((2n ** 53n + 1n).toString(16)))).toBe(9_007_199_254_740_993n)
  expect(amountOf(word(''))).toBe(0n)
})

test.each([
  ['without a receiver', { topics: [topic, word(alice)] }],
  ['with a topic too many', { topics: [...log.topics, word('1')] }],
  ['with the prefix 41 before an address', { topics: [topic, word(`41${alice}`), word(bob)] }],
  ['without an amount', { data: '' }],
  ['with an amount of two words', { data: log.data.repeat(2) }],
])('a transfer %s could not be checked', (_, change) => {
  expect(() => readTransferLogs({ log: [{ ...log, ...change }] }, usdt)).toThrow(new Unchecked('wrong_shape'))
})
