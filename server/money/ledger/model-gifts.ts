import { repay } from './model-reversals.ts'
import type { rules } from './model-rules.ts'
import type { Member, Request } from './model-world.ts'

/** The coins that a whole purchase brings beside its own, as the model plays them. */

type World = Parameters<typeof repay>[0] & {
  rules: typeof rules
  award(request: Request, userId: string, type: string, coins: bigint): void
}

/** Pays the bonus of a purchase and, for the first package, the reward of the referrer, who repays debts with it. */
export function payGifts(world: World, request: Request, member: Member): void {
  const { userId, packageId, bonus } = request
  const isFirst = packageId !== null && !member.isFirstPurchaseDone
  if (packageId) Object.assign(member, { packageId, isFirstPurchaseDone: true })
  if (bonus > 0n) world.award(request, userId, 'BONUS', bonus)
  const coins = packageId ? world.rules.reward(request, isFirst) : 0n
  if (!member.referrerId || coins === 0n || !world.rules.isOpen(world.find(member.referrerId))) return
  request.reward = { userId: member.referrerId, coins }
  world.award(request, member.referrerId, 'REFERRAL_BONUS', coins)
  repay(world, member.referrerId)
}
