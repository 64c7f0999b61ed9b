import type { ErrorCode } from '../../../contract/errors.ts'
import type { rules } from './model-rules.ts'
import type { Member } from './model-world.ts'

/** The address book, as the model plays it. Each function returns its refusal, or null once the change is made. */

/** Adds an address, which has to wait before it is usable. */
export function addAddress(member: Member, address: string, played: typeof rules): ErrorCode | null {
  if (member.book.has(address)) return 'wallet_address_listed'
  if (!played.hasRoom(member)) return 'wallet_addresses_full'
  member.book.set(address, { hasWaited: false })
  return null
}

/** Removes an address, if it is there. */
export function removeAddress(member: Member, address: string): ErrorCode | null {
  if (member.wallet === address) return 'wallet_address_default'
  member.book.delete(address)
  return null
}

/** Makes an address the default one, adds it to the book, and holds the coins of the member. */
export function setDefault(member: Member, address: string, played: typeof rules): ErrorCode | null {
  if (member.wallet === address) return null
  const refusal = member.book.has(address) ? null : addAddress(member, address, played)
  if (refusal === null) Object.assign(member, { wallet: address, isHeld: true })
  return refusal
}

interface World {
  platformAddresses: ReadonlySet<string>
  rules: typeof rules
}

/** Returns the reasons why no withdrawal to this address is made. It may be made before the address has waited. */
export function refusalsOfAddress(world: World, member: Member | undefined, address: string | null): ErrorCode[] {
  if (address === null) return ['wallet_address_missing']
  const isPayable = world.rules.isPayable(address, world.platformAddresses)
  const isListed = member !== undefined && world.rules.isListed(member, address)
  return [
    ...(isPayable ? [] : (['wallet_of_platform'] as const)),
    ...(isListed ? [] : (['wallet_address_unlisted'] as const)),
  ]
}

/** Returns the reasons why no withdrawal to this address is approved. */
export function refusalsOfPayment(world: World, owner: Member, address: string): ErrorCode[] {
  const refusals = refusalsOfAddress(world, owner, address)
  const isListed = !refusals.includes('wallet_address_unlisted')
  return isListed && !world.rules.isUsable(owner, address) ? [...refusals, 'request_held'] : refusals
}
