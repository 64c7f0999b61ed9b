import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import type { WalletRefusal } from '../../../contract/wallet-review.ts'

export interface WalletAddress {
  network: 'TRON' | 'EVM' | null
  /** `none` for a text that carries no checksum that this site knows. */
  checksum: 'ok' | 'bad' | 'none'
}

// What is nearly an address of a network is meant as one: a sign too few or too many has to show, too.
const tronLike = /^T[0-9A-Za-z]{24,44}$/
const evmLike = /^0x[0-9A-Za-z]{30,50}$/
const evm = /^0x[0-9a-fA-F]{40}$/
// No address of any network holds anything else, so letters that only look alike are found out.
const addressSigns = /^[\w.:-]*$/
const tronBytes = 21
const tronPrefix = 0x41
const base58check = createBase58check(sha256)

/** What kind of address a text is, and whether it has been mistyped. */
export function readWalletAddress(text: string): WalletAddress {
  if (tronLike.test(text)) return { network: 'TRON', checksum: isTron(text) ? 'ok' : 'bad' }
  if (evmLike.test(text)) return { network: 'EVM', checksum: checkEvm(text) }
  return { network: null, checksum: addressSigns.test(text) ? 'none' : 'bad' }
}

/** What a profile keeps of an address. The code and the link are the site's own work, never what somebody sent. */
export function walletFields(userId: string, address: string | null) {
  return {
    wallet_address: address,
    wallet_link: address && explorerLink(address),
    usdt_qr_code_url: address && `/api/profiles/${userId}/wallet-qr`,
  }
}

/** Where an explorer shows a valid address; null for every other text. */
export function explorerLink(address: string): string | null {
  const { network, checksum } = readWalletAddress(address)
  if (network === null || checksum === 'bad') return null
  return network === 'TRON' ? `https://tronscan.org/#/address/${address}` : `https://etherscan.io/address/${address}`
}

/** Where the explorer of a network shows an address of that network; null for a network that we do not know. */
export function explorerLinkOn(networkName: string, address: string): string | null {
  const { network, checksum } = readWalletAddress(address)
  const explorer = explorers.find(({ names }) => names.test(networkName))
  if (!explorer || explorer.network !== network || checksum === 'bad') return null
  return explorer.address + address
}

/** By what the networks and their tokens are called. */
const explorers = [
  { names: /^(trc-?20|tron)\b/i, network: 'TRON', address: 'https://tronscan.org/#/address/' },
  { names: /^(erc-?20|ethereum)\b/i, network: 'EVM', address: 'https://etherscan.io/address/' },
  { names: /^(bep-?20|bsc|bnb)\b/i, network: 'EVM', address: 'https://bscscan.com/address/' },
  { names: /^polygon\b/i, network: 'EVM', address: 'https://polygonscan.com/address/' },
]

function isTron(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === tronBytes && bytes[0] === tronPrefix
  } catch {
    return false
  }
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a high digit. In one case there is no checksum. */
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
