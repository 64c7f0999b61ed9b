import type { WalletRefusal } from '../../contract/wallet-review.ts'
import { readWalletAddress, type WalletAddress } from './wallet-address.ts'

type Form = NonNullable<WalletAddress['network']>

/** The forms of address that the names of well-known networks ask for. */
const formOfNetwork: [RegExp, Form][] = [
  [/trc|tron/i, 'TRON'],
  [/erc|bep|bsc|eth|evm|polygon|arbitrum|optimism|base|avalanche/i, 'EVM'],
]

/** The forms of address that fit what the settings call the network; none where the name tells nothing. */
export function formsOn(network: string): Form[] {
  return formOfNetwork.flatMap(([name, form]) => (name.test(network) ? [form] : []))
}

/**
 * Why nothing can be paid to an address on the network of the settings, as far as its text tells. Addresses of networks that
 * this site does not know are left to whoever decides.
 */
export function findWalletFault(address: string, network: string): Exclude<WalletRefusal, 'wallet_of_platform'> | null {
  const found = readWalletAddress(address)
  if (found.checksum === 'bad') return 'wallet_address_mistyped'
  const forms = formsOn(network)
  const isOther = found.network !== null && forms.length > 0 && !forms.includes(found.network)
  return isOther ? 'wallet_network_other' : null
}

/** The network of an address in the word that this platform has for it: the settings' own, where they name one alone. */
export function networkName(form: WalletAddress['network'], network: string): string | null {
  if (form === null) return null
  const forms = formsOn(network)
  return forms.length === 1 && forms[0] === form ? network : usualNames[form]
}

const usualNames: Record<Form, string> = { TRON: 'TRC20', EVM: 'EVM' }
