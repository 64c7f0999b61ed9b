import * as z from 'zod/mini'
import { anyone, decimal, defineOperation, id, moment } from './operation.ts'

export const packageIcons = ['Shield', 'Crown', 'Gem', 'Star'] as const

/** A membership package. Coins and prices are decimals in ET and USD. */
export const membershipPackage = z.object({
  id,
  package_name: z.string(),
  /** The coins purchased, without bonus. */
  min_coin_purchase: decimal,
  coin_price: decimal,
  bonus_percentage: decimal,
  bonus_coins: decimal,
  total_coins: decimal,
  total_price: decimal,
  withdrawal_time: z.string(),
  withdrawal_rules: z.nullable(z.string()),
  icon: z.enum(packageIcons),
  created_at: moment,
})
export type MembershipPackage = z.infer<typeof membershipPackage>

export const listPackages = defineOperation({
  id: 'list_packages',
  summary: 'The packages on offer, cheapest first.',
  method: 'GET',
  path: '/api/packages',
  access: anyone,
  output: z.object({ items: z.array(membershipPackage) }),
})
