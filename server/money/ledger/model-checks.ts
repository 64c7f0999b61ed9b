import type { ErrorCode } from '../../../contract/errors.ts'
import { multiply, toUnits } from '../../../contract/money.ts'
import type { Member, Package } from './model-world.ts'

/** The coins of which every request is a multiple. */
export const coinStep = toUnits('1000')

/** Returns the reasons why a member may not make a request. */
export function refusalsOf(member: Member | undefined): Set<ErrorCode> {
  const refusals = new Set<ErrorCode>()
  if (member?.role !== 'user') refusals.add('forbidden')
  if (member?.status === 'Suspended') refusals.add('account_suspended')
  if (member?.status === 'Inactive') refusals.add('account_inactive')
  return refusals
}

/** True if members may buy the package. */
export function isBuyable(pack: Package): boolean {
  const coins = toUnits(pack.coins)
  return (
    !pack.isDeleted &&
    coins >= coinStep &&
    coins % coinStep === 0n &&
    toUnits(multiply(pack.coins, pack.coinPrice, 2)) > 0n
  )
}
