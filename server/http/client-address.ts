import { canonicalAddress } from '../../contract/ip-address.ts'

/**
 * The address of a client in the spelling that it is recorded in and found by, whichever way it came: an IPv4 address is
 * itself, also on a server that listens on IPv6. What is no address stays as it is.
 */
export function spellAddress(address: string): string {
  const spelling = canonicalAddress(address) ?? address
  return spelling.replace(/^::ffff:(?=\d+\.)/, '')
}
