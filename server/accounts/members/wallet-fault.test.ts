import { expect, test } from 'vitest'
import { findWalletFault, addressFormatsOn, networkName } from './wallet-address.ts'

const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  [tron, 'TRC20', null],
  [tron, 'Tron (TRC-20)', null],
  [`${tron.slice(0, -1)}F`, 'TRC20', 'wallet_address_mistyped'],
  [tron.slice(0, -1), 'TRC20', 'wallet_address_mistyped'],
  [`\u0422${tron.slice(1)}`, 'TRC20', 'wallet_address_mistyped'],
  [evm, 'TRC20', 'wallet_network_other'],
  [evm.toLowerCase(), 'TRC20', 'wallet_network_other'],
  [evm.replace('aA', 'Aa'), 'TRC20', 'wallet_address_mistyped'],
  [evm.replace('aA', 'Aa'), 'ERC20', 'wallet_address_mistyped'],
  [evm, 'ERC20', null],
  [tron, 'BEP20', 'wallet_network_other'],
  // The settings allow both networks.
  [tron, 'TRC20 or BEP20', null],
  [evm, 'TRC20 or BEP20', null],
  // The site knows nothing of these networks, so the administrator decides.
  [tron, 'Solana', null],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'TRC20', null],
])('%s on %s: %s', (address, network, fault) => {
  expect(findWalletFault(address, network)).toBe(fault)
})

test('an address is named after the network of the settings', () => {
  expect(networkName('TRON', 'TRC20')).toBe('TRC20')
  expect(networkName('TRON', 'Tron (TRC-20)')).toBe('Tron (TRC-20)')
  expect(networkName('TRON', 'ERC20')).toBe('TRC20')
  expect(networkName('EVM', 'ERC20')).toBe('ERC20')
  expect(networkName('EVM', 'TRC20')).toBe('EVM')
  expect(networkName('EVM', 'TRC20 or BEP20')).toBe('EVM')
  expect(networkName(null, 'TRC20')).toBeNull()
  expect(addressFormatsOn('Solana')).toEqual([])
})
