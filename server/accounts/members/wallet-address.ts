import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import type { WalletRefusal } from '../../../contract/wallet-review.ts'
import { readTronAddress } from '../../platform/chain/tron-address.ts'

export interface WalletAddress {
  network: 'TRON' | 'EVM' | null
  /** `none` if the text carries no checksum that this site knows. */
  checksum: 'ok' | 'bad' | 'none'
}

// A text that is nearly an address of a network is read as one, so that a missing or extra character is noticed.
const tronLike = /^T[0-9A-Za-z]{24,44}$/
const evmLike = /^0x[0-9A-Za-z]{30,50}$/
const evm = /^0x[0-9a-fA-F]{40}$/
// Addresses of all networks consist of these characters. Any other letter only looks like one of them.
const addressSigns = /^[\w.:-]*$/

/** Returns the network of an address and the state of its checksum. */
export function readWalletAddress(text: string): WalletAddress {
  if (tronLike.test(text)) return { network: 'TRON', checksum: readTronAddress(text) === null ? 'bad' : 'ok' }
  if (evmLike.test(text)) return { network: 'EVM', checksum: checkEvm(text) }
  return { network: null, checksum: addressSigns.test(text) ? 'none' : 'bad' }
}

/** Returns the columns that a profile keeps of an address. The server itself makes the QR code and the link. */
export function walletColumns(userId: string, address: string | null) {
  return {
    wallet_address: address,
    wallet_link: address && explorerLink(address),
    usdt_qr_code_url: address && `/api/profiles/${userId}/wallet-qr`,
  }
}

/** Returns the explorer's page of a valid address; null for any other text. */
export function explorerLink(address: string): string | null {
  const { network, checksum } = readWalletAddress(address)
  if (network === null || checksum === 'bad') return null
  return network === 'TRON' ? `https://tronscan.org/#/address/${address}` : `https://etherscan.io/address/${address}`
}

/**
 * Returns the explorer's page of an address on the named network; null if the network is unknown or does not fit the
 * address.
 */
export function explorerLinkOn(networkName: string, address: string): string | null {
  const { network, checksum } = readWalletAddress(address)
  const explorer = explorers.find(({ names }) => names.test(networkName))
  if (!explorer || explorer.network !== network || checksum === 'bad') return null
  return explorer.address + address
}

/** The explorers, found by the names of the networks and of their tokens. */
const explorers = [
  { names: /^(trc-?20|tron)\b/i, network: 'TRON', address: 'https://tronscan.org/#/address/' },
  { names: /^(erc-?20|ethereum)\b/i, network: 'EVM', address: 'https://etherscan.io/address/' },
  { names: /^(bep-?20|bsc|bnb)\b/i, network: 'EVM', address: 'https://bscscan.com/address/' },
  { names: /^polygon\b/i, network: 'EVM', address: 'https://polygonscan.com/address/' },
]

/**
 * Checks a checksum of EIP-55: a letter is upper case where the hash of the lower-case address has a digit of 8 or
 * more. An address in one case has no checksum.
 */
function checkEvm(text: string): WalletAddress['checksum'] {
  if (!evm.test(text)) return 'bad'
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'none'
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits.toLowerCase())))
  const isRight = Array.from(digits.toLowerCase(), (digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  ).every((digit, place) => digit === digits.charAt(place))
  return isRight ? 'ok' : 'bad'
}

type AddressFormat = NonNullable<WalletAddress['network']>

/** The form of address that each well-known network uses, by its name. */
const formatOfNetwork: [RegExp, AddressFormat][] = [
  [/trc|tron/i, 'TRON'],
  [/erc|bep|bsc|eth|evm|polygon|arbitrum|optimism|base|avalanche/i, 'EVM'],
]

/** Returns the forms of address that fit the network's name in the settings; an empty list for an unknown name. */
export function addressFormatsOn(network: string): AddressFormat[] {
  return formatOfNetwork.flatMap(([name, form]) => (name.test(network) ? [form] : []))
}

/**
 * Returns the reason why an address cannot be paid on the network of the settings, or null. It knows only the text.
 * Addresses of unknown networks are left to the administrator who decides.
 */
export function findWalletFault(address: string, network: string): Exclude<WalletRefusal, 'wallet_of_platform'> | null {
  const found = readWalletAddress(address)
  if (found.checksum === 'bad') return 'wallet_address_mistyped'
  const forms = addressFormatsOn(network)
  const isOther = found.network !== null && forms.length > 0 && !forms.includes(found.network)
  return isOther ? 'wallet_network_other' : null
}

/**
 * Returns the name of an address's network. It is the name in the settings, if that name stands for this one format.
 */
export function networkName(form: WalletAddress['network'], network: string): string | null {
  if (form === null) return null
  const forms = addressFormatsOn(network)
  return forms.length === 1 && forms[0] === form ? network : defaultNames[form]
}

const defaultNames: Record<AddressFormat, string> = { TRON: 'TRC20', EVM: 'EVM' }
