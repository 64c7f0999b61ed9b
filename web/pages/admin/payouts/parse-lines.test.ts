import { expect, test } from 'vitest'
import { parseLines } from './parse-lines.ts'

const hash = 'ab'.repeat(32)
const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

test.each([
  ['W-7K3M-94 ' + hash, 'W-7K3M-94'],
  [`${hash};w7k3m94`, 'w7k3m94'],
  [`"${address}","20.0000","W-7K3M-94","${hash}"`, 'W-7K3M-94'],
  [`${address}\t20\t0x${hash.toUpperCase()}`, address],
  [`  ${address} | ${hash}  `, address],
])('reads %s', (text, reference) => {
  const [parsed] = parseLines(text)
  expect(parsed?.line?.reference).toBe(reference)
  expect(parsed?.line?.hash.toLowerCase().replace(/^0x/, '')).toBe(hash)
})

test('leaves out empty lines and a heading, and keeps a line that it cannot read', () => {
  expect(parseLines(`Address,Amount (USDT),Number,Hash\n\nW-7K3M-94,${hash}\r\nW-7K3M-94 too short\n`)).toEqual([
    { text: `W-7K3M-94,${hash}`, line: { reference: 'W-7K3M-94', hash } },
    { text: 'W-7K3M-94 too short', line: null },
  ])
})
