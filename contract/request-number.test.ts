import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequestNumber, requestNumber } from './request-number.ts'
import { requestKinds } from './endpoints/requests.ts'

test('a number has the letter of its kind and at least six symbols', () => {
  expect(requestNumber('buy', '801913641')).toBe('B-0000-00')
  expect(requestNumber('withdrawal', '496486618')).toBe('W-7K3M-94')
  expect(requestNumber('transfer', '21462954')).toBe('T-ZZZZ-ZZ')
  // A value beyond 30 bits needs more symbols.
  expect(requestNumber('transfer', '1875655465')).toBe('T-1000-000')
})

test('the numbers of neighbouring requests differ in most symbols', () => {
  expect([0, 1, 2].map((value) => requestNumber('buy', String(value)))).toEqual(['B-JTXA-CS', 'B-HSAN-04', 'B-9JH7-46'])
})

test.each(['W-7K3M-94', 'w-7k3m-94', 'W7K3M94', ' w 7k3m 94 ', 'W–7K3M–94'])(
  '%j is read as the number of a request',
  (text) => {
    expect(readRequestNumber(text)).toEqual({ kind: 'withdrawal', value: '496486618' })
  },
)

test('symbols that look alike are read as the same symbol', () => {
  expect(readRequestNumber('b-o1il-O0')).toEqual(readRequestNumber('B-0111-00'))
})

test.each(['', 'W', 'W-7K3M-9', 'X-7K3M-94', '7K3M-94', 'W-7K3M-9U', 'W-0K3M-944', 'ET-7K3M94', 'W-7K3M-94-0000000'])(
  '%j is no number',
  (text) => expect(readRequestNumber(text)).toBeUndefined(),
)

// Each number belongs to one request alone, as it can be read back.
test('reading a written number gives the original value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...requestKinds), fc.bigInt({ min: 0n, max: 2n ** 50n }), (kind, value) => {
      const text = requestNumber(kind, String(value))
      const read = { kind, value: String(value) }
      expect(readRequestNumber(text)).toEqual(read)
      expect(readRequestNumber(text.toLowerCase().replaceAll('-', ''))).toEqual(read)
      expect(readRequestNumber(text.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(read)
    }),
  )
})
