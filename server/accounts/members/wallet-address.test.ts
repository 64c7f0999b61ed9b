import { expect, test } from 'vitest'
import { explorerLink, explorerLinkOn, readWalletAddress } from './wallet-address.ts'

const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  [tron, 'TRON', 'ok'],
  [`${tron.slice(0, -1)}F`, 'TRON', 'bad'],
  [tron.slice(0, -1), 'TRON', 'bad'],
  [tron.toUpperCase(), 'TRON', 'bad'],
  [evm, 'EVM', 'ok'],
  ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'EVM', 'ok'],
  ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'EVM', 'ok'],
  [evm.replace('aA', 'Aa'), 'EVM', 'bad'],
  [evm.toLowerCase(), 'EVM', 'none'],
  [`0x${evm.slice(2).toUpperCase()}`, 'EVM', 'none'],
  [evm.slice(0, -1), 'EVM', 'bad'],
  [`${evm.slice(0, -1)}g`, 'EVM', 'bad'],
  // A Bitcoin address that begins with 1. Its checksum is right, but this site does not know its network.
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', null, 'none'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', null, 'none'],
  [`\u0422${tron.slice(1)}`, null, 'bad'],
  ['<script>alert(1)</script>', null, 'bad'],
  ['', null, 'none'],
])('%j is read as %s with a checksum that is %s', (text, network, checksum) => {
  expect(readWalletAddress(text)).toEqual({ network, checksum })
})

test('only a valid address has a link to an explorer', () => {
  expect(explorerLink(tron)).toBe(`https://tronscan.org/#/address/${tron}`)
  expect(explorerLink(evm)).toBe(`https://etherscan.io/address/${evm}`)
  for (const text of [`${tron.slice(0, -1)}F`, evm.replace('aA', 'Aa'), 'javascript:alert(1)', 'bc1q']) {
    expect(explorerLink(text)).toBeNull()
  }
})

test('the link leads to the explorer of the settings’ network, for addresses of that network alone', () => {
  expect(explorerLinkOn('TRC20', tron)).toBe(`https://tronscan.org/#/address/${tron}`)
  expect(explorerLinkOn('erc-20', evm)).toBe(`https://etherscan.io/address/${evm}`)
  expect(explorerLinkOn('BEP20 (BNB Smart Chain)', evm)).toBe(`https://bscscan.com/address/${evm}`)
  expect(explorerLinkOn('Polygon', evm)).toBe(`https://polygonscan.com/address/${evm}`)
  for (const [network, address] of [
    ['TRC20', evm],
    ['ERC20', tron],
    ['TRC20', `${tron.slice(0, -1)}x`],
    ['Solana', evm],
    ['', tron],
  ] as const) {
    expect([network, address, explorerLinkOn(network, address)]).toEqual([network, address, null])
  }
})
