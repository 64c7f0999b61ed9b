import type { DepositWarning } from '../../contract/admin-settings.ts'
import { readWalletAddress, type WalletAddress } from '../wallet-address/wallet-address.ts'

/** The forms of address that the names of well-known networks ask for. */
const formOfNetwork: [RegExp, WalletAddress['network']][] = [
  [/trc|tron/i, 'TRON'],
  [/erc|bep|bsc|eth|evm|polygon|arbitrum|optimism|base|avalanche/i, 'EVM'],
]

/** What is doubtful about a deposit address. Nothing is said about networks that this site does not know. */
export function checkDepositAddress(network: string, address: string): DepositWarning[] {
  if (address === '') return []
  const found = readWalletAddress(address)
  const expected = formOfNetwork.find(([name]) => name.test(network))?.[1]
  return [
    ...(found.checksum === 'bad' ? (['checksum'] as const) : []),
    ...(expected !== undefined && found.network !== expected ? (['network'] as const) : []),
  ]
}
